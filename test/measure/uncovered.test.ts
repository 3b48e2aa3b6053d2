/** What the claims leave out of a ground truth, as a measurement shows it. */
import { describe, expect, it } from 'vitest'
import { compareContextRecall, measureContextRecall } from '../../src/index.ts'
import { fakeJudge, type FakeJudge } from '../fixtures/fake-judge.ts'
import { temporaryDirectory } from '../recordings/temporary-directory.ts'

const groundTruth = 'Ada Kern was born in 1879. She built two bridges. She received a medal. Did you know?'
const contexts = ['Ada Kern was born in 1879.']
const lossy = { claims: ['Ada Kern was born in 1879.'] }
const whole = {
  claims: ['Ada Kern was born in 1879.', 'Ada Kern built two bridges.', 'Ada Kern received a medal.'],
}
const first = { claim: 1, status: 'supported', evidence: [{ context: 1, quote: 'born in 1879' }], gap: '' }
const verdicts = { verdicts: [first] }
const uncovered = ['She built two bridges.', 'She received a medal.']

function measure(model: FakeJudge, options: object = {}) {
  return measureContextRecall({ groundTruth, contexts, model, mode: 'live', ...options })
}

describe('a measurement', () => {
  it('shows what the second answer leaves out as well, without changing recall', async () => {
    const result = await measure(fakeJudge([lossy, lossy, verdicts]))
    expect(result).toMatchObject({ recall: 1, score: 1, total: 1, uncovered })
    expect(result.reason).toContain(
      'The claims leave out 2 sentences of the ground truth: "She built two bridges."; "She received a medal.".',
    )
  })

  it('has nothing to show when the second answer is whole, or the claims are given', async () => {
    const missing = [2, 3].map(claim => ({ claim, status: 'missing', evidence: [], gap: 'no' }))
    const result = await measure(fakeJudge([lossy, whole, { verdicts: [first, ...missing] }]))
    expect(result).toMatchObject({ total: 3, uncovered: [] })
    expect(result.reason).not.toContain('leave out')
    const given = await measure(fakeJudge([verdicts]), { groundTruth: ['Ada Kern was born in 1879.'] })
    expect(given.uncovered).toEqual([])
  })

  it('shows the same from recordings, and asks nothing', async () => {
    const recordings = temporaryDirectory()
    const recorded = await measure(fakeJudge([lossy, lossy, verdicts]), { mode: 'record', recordings })
    const judge = fakeJudge([])
    const replayed = await measure(judge, { mode: 'replay', recordings })
    expect(replayed.uncovered).toEqual(uncovered)
    expect({ ...replayed, judge: 0 }).toEqual({ ...recorded, judge: 0 })
    expect(judge.requests).toEqual([])
  })

  it('shows a redacted text as the judge saw it', async () => {
    const redact = (text: string): string => text.replaceAll('medal', '[thing]')
    const result = await measure(fakeJudge([lossy, lossy, verdicts]), { redact })
    expect(result.uncovered).toEqual(['She built two bridges.', 'She received a [thing].'])
  })

  it('asks once more for claims in the language of the ground truth at most', async () => {
    const german = {
      claims: ['Ada Kern wurde im Jahr 1879 geboren.', 'Sie hat zwei Brücken gebaut und eine Medaille.'],
    }
    const judge = fakeJudge([german, { verdicts: [first, { ...first, claim: 2 }] }, verdicts])
    expect((await measure(judge)).uncovered).toEqual([])
    expect(judge.requests.filter(({ kind }) => kind === 'claims')).toHaveLength(1)
  })
})

it('a comparison shows it for every strategy', async () => {
  const model = fakeJudge([lossy, lossy, verdicts, verdicts])
  const { questions } = await compareContextRecall({
    dataset: [{ question: 'Who?', groundTruth }],
    strategies: { one: () => contexts, other: () => [`${contexts[0]} Yes.`] },
    model,
    mode: 'live',
  })
  expect(questions[0]?.results.one).toMatchObject({
    uncovered,
    reason: expect.stringContaining('leave out 2'),
  })
  expect(questions[0]?.results.other.uncovered).toEqual(uncovered)
})
