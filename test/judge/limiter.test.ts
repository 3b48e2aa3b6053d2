import { expect, it } from 'vitest'
import { createLimiter } from '../../src/judge/limiter.ts'

const caller = { model: 'fake/judge' }

/** Calls that end when told to, and the most that were ever open at once. */
function openCalls(): { call: () => Promise<void>; open: (() => void)[]; most: () => number } {
  const open: (() => void)[] = []
  let most = 0
  let running = 0
  return {
    open,
    most: () => most,
    call: () => {
      most = Math.max(most, ++running)
      return new Promise(resolve => {
        open.push(() => {
          running--
          resolve()
        })
      })
    },
  }
}

async function settle(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve))
}

it.each([
  [undefined, 4],
  [1, 1],
  [7, 7],
])('with concurrency %s makes %i calls at once', async (concurrency, expected) => {
  const { call, open, most } = openCalls()
  const limiter = createLimiter({ concurrency })
  const calls = Array.from({ length: 20 }, () => limiter.run(call, caller))
  for (let ended = 0; ended < 20; ) {
    await settle()
    const end = open[ended]
    if (end === undefined) continue
    end()
    ended++
  }
  await Promise.all(calls)
  expect(most()).toBe(expected)
  expect(limiter.calls).toBe(20)
})

it('gives back what the call gives, and its error', async () => {
  const limiter = createLimiter()
  await expect(limiter.run(async () => 'answer', caller)).resolves.toBe('answer')
  const failure = new Error('failure')
  await expect(limiter.run(() => Promise.reject(failure), caller)).rejects.toBe(failure)
  expect(limiter.calls).toBe(2)
})

it.each([
  [undefined, 200],
  [3, 3],
])('with maxCalls %s stops after %i calls, and says how to go on', async (maxCalls, expected) => {
  const limiter = createLimiter({ maxCalls })
  const calls = Array.from({ length: expected + 2 }, () => limiter.run(async () => 'answer', caller))
  const results = await Promise.allSettled(calls)
  expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(expected)
  expect(limiter.calls).toBe(expected)
  const refused = results.find(result => result.status === 'rejected')?.reason
  expect(refused).toMatchObject({ name: 'JudgeError', kind: 'max-calls', model: 'fake/judge' })
  expect(refused.message).toContain(`has made ${expected} live calls`)
  expect(refused.message).toContain('Raise maxCalls; at least')
})

it('starts no call for a signal that was aborted while it waited', async () => {
  const { call, open } = openCalls()
  const limiter = createLimiter({ concurrency: 1 })
  const over = new AbortController()
  const first = limiter.run(call, { ...caller, signal: over.signal })
  const second = limiter.run(call, { ...caller, signal: over.signal })
  await settle()
  over.abort()
  open[0]?.()
  await expect(first).resolves.toBeUndefined()
  await expect(second).rejects.toMatchObject({ name: 'JudgeError', kind: 'aborted', model: 'fake/judge' })
  expect(limiter.calls).toBe(1)
})
