import { describe, expect, test } from 'vitest'
import { composeFailureMessage } from '../../src/verdicts/failure-message.ts'
import { nearestIn } from '../../src/judge/lexical/nearest.ts'
import { composeReason } from '../../src/verdicts/reason.ts'
import type { ContextRecallResult } from '../../src/verdicts/result.ts'
import type { Verdict } from '../../src/verdicts/verdicts.ts'

const contexts = [
  'Albert Einstein (born on 14 March 1879 in Ulm, Germany) was a physicist. He liked to sail.',
  'He moved to Bern. There he published the theory of special relativity in 1905. The runs on weekdays are short.',
]

/** Where a quote stands in a context. */
function evidence(context: number, quote: string) {
  const start = contexts[context]?.indexOf(quote) ?? -1
  return { context, quote, start, end: start + quote.length }
}

function claim(text: string, verdict: Partial<Verdict> = {}): Verdict {
  const status = verdict.status ?? 'supported'
  return { text, attributed: status === 'supported', status, evidence: [], rejected: [], ...verdict }
}

function resultOf(claims: Verdict[]): ContextRecallResult {
  const attributed = claims.filter(({ attributed }) => attributed).length
  const recall = attributed / claims.length
  return {
    score: recall,
    reason: composeReason(claims, recall, contexts),
    recall,
    attributed,
    total: claims.length,
    claims,
    uncovered: [],
    judge: {
      model: 'openai/gpt-5.6-sol',
      calls: 0,
      replayed: 2,
      usage: { inputTokens: 0, outputTokens: 0 },
      recordings: ['__recordings__/context-recall/einstein.attribution.0123456789abcdef.jsonc'],
    },
  }
}

const einstein = resultOf([
  claim('Einstein was born in 1879.', {
    evidence: [evidence(0, 'born on 14 March 1879 in Ulm, Germany')],
  }),
  claim('Einstein developed relativity.', {
    evidence: [evidence(1, 'published the theory of special relativity in 1905')],
  }),
  claim('Einstein received the Nobel Prize.', {
    status: 'missing',
    gap: 'no context mentions a Nobel Prize.',
  }),
])
const failing = { min: 0.9, isNot: false, how: 'replayed', contexts }

test('a failure and a reason name the sentences that the claims leave out', () => {
  const uncovered = ['He sailed\n::error often.', `He wrote ${'much '.repeat(60)}.`]
  const message = composeFailureMessage({ ...einstein, uncovered }, failing)
  expect(message).toContain(
    '\n\n  The claims leave out 2 sentences of the ground truth:\n      "He sailed ::error often."\n      "He wrote much',
  )
  const notMessage = composeFailureMessage(
    { ...einstein, uncovered: ['He sailed.'] },
    { ...failing, isNot: true },
  )
  expect(notMessage).toContain('The claims leave out 1 sentence of the ground truth:\n      "He sailed."')
  expect(composeReason(einstein.claims, 2 / 3, contexts, ['He sailed.'])).toMatch(
    /\. The claims leave out 1 sentence of the ground truth: "He sailed\."\.$/,
  )
  expect(composeReason(einstein.claims, 2 / 3, contexts)).not.toContain('leave out')
})

