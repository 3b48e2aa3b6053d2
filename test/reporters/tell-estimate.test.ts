import { describe, expect, it } from 'vitest'
import type { EstimatedCall } from '../../src/protocol.ts'
import { shownMoney } from '../../src/reporters/tell-estimate.ts'
import { summarise, type ReportedAssertion } from '../../src/reporters/summary.ts'

function assertion(estimate: EstimatedCall[]): ReportedAssertion {
  const usage = { inputTokens: 0, outputTokens: 0 }
  const judge = { model: 'a/b', calls: estimate.length, replayed: 0, usage, recordings: [] }
  const counts = { byRule: 0, recorded: 0, olderPrompts: 0, edited: 0, retry: 0 }
  const verdicts = { recall: 0, attributed: 0, total: 1, claims: [], uncovered: [], changes: [] }
  return { test: 'a', judge, ...counts, ...verdicts, min: 1, isNot: false, pass: true, estimate }
}
const call = (key: string, money?: number): EstimatedCall => ({
  key,
  inputTokens: 1000,
  outputTokens: 1,
  ...(money !== undefined && { money }),
})

describe('the summary of an estimate', () => {
  it('counts a question once, and says how it is estimated', () => {
    expect(
      summarise([assertion([call('a', 1), call('b', 0.5)]), assertion([call('a', 1)]), assertion([])]).join(
        '\n',
      ),
    ).toMatchInlineSnapshot(`
      "Context recall  estimate: nothing was measured, and no assertion could fail
                      3 assertions; to record what is missing takes about 2 calls, 2,000 input tokens and 2 output tokens, 1.50 at the prices given
                      claims not on record count as 2 for each sentence of the ground truth; tokens as UTF-8 bytes / 4,
                      without thinking, second questions and retries"
    `)
  })

  it('tells no money unless all of it is known', () => {
    expect(summarise([assertion([call('a', 1), call('b')])]).join('\n')).not.toContain('prices')
  })

  it('says when a run would ask nothing, as every estimate says that nothing was measured', () => {
    expect(summarise([assertion([])])).toEqual([
      'Context recall  estimate: nothing was measured, and no assertion could fail',
      '                1 assertion, all on record: a run asks nothing',
    ])
  })

  it.each([
    [0, '0.00'],
    [0.004, '0.004'],
    [0.0000312, '0.00003'],
    [0.01, '0.01'],
    [12.345, '12.35'],
  ])('shows %d as %s', (money, shown) => {
    expect(shownMoney(money)).toBe(shown)
  })
})
