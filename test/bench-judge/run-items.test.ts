import { describe, expect, it } from 'vitest'
import { JudgeError, SecretError, StoreError } from '../../src/errors.ts'
import type { Outcome } from '../bench/judge/measured.ts'
import type { LabelledItem } from '../bench/judge/read-labelled.ts'
import { runItems } from '../bench/judge/run-items.ts'

const items = Array.from({ length: 50 }, (_, index): LabelledItem & { kind: 'support' } => ({
  kind: 'support',
  id: `i${index}`,
  line: index + 1,
  claim: 'x',
  contexts: [],
  supported: true,
  label: 'y',
}))

function outcome(item: LabelledItem): Outcome {
  const cost = { calls: 0, replayed: 0, inputTokens: 0, outputTokens: 0 }
  const rest = { cost, questions: 0, secondQuestions: [] }
  return item.kind === 'support'
    ? { kind: 'support', item, status: 'missing', attributed: false, ...rest }
    : { kind: 'decomposition', item, claims: [], ...rest }
}

const failed = new JudgeError('It failed.\nmore', { model: 'a/b', kind: 'http', status: 500 })

/** Runs all items; `error` says with what an item fails. */
async function run(error: (index: number) => unknown, concurrency = 1) {
  const stop = new AbortController()
  let [open, most] = [0, 0]
  const measure = async (item: LabelledItem): Promise<Outcome> => {
    most = Math.max(most, ++open)
    await new Promise(resolve => {
      setImmediate(resolve)
    })
    open--
    const reason = error(item.line - 1)
    if (reason !== undefined) throw reason
    return outcome(item)
  }
  const { outcomes, failures } = await runItems(items, { measure, concurrency, stop })
  return { outcomes, failures, most, stopped: stop.signal.aborted, reason: String(stop.signal.reason) }
}

describe('running items', () => {
  it('goes on after failures, which keep their order and first line', async () => {
    const { outcomes, failures, stopped } = await run(index => (index % 3 === 0 ? failed : undefined), 4)
    expect([outcomes.length, failures.length, stopped]).toEqual([33, 17, false])
    expect(failures[1]).toEqual({ item: items[3], reason: 'It failed.' })
    expect(outcomes.map(({ item }) => item.line)).toEqual(
      outcomes.map(({ item }) => item.line).toSorted((a, b) => a - b),
    )
  })

  it('has as many items under way as it may', async () => {
    expect((await run(() => undefined, 3)).most).toBe(3)
  })

  it('hears of Ctrl-C while a rule answers at once', async () => {
    const stop = new AbortController()
    setImmediate(() => stop.abort())
    const { outcomes } = await runItems(items, { measure: async item => outcome(item), concurrency: 1, stop })
    expect(outcomes.length).toBeLessThan(3)
  })

  it('gives up after twenty failures in a row', async () => {
    const { outcomes, failures, reason } = await run(index => (index > 9 ? failed : undefined))
    expect([outcomes.length, failures.length]).toEqual([10, 20])
    expect(reason).toBe('20 items failed in a row.')
  })

  it('does not count failures between which something was measured', async () => {
    const { failures, stopped } = await run(index => (index % 20 === 19 ? undefined : failed))
    expect([failures.length, stopped]).toEqual([48, false])
  })

  it.each<[string, Error]>([
    ['no key', new JudgeError('No key.\nset it', { model: 'a/b', kind: 'no-key' })],
    ['no judge', new JudgeError('No key.\nset it', { model: 'a/b', kind: 'not-loaded' })],
    ['no more calls', new JudgeError('No key.\nset it', { model: 'a/b', kind: 'max-calls' })],
    ['a refused key', new JudgeError('No key.\nset it', { model: 'a/b', kind: 'http', status: 403 })],
    ['a full disk', new StoreError('No key.\nset it', { path: 'x' })],
  ])('stops at %s, and the item is not a failed one', async (_, error) => {
    const { outcomes, failures, reason } = await run(index => (index === 2 ? error : undefined))
    expect([outcomes.length, failures.length, reason]).toEqual([2, 0, 'No key.\nset it'])
  })

  it.each<[unknown, string]>([
    [new SecretError('context[0] contains a key.', { field: 'context[0]' }), 'context[0] contains a key.'],
    [new TypeError('x is undefined'), 'not an error of the package: x is undefined'],
    ['a\u001b[2Jtext', 'not an error of the package: a[2Jtext'],
  ])('tells what failed in one line: %j', async (error, reason) => {
    expect((await run(index => (index === 0 ? error : undefined))).failures).toEqual([
      { item: items[0], reason },
    ])
  })
})
