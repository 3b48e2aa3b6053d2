import { describe, expect, it } from 'vitest'
import { summarise, type ReportedAssertion } from '../../src/report/summary.ts'

function assertion(test: string, recall: number, more: Partial<ReportedAssertion> = {}): ReportedAssertion {
  return {
    test,
    recall,
    attributed: recall * 4,
    total: 4,
    claims: [],
    uncovered: [],
    judge: {
      model: 'local/judge',
      calls: 0,
      replayed: 2,
      usage: { inputTokens: 0, outputTokens: 0 },
      recordings: [],
    },
    min: 1,
    isNot: false,
    pass: true,
    byRule: 0,
    recorded: 0,
    olderPrompts: 0,
    edited: 0,
    changes: [],
    retry: 0,
    ...more,
  }
}

function recorded(calls: number): Partial<ReportedAssertion> {
  const usage = { inputTokens: 100 * calls, outputTokens: 10 * calls }
  return {
    recorded: calls,
    judge: { model: 'local/judge', calls, replayed: 0, usage, recordings: [] },
  }
}

describe('the summary', () => {
  it('says nothing when nothing was asserted', () => {
    expect(summarise([])).toEqual([])
  })

  it('tells mean and lowest recall, and what was replayed, recorded and spent', () => {
    const lines = summarise([
      assertion('a > one', 1),
      assertion('a > two', 0.25),
      assertion('b', 1, recorded(2)),
    ])
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "Context recall  3 assertions, recall mean 0.75, lowest 0.25 (a > two)
                      4 answers replayed, 2 recorded, 2 calls, 200 input and 20 output tokens"
    `)
  })

  it('tells what the built-in judge answered by itself, and beside what was replayed', () => {
    const none = { inputTokens: 0, outputTokens: 0 }
    const judge = { model: 'builtin/lexical', calls: 0, replayed: 0, usage: none, recordings: [] }
    const rough = assertion('a', 0.5, { byRule: 2, judge })
    expect(summarise([rough]).join('\n')).toMatchInlineSnapshot(`
      "Context recall  1 assertion, recall 0.50 (a)
                      2 answers of the built-in rough word-overlap judge"
    `)
    expect(summarise([rough, assertion('b', 0.5)]).join('\n')).toMatchInlineSnapshot(`
      "Context recall  2 assertions, recall mean 0.50, lowest 0.50 (a)
                      2 answers replayed, 0 recorded, 0 calls; 2 answers of the built-in rough word-overlap judge"
    `)
  })

  it('tells what the claims leave out of ground truths', () => {
    const lines = summarise([
      assertion('a', 1, { uncovered: ['One holds.', 'Two holds.'] }),
      assertion('b', 1, { uncovered: ['Three holds.'] }),
      assertion('c', 1),
    ])
    expect(lines.at(-1)?.trim()).toBe('3 sentences of ground truths left out by the claims: a; b')
    expect(summarise([assertion('c', 1)]).join()).not.toContain('left out')
  })

  it('tells one assertion as one', () => {
    expect(summarise([assertion('a', 0.5)]).join('\n')).toMatchInlineSnapshot(`
      "Context recall  1 assertion, recall 0.50 (a)
                      2 answers replayed, 0 recorded, 0 calls"
    `)
  })

  it('leaves assertions with .not out of mean and lowest', () => {
    const negated = assertion('finds nothing', 0, { isNot: true })
    expect(summarise([assertion('a', 1), assertion('b', 0.5), negated])[0]).toBe(
      'Context recall  3 assertions (1 with .not, left out of the mean), recall mean 0.75, lowest 0.50 (b)',
    )
    expect(summarise([negated])[0]).toBe('Context recall  1 assertion with .not')
  })

  it('takes recall of the last attempt, and calls and recordings of all', () => {
    const lines = summarise([
      assertion('flaky', 0.25, { ...recorded(2), retry: 0 }),
      assertion('flaky', 0.75, { retry: 1 }),
      assertion('other', 0.75),
    ])
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "Context recall  2 assertions, recall mean 0.75, lowest 0.75 (flaky)
                      4 answers replayed, 2 recorded, 2 calls, 200 input and 20 output tokens"
    `)
  })

  it('does not take tests of one name for attempts of one', () => {
    const lines = summarise([
      assertion('a', 1, { testId: '1', retry: 0 }),
      assertion('a', 1, { testId: '2', retry: 1 }),
    ])
    expect(lines[0]).toContain('2 assertions')
  })

  it('tells which verdicts changed, what a person corrected, and what an earlier prompt answered', () => {
    const changes = [
      { claim: 'Einstein\u001b[31m\nwas born.', before: 'supported', after: 'missing' } as const,
    ]
    const lines = summarise([assertion('a', 1, { changes, edited: 1, olderPrompts: 2 })])
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "Context recall  1 assertion, recall 1.00 (a)
                      2 answers replayed, 0 recorded, 0 calls
                      1 answer replayed as corrected by hand
                      2 answers replayed from an earlier release's prompt; -u records them anew
                      changed  Einstein[31m was born.: supported → missing"
    `)
  })

  it('stops after 20 changed verdicts', () => {
    const change = { claim: 'One.', before: 'missing', after: 'supported' } as const
    const lines = summarise([assertion('a', 1, { changes: Array.from({ length: 25 }, () => change) })])
    expect(lines).toHaveLength(23)
    expect(lines.at(-1)?.trim()).toBe('and 5 more verdicts changed')
  })
})
