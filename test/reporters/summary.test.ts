import { describe, expect, it } from 'vitest'
import type { MeasuredAssertion, NotMeasured, UnmeasuredAssertion } from '../../src/matcher/assertion.ts'
import { tellMissing } from '../../src/reporters/tell-missing.ts'
import { summarise } from '../../src/reporters/summary.ts'

type Measured = MeasuredAssertion & { test: string; testId?: string }

function assertion(test: string, recall: number, more: Partial<Measured> = {}): Measured {
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

function unmeasured(test: string, notMeasured: NotMeasured): UnmeasuredAssertion & { test: string } {
  return { test, notMeasured, error: 'It broke.', isNot: false, retry: 0 }
}

function recorded(calls: number): Partial<Measured> {
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

  it('counts what was not measured, by its kind, and takes it for no recall', () => {
    const negated = assertion('finds nothing', 0, { isNot: true })
    const all = [
      assertion('a', 1),
      unmeasured('b', 'missing-recording'),
      unmeasured('c', 'missing-recording'),
      unmeasured('d', 'judge-failed'),
      negated,
    ]
    expect(summarise(all)[0]).toBe(
      'Context recall  5 assertions (1 with .not, left out of the mean), 3 not measured (2 missing recordings, 1 judge failed), recall 1.00 (a)',
    )
    expect(summarise(all.slice(1, 4))).toEqual([
      'Context recall  3 assertions, 3 not measured (2 missing recordings, 1 judge failed)',
    ])
    expect(summarise([unmeasured('b', 'aborted'), unmeasured('c', 'max-calls'), negated])[0]).toBe(
      'Context recall  3 assertions, 1 with .not, 2 not measured (1 over maxCalls, 1 given up)',
    )
    expect(
      summarise([
        ...Array.from({ length: 2 }, () => unmeasured('d', 'judge-failed')),
        unmeasured('e', 'damaged-recording'),
        unmeasured('f', 'error'),
      ])[0],
    ).toContain('4 not measured (1 damaged recording, 2 judge failures, 1 other error)')
  })

  it('counts an assertion that was measured when it was tried again, and one that no longer was', () => {
    expect(summarise([unmeasured('a', 'judge-failed'), assertion('a', 1, { retry: 1 })])[0]).toBe(
      'Context recall  1 assertion, recall 1.00 (a)',
    )
    expect(summarise([assertion('a', 1, recorded(2)), { ...unmeasured('a', 'aborted'), retry: 1 }])).toEqual([
      'Context recall  1 assertion, 1 not measured (1 given up)',
      '                0 answers replayed, 2 recorded, 2 calls, 200 input and 20 output tokens',
    ])
  })
})

describe('missing recordings', () => {
  const miss = (index: number, difference: string, rerun: string): UnmeasuredAssertion & { test: string } => {
    const file = `__recordings__/context-recall/${index}.claims.jsonc`
    const questions = [{ file, inputTokens: 400 }, { inputTokens: 1234 }]
    return {
      ...unmeasured(`test ${index}`, 'missing-recording'),
      missing: { file, difference, rerun, questions },
    }
  }
  const model = 'model differs: "a" → "b"'

  it('are told in one paragraph: how many, why, the one command, and about what it takes', () => {
    const all = [
      ...Array.from({ length: 22 }, (_, index) =>
        miss(index, model, `npx vitest run ${index % 2 === 0 ? 'b' : 'a'}.test.ts`),
      ),
      miss(30, 'contexts differ', "npx vitest run 'my tests/c.test.ts'"),
      miss(31, 'nothing similar\n::error', 'npx vitest run a.test.ts'),
      // asked by two tests
      { ...miss(31, 'nothing similar\n::error', 'npx vitest run b.test.ts'), test: 'other' },
      assertion('a', 1),
    ]
    expect(tellMissing(all).join('\n')).toMatchInlineSnapshot(`
      "Context recall  24 recordings are missing
                      22 × model differs: "a" → "b"
                       1 × contexts differ
                       1 × nothing similar ::error
                      record  npx vitest run 'my tests/c.test.ts' a.test.ts b.test.ts
                      on your machine, then commit __recordings__/context-recall; about 49 calls and 40,000 input tokens"
    `)
  })

  it('are none in a run that misses nothing, and of the last attempt where a test was tried again', () => {
    expect(tellMissing([assertion('a', 1), unmeasured('b', 'judge-failed')])).toEqual([])
    const again = assertion('test 1', 1, { retry: 1 })
    expect(tellMissing([miss(1, model, 'npx vitest run a.test.ts'), again])).toEqual([])
  })

  it('of many files are recorded by running all, and of several configurations by as many commands', () => {
    const files = (head: string, count: number) =>
      Array.from({ length: count }, (_, index) => miss(index, `${head} ${index}`, `${head} ${index}.test.ts`))
    expect(tellMissing(files('npx jest --runTestsByPath', 21)).at(-2)?.trim()).toBe('record  npx jest')
    const lines = tellMissing([
      ...files('npx vitest run', 2),
      { ...miss(3, model, 'npx vitest run --config b.ts a.test.ts'), test: 'other' },
    ])
    expect(lines.slice(-3, -1)).toEqual([
      '                record  npx vitest run 0.test.ts 1.test.ts',
      '                        npx vitest run --config b.ts a.test.ts',
    ])
    expect(tellMissing(files('npx vitest run', 12))).toContain('                 4 × other differences')
  })
})
