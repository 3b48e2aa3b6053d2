import { describe, expect, test } from 'vitest'
import {
  createContextRecallScorer,
  fromToolResults,
  measureContextRecall,
  UsageError,
  type ScorerOptions,
} from '../../src/index.ts'
import { fakeJudge, type FakeJudge } from '../fixtures/fake-judge.ts'

const claims = { claims: ['Alpha holds.', 'Beta holds.', 'Gamma holds.'] }
const verdicts = {
  verdicts: [
    { claim: 1, status: 'supported', evidence: [{ context: 1, quote: 'Alpha holds' }], gap: '' },
    { claim: 2, status: 'supported', evidence: [{ context: 1, quote: 'Beta holds' }], gap: '' },
    { claim: 3, status: 'missing', evidence: [], gap: 'Nothing on gamma.' },
  ],
}
const groundTruth = 'Alpha, beta and gamma hold.'
const context = ['Alpha holds. Beta holds.']
const agentInput = {
  inputMessages: [
    {
      id: '1',
      role: 'user',
      createdAt: new Date(0),
      content: { format: 2, parts: [{ type: 'text', text: 'Which hold?' }] },
    },
  ],
  rememberedMessages: [],
  systemMessages: [],
  taggedSystemMessages: {},
}
const agentOutput = [
  { id: '2', role: 'assistant', createdAt: new Date(0), content: { format: 2, parts: [] } },
]

function scorerOf(judge: FakeJudge, options: ScorerOptions): ReturnType<typeof createContextRecallScorer> {
  return createContextRecallScorer({ model: judge, options: { mode: 'live', ...options } })
}

test('scores two of three claims as 0.67 and says why', async () => {
  const result = await scorerOf(fakeJudge([claims, verdicts]), { context }).run({ groundTruth })
  expect(result).toMatchObject({ score: 0.67, recall: 2 / 3, attributed: 2, total: 3 })
  expect(result.reason).toContain('Not attributed: Gamma holds (missing: Nothing on gamma).')
})

test('the reason says which tool calls gave no contexts, since they failed', async () => {
  const part = (toolName: string, output: unknown) => ({
    type: 'tool-result',
    toolCallId: toolName,
    toolName,
    output,
  })
  const output = [
    { role: 'tool', content: [part('search', context), part('look', { isError: true, content: [] })] },
  ]
  const scorer = scorerOf(fakeJudge([claims, verdicts]), { contextExtractor: fromToolResults() })
  const { reason } = await scorer.run({ groundTruth, output, input: agentInput })
  expect(reason).toMatch(/ \(1 failed or denied call is left out: look\.\)$/)
})

test('score is recall times scale', async () => {
  const result = await scorerOf(fakeJudge([claims, verdicts]), { context, scale: 10 }).run({ groundTruth })
  expect(result).toMatchObject({ score: 6.67, recall: 2 / 3 })
})

test('has the identity of the documented scorer', () => {
  expect(scorerOf(fakeJudge([]), { context })).toMatchObject({
    id: 'context-recall-scorer',
    name: 'Context Recall Scorer',
    type: 'agent',
    description: expect.stringContaining('claims'),
  })
})

test.each([undefined, null, '', '  ', []])(
  'a missing ground truth (%j) scores 0 without a call',
  async absent => {
    const judge = fakeJudge([])
    const result = await scorerOf(judge, { context }).run({ groundTruth: absent })
    expect(result).toMatchObject({ score: 0, total: 0, reason: expect.stringContaining('no ground truth') })
    expect(judge.requests).toEqual([])
  },
)

test('a ground truth without a claim scores 0 with that reason', async () => {
  const result = await scorerOf(fakeJudge([{ claims: [] }]), { context }).run({
    groundTruth: 'I do not know.',
  })
  expect(result).toMatchObject({ score: 0, total: 0, reason: expect.stringContaining('no claim') })
})

