import { describe, expect, test } from 'vitest'
import { compareContextRecall, UsageError, type JudgeRequest } from '../../src/index.ts'
import { answerLiterally } from '../fixtures/literal-judge.ts'

const dataset = [
  { question: 'What holds?', groundTruth: 'Alpha holds. Beta holds. Gamma holds.' },
  { question: 'What else?', groundTruth: ['Delta holds.'] },
]
const kinds: string[] = []
const model = {
  id: 'literal/judge',
  judge: async (request: JudgeRequest) => {
    kinds.push(request.kind)
    return answerLiterally(request)
  },
}

test('all strategies are measured against the same claims, extracted once per question', async () => {
  kinds.length = 0
  const comparison = await compareContextRecall({
    dataset,
    strategies: {
      words: question => (question === 'What holds?' ? ['Alpha holds.', 'Beta holds.'] : ['Delta holds.']),
      vectors: async () => [{ pageContent: 'Beta holds. Gamma holds. Delta holds.', metadata: {} }],
      nothing: () => [],
    },
    model,
    mode: 'live',
  })
  expect(kinds.toSorted()).toEqual(['attribution', 'attribution', 'attribution', 'attribution', 'claims'])
  expect(comparison.judge.calls).toBe(5)
  expect(comparison.strategies).toEqual({
    words: { mean: (2 / 3 + 1) / 2, wins: 0 },
    vectors: { mean: (2 / 3 + 1) / 2, wins: 0 },
    nothing: { mean: 0, wins: 0 },
  })
  expect(comparison.questions[0]?.onlyIn).toEqual({
    words: ['Alpha holds.'],
    vectors: ['Gamma holds.'],
    nothing: [],
  })
  expect(comparison.table).toMatchInlineSnapshot(`
    "             words  vectors  nothing
    What holds?   0.67     0.67     0.00
    What else?    1.00     1.00     0.00
    mean recall   0.83     0.83     0.00
    wins             0        0        0

    What holds?
      only words: Alpha holds.
      only vectors: Gamma holds."
  `)
})

test('a win is a recall higher than every other', async () => {
  const comparison = await compareContextRecall({
    dataset,
    strategies: {
      all: () => ['Alpha holds. Beta holds. Gamma holds. Delta holds.'],
      some: () => ['Alpha holds. Delta holds.'],
    },
    model,
    mode: 'live',
  })
  expect(comparison.questions.map(({ winner }) => winner)).toEqual(['all', undefined])
  expect(comparison.strategies.all.wins).toBe(1)
})

describe('refused:', () => {
  const two = { a: () => [], b: () => [] }
  test.each<[string, object, string]>([
    ['an empty dataset', { dataset: [], strategies: two }, 'The dataset is empty'],
    ['one strategy', { dataset, strategies: { a: () => [] } }, 'at least two strategies'],
    [
      'a strategy that is no function',
      { dataset, strategies: { ...two, c: ['x'] } },
      "The strategy 'c' must be a function",
    ],
    [
      'an item without a question',
      { dataset: [{ groundTruth: 'x' }], strategies: two },
      'must be { question, groundTruth }',
    ],
    [
      'what a strategy returns in no known shape',
      { dataset, strategies: { ...two, c: () => [{ a: 1 }] } },
      "what the strategy 'c' returned",
    ],
    ['an unknown option', { dataset, strategies: two, scale: 2 }, "The option 'scale' cannot be given"],
  ])('%s', async (_, input, message) => {
    const comparing = compareContextRecall({ model, mode: 'live', ...input } as never)
    await expect(comparing).rejects.toBeInstanceOf(UsageError)
    await expect(comparing).rejects.toThrow(message)
  })
})