describe('a failure', () => {
  test('lists what is not attributed first, then the evidence for the rest', () => {
    expect(composeFailureMessage(einstein, failing)).toMatchInlineSnapshot(`
      "Context recall 0.67 < 0.9. Not attributed (1 of 3): Einstein received the Nobel Prize.

      expect(contexts).toHaveContextRecall(groundTruth, 0.9)

        ✗ Einstein received the Nobel Prize.
            missing: no context mentions a Nobel Prize
        ✓ Einstein was born in 1879.
            context[0] "Albert Einstein (born on 14 March 1879 in Ulm, Germany) was a physicist."
        ✓ Einstein developed relativity.
            context[1] "There he published the theory of special relativity in 1905."

        contexts   2 retrieved
        judge      openai/gpt-5.6-sol, replayed
        recording  __recordings__/context-recall/einstein.attribution.0123456789abcdef.jsonc"
    `)
  })

  test('has its own sentence under .not', () => {
    expect(
      composeFailureMessage(einstein, { min: 0.5, isNot: true, how: 'recorded', contexts }),
    ).toMatchInlineSnapshot(`
      "Context recall 0.67, expected less than 0.5. Attributed (2 of 3): Einstein was born in 1879; Einstein developed relativity.

      expect(contexts).not.toHaveContextRecall(groundTruth, 0.5)

        ✗ Einstein received the Nobel Prize.
            missing: no context mentions a Nobel Prize
        ✓ Einstein was born in 1879.
            context[0] "Albert Einstein (born on 14 March 1879 in Ulm, Germany) was a physicist."
        ✓ Einstein developed relativity.
            context[1] "There he published the theory of special relativity in 1905."

        contexts   2 retrieved
        judge      openai/gpt-5.6-sol, recorded
        recording  __recordings__/context-recall/einstein.attribution.0123456789abcdef.jsonc"
    `)
  })

  test('shows what the judge quoted without any context saying so', () => {
    const result = resultOf([
      claim('It opened in 1932.', { status: 'unverified', rejected: ['opened to traffic in 1932'] }),
      claim('It is grey.', { status: 'unverified' }),
      claim('It runs daily.', {
        status: 'partial',
        gap: 'Only weekdays are stated.',
        evidence: [evidence(1, 'runs on weekdays')],
        rejected: ['runs at night'],
      }),
      claim('It leaves at 9:05.', { status: 'contradicted', gap: 'The context says 9:15.' }),
      claim('It is cheap.', { status: 'missing' }),
    ])
    expect(
      composeFailureMessage(result, { min: 1, isNot: false, how: 'recorded', contexts }),
    ).toMatchInlineSnapshot(`
      "Context recall 0.00 < 1. Not attributed (5 of 5): It opened in 1932; It is grey; It runs daily; It leaves at 9:05; It is cheap.

      expect(contexts).toHaveContextRecall(groundTruth, 1)

        ✗ It opened in 1932.
            unverified: no context contains "opened to traffic in 1932"
        ✗ It is grey.
            unverified: the judge gave no verdict, or none with evidence
        ✗ It runs daily.
            partial: Only weekdays are stated
            not found "runs at night"
            context[1] "The runs on weekdays are short."
        ✗ It leaves at 9:05.
            contradicted: The context says 9:15
        ✗ It is cheap.
            missing

        contexts   2 retrieved
        judge      openai/gpt-5.6-sol, recorded
        recording  __recordings__/context-recall/einstein.attribution.0123456789abcdef.jsonc"
    `)
  })

  test('never shortens away a claim that is not attributed, but counts attributed ones beyond a screen', () => {
    const result = resultOf([
      ...Array.from({ length: 60 }, (_, index) => claim(`Missing fact ${index}.`, { status: 'missing' })),
      ...Array.from({ length: 60 }, (_, index) =>
        claim(`Found fact ${index}.`, { evidence: [{ context: 0, quote: 'fact', start: 0, end: 4 }] }),
      ),
    ])
    const message = composeFailureMessage(result, failing)
    for (let index = 0; index < 60; index++) expect(message).toContain(`✗ Missing fact ${index}.`)
    expect(message).toMatch(/✓ 5[0-9] more attributed/)
    const [headline = ''] = message.split('\n')
    expect(headline).toMatch(/^Context recall 0\.50 < 0\.9\. Not attributed \(60 of 120\): .*; and \d+ more$/)
    expect(headline.length).toBeLessThan(400)
  })

  test('keeps text of a judge or a context from beginning a line or steering the terminal', () => {
    const hostile = '\n::error file=a.ts::owned\u001b[31m\u202e\r\n##[error]owned'
    const result = resultOf([
      claim(hostile, { status: 'missing', gap: hostile }),
      claim(`b ${hostile}`, {
        status: 'unverified',
        rejected: [hostile],
        evidence: [{ context: 0, quote: hostile, start: 0, end: hostile.length }],
      }),
    ])
    const message = composeFailureMessage(result, {
      ...failing,
      contexts: [hostile],
      question: hostile,
      nearest: nearestIn([hostile]),
    })
    expect(message).toContain('nearest context[0]')
    for (const line of message.split('\n')) expect(line).not.toMatch(/^\s*(::|##\[)/)
    // oxlint-disable-next-line no-control-regex -- looked for on purpose
    expect(message).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|##\[/)
  })
})

test('what the retriever calls a context stands beside it, and where the contexts came from', () => {
  const identities = ['docs/einstein.md', undefined, '::error\nx']
  const message = composeFailureMessage(einstein, {
    ...failing,
    identities,
    origin: 'tool results of search',
  })
  expect(message).toContain('context[0] (docs/einstein.md) "Albert Einstein (born on 14 March')
  expect(message).toContain('context[1] "There he published')
  expect(message).toContain('\n  contexts   2 retrieved (tool results of search)\n  judge      ')
})

describe('what was retrieved', () => {
  const nearest = nearestIn(contexts)

  test('is shown with the question, and beside claims without evidence as the nearest passage', () => {
    const result = resultOf([
      claim('Einstein received the Nobel Prize.', { status: 'missing', gap: 'no context mentions one' }),
      claim('Relativity is of 1906.', { status: 'contradicted' }),
      claim('It runs on weekdays and on Sundays.', {
        status: 'partial',
        evidence: [evidence(1, 'runs on weekdays')],
      }),
      claim('Zebras graze.', { status: 'missing' }),
    ])
    const details = { ...failing, nearest, identities: ['a.md'], question: 'Who was\n::error Einstein?' }
    expect(composeFailureMessage(result, details)).toMatchInlineSnapshot(`
      "Context recall 0.00 < 0.9. Not attributed (4 of 4): Einstein received the Nobel Prize; Relativity is of 1906; It runs on weekdays and on Sundays; Zebras graze.

      expect(contexts).toHaveContextRecall(groundTruth, 0.9)

        ✗ Einstein received the Nobel Prize.
            missing: no context mentions one
            nearest context[0] (a.md) "Albert Einstein (born on 14 March 1879 in Ulm, Germany) was a physicist." (by shared words; not judged)
        ✗ Relativity is of 1906.
            contradicted
            nearest context[1] "There he published the theory of special relativity in 1905." (by shared words; not judged)
        ✗ It runs on weekdays and on Sundays.
            partial
            context[1] "The runs on weekdays are short."
        ✗ Zebras graze.
            missing

        question   Who was ::error Einstein?
        contexts   2 retrieved
        judge      openai/gpt-5.6-sol, replayed
        recording  __recordings__/context-recall/einstein.attribution.0123456789abcdef.jsonc"
    `)
    expect(composeFailureMessage(result, { ...details, isNot: true, nearest: undefined })).not.toContain(
      'nearest',
    )
  })

  test('is said plainly to be nothing', () => {
    const message = composeFailureMessage(resultOf([claim('It is grey.', { status: 'missing' })]), {
      ...failing,
      contexts: [],
      nearest: nearestIn([]),
    })
    expect(message).toMatchInlineSnapshot(`
      "Context recall 0.00 < 0.9: 0 contexts were retrieved. Not attributed (1 of 1): It is grey.

      expect(contexts).toHaveContextRecall(groundTruth, 0.9)

        ✗ It is grey.
            missing

        contexts   0 retrieved
        judge      openai/gpt-5.6-sol, replayed
        recording  __recordings__/context-recall/einstein.attribution.0123456789abcdef.jsonc"
    `)
  })

  test('fits a screen with many claims, each whole, and quotes of one claim are counted', () => {
    const quote = evidence(0, 'was a physicist')
    const result = resultOf([
      claim('Einstein sailed to Bern.', {
        status: 'partial',
        evidence: Array.from({ length: 20 }, () => quote),
      }),
      ...Array.from({ length: 12 }, (_, index) => claim(`Einstein fact ${index}.`, { status: 'missing' })),
      claim('Einstein liked to sail.', { evidence: [evidence(0, 'liked to sail')] }),
    ])
    const lines = composeFailureMessage(result, { ...failing, nearest }).split('\n')
    expect(lines.length).toBeLessThan(50)
    expect(lines.filter(line => line.includes('✗ Einstein fact'))).toHaveLength(12)
    expect(lines.filter(line => line.startsWith('      nearest context[0]'))).toHaveLength(3)
    expect(lines).toContain('    the nearest passages of 9 claims are left out')
    expect(lines).toContain('      and 16 more')
  })
})

test('the reason says which claims were found and where, and what is missing', () => {
  expect(einstein.reason).toMatchInlineSnapshot(
    `"Context recall 0.67: the contexts support 2 of 3 claims. Attributed: Einstein was born in 1879 (context[0] "Albert Einstein (born on 14 March 1879 in Ulm, Germany) was a physicist."); Einstein developed relativity (context[1] "There he published the theory of special relativity in 1905."). Not attributed: Einstein received the Nobel Prize (missing: no context mentions a Nobel Prize)."`,
  )
})

test.each([
  [5, 5],
  [6, 4],
])('of %i recordings names %i, since long inputs have many', (count, named) => {
  const recordings = Array.from({ length: count }, (_, index) => `recordings/${index}.jsonc`)
  const message = composeFailureMessage({ ...einstein, judge: { ...einstein.judge, recordings } }, failing)
  expect(message.match(/^ {2}recording {2}recordings/gm)).toHaveLength(named)
  expect(message.includes(`and ${count - named} more`)).toBe(named < count)
})

test('where no claim is near to anything, the first words of what was retrieved are shown', () => {
  const result = resultOf([claim('Zebras graze.', { status: 'missing', gap: 'nothing on zebras' })])
  const many = [...contexts, 'Three.', 'Four.', 'Five.']
  const lines = (given: readonly string[], identities?: string[]): string[] =>
    composeFailureMessage(result, {
      ...failing,
      contexts: given,
      nearest: () => undefined,
      ...(identities && { identities }),
    })
      .split('\n')
      .filter(line => /^ {13}/.test(line))
  expect(lines(many, ['a.md'])).toEqual([
    '             context[0] (a.md) "Albert Einstein (born on 14 March 1879 in Ulm, Germany) was a physicist. He liked to sail."',
    '             context[1] "He moved to Bern. There he published the theory of special relativity in 1905. The runs on weekdays are short."',
    '             context[2] "Three."',
    '             and 2 more',
  ])
  expect(lines(many.slice(2, 4))).toHaveLength(2)
  const near = composeFailureMessage(result, { ...failing, nearest: () => evidence(0, 'born on 14 March') })
  expect(near.split('\n').filter(line => /^ {13}/.test(line))).toEqual([])
})

test('claims that leave sentences out are told with the way to have them extracted anew', () => {
  const { judge } = einstein
  const recordings = ['r/einstein-was.claims.0123456789abcdef.jsonc', ...judge.recordings]
  const given = { ...einstein, uncovered: ['He sailed.'], judge: { ...judge, recordings } }
  expect(composeFailureMessage(given, failing)).toContain(
    '    npx context-recall forget 0123456789abcdef has its claims extracted anew\n',
  )
})