describe('contexts', () => {
  test.each([
    ['of the extractor, from an agent run', agentInput, agentOutput, 'extracted'],
    ['as given, when it is no agent run', { question: 'x' }, 'answer', 'given'],
    ['as given, when the output is no list of messages', agentInput, [{ text: 'no message' }], 'given'],
  ])('with both options are those %s', async (_, input, output, expected) => {
    const judge = fakeJudge([
      claims,
      { verdicts: [1, 2, 3].map(claim => ({ claim, status: 'missing', evidence: [], gap: '' })) },
    ])
    const scorer = scorerOf(judge, { context: ['given'], contextExtractor: () => ['extracted'] })
    await scorer.run({ input, output, groundTruth })
    expect(judge.requests[1]).toMatchObject({ contexts: [expected] })
  })

  test('come from an extractor alone whatever the format, asynchronous too', async () => {
    const judge = fakeJudge([claims, verdicts])
    const contextExtractor = async (input: unknown, output: unknown): Promise<string[]> => [
      `${input}`,
      `${output}`,
    ]
    await scorerOf(judge, { contextExtractor }).run({
      input: 'Alpha holds. Beta holds.',
      output: 'out',
      groundTruth,
    })
    expect(judge.requests[1]).toMatchObject({ contexts: ['Alpha holds. Beta holds.', 'out'] })
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('no tool results')
      },
      'The contextExtractor threw: no tool results',
    ],
    ['rejects', () => Promise.reject(new Error('gone')), 'The contextExtractor threw: gone'],
    [
      'returns no array',
      () => ({ hits: 1 }),
      'what contextExtractor returned is an object with the keys hits',
    ],
    [
      'returns something else than texts',
      () => ['a', { body: 'b' }],
      'context[1] has no text that is known: it is an object with the keys body',
    ],
  ])('an extractor that %s is named before anything is spent', async (_, contextExtractor, message) => {
    const judge = fakeJudge([])
    const run = scorerOf(judge, { contextExtractor }).run({ groundTruth })
    await expect(run).rejects.toThrow(message)
    expect(judge.requests).toEqual([])
  })

  test('may be an empty list, which means recall 0 without an attribution call', async () => {
    const judge = fakeJudge([claims])
    expect(await scorerOf(judge, { context: [] }).run({ groundTruth })).toMatchObject({ score: 0, total: 3 })
    expect(judge.requests).toHaveLength(1)
  })
})

test("the question is taken from an agent's input", async () => {
  const judge = fakeJudge([claims, verdicts])
  await scorerOf(judge, { context }).run({ input: agentInput, output: agentOutput, groundTruth })
  expect(judge.requests[0]).toMatchObject({ kind: 'claims', question: 'Which hold?' })
})

test('options beside the options are refused, saying where they belong', () => {
  const make = (config: object): unknown => createContextRecallScorer({ options: { context }, ...config })
  expect(() => make({ mode: 'replay', scale: 2 })).toThrow(
    "createContextRecallScorer takes { model, options }; 'mode', 'scale' are neither.\n  do  put them into options",
  )
  expect(() => make({ mode: undefined })).not.toThrow()
})

test.each([
  [{}, 'neither context nor contextExtractor'],
  [{ context, scale: 0 }, "'scale' must be a number above 0"],
  [{ context, contexts: [] }, "did you mean 'context'?"],
])('%j is refused when the scorer is made', (options, message) => {
  const make = (): unknown => createContextRecallScorer({ model: 'openai/x', options })
  expect(make).toThrow(UsageError)
  expect(make).toThrow(message)
})

test('run without anything scores 0, and a measurement of nothing is refused', async () => {
  expect(await scorerOf(fakeJudge([]), { context }).run()).toMatchObject({ score: 0, total: 0 })
  await expect(measureContextRecall(undefined as never)).rejects.toThrow(
    'measureContextRecall takes { groundTruth',
  )
})

test('claims given as an array are not extracted', async () => {
  const judge = fakeJudge([verdicts])
  const result = await scorerOf(judge, { context }).run({
    groundTruth: ['Alpha holds.', 'Beta holds.', 'Gamma holds.'],
  })
  expect(result.attributed).toBe(2)
  expect(judge.requests.map(request => request.kind)).toEqual(['attribution'])
})
