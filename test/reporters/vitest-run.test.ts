import { existsSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'
import { closeRun, joinRun, openRun, readCounts } from '../../src/reporters/vitest-run.ts'

function run(workers = 2) {
  const opened = openRun(workers)
  onTestFinished(() => closeRun(opened))
  return opened
}

it('lets one worker alone be the first to ask', () => {
  const opened = run()
  const [one, other] = [joinRun(opened), joinRun(opened)]
  expect([one.isFirstToAsk(), other.isFirstToAsk(), one.isFirstToAsk()]).toEqual([true, false, false])
})

it('adds up what all workers count', () => {
  const opened = run()
  const [one, other] = [joinRun(opened), joinRun(opened)]
  expect(readCounts(opened)).toEqual({ asked: 0, answered: 0, failed: 0 })
  for (const worker of [one, other, one]) worker.count('asked')
  one.count('answered')
  other.count('failed')
  expect(readCounts(opened)).toEqual({ asked: 3, answered: 1, failed: 1 })
})

it('lets all workers know what one learnt of a model, which the first may tell', () => {
  const opened = run()
  const [one, other] = [joinRun(opened).schemaInPrompt, joinRun(opened).schemaInPrompt]
  const model = `server/${'a/../b '.repeat(60)}`
  expect([one.has(model), one.add(model), other.has(model), other.add(model)]).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(other.has('server/another')).toBe(false)
  other.remove(model)
  expect([one.has(model), one.add(model), other.has(model)]).toEqual([false, false, true])
})

it('lets all workers know which key was refused, and another run none of it', () => {
  const opened = run()
  joinRun(opened).refusedKeys.set('digest', '{"status":401}')
  expect(joinRun(opened).refusedKeys.get('digest')).toBe('{"status":401}')
  expect(joinRun(opened).refusedKeys.get('another')).toBeUndefined()
  expect(joinRun(run()).refusedKeys.get('digest')).toBeUndefined()
})

it('takes what another worker has only begun to write for not there', () => {
  const opened = run()
  joinRun(opened).refusedKeys.set('digest', '{"sta')
  expect(joinRun(opened).refusedKeys.get('digest')).toBeUndefined()
})

it('leaves nothing behind, and takes no more when it is over', () => {
  const opened = run()
  const worker = joinRun(opened)
  closeRun(opened)
  worker.count('answered')
  expect(worker.isFirstToAsk()).toBe(false)
  expect(worker.schemaInPrompt.add('a/b')).toBe(false)
  worker.schemaInPrompt.remove('a/b')
  expect(worker.schemaInPrompt.has('a/b')).toBe(false)
  worker.refusedKeys.set('digest', '{}')
  expect(worker.refusedKeys.get('digest')).toBeUndefined()
  expect(existsSync(opened.directory)).toBe(false)
})

it('has at least one worker', () => {
  expect(run(0).workers).toBe(1)
})
