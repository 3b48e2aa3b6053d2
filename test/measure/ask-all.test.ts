import { expect, test } from 'vitest'
import { JudgeError } from '../../src/errors.ts'
import type { RecordedAnswers } from '../../src/recordings/recorded-judge.ts'
import { askAll, type PlannedQuestion } from '../../src/measure/ask-all.ts'
import type { Composed } from '../../src/measure/compose.ts'

const recorded: RecordedAnswers = {
  answers: [],
  how: 'recorded',
  usage: { inputTokens: 1, outputTokens: 1 },
  calls: 1,
  edited: false,
  olderPrompt: false,
}
const questions: PlannedQuestion[] = Array.from({ length: 6 }, (_, index) => ({
  request: { kind: 'attribution', claims: [`${index}`], contexts: ['context'] },
  context: { groundTruth: 'ground truth' },
}))

/** A judge with recordings of some questions, and what was asked of it. */
function composedOf({ known = [0, 1], left = 10, failing = -1 }) {
  const asked: number[] = []
  const announced: number[] = []
  const indexOf = ({ request }: Pick<PlannedQuestion, 'request'>): number =>
    questions.findIndex(question => question.request === request)
  const parts: Partial<Composed> = {
    model: 'fake/judge',
    concurrency: 2,
    callsLeft: () => left,
    announceCalls: calls => announced.push(calls),
    judge: {
      replay: request =>
        known.includes(indexOf({ request })) ? { ...recorded, how: 'replayed' } : undefined,
      ask: async request => {
        const index = indexOf({ request })
        asked.push(index)
        await new Promise(resolve => setTimeout(resolve, index === failing ? 0 : 20))
        if (index === failing)
          throw new JudgeError('The judge failed.', { model: 'fake/judge', kind: 'http', status: 500 })
        return recorded
      },
    },
  }
  return { composed: parts as Composed, asked, announced }
}

test('asks what is not recorded, says how much that is, and answers in order', async () => {
  const { composed, asked, announced } = composedOf({ known: [1, 4] })
  const answers = await askAll(composed, questions)
  expect(asked).toEqual([0, 2, 3, 5])
  expect(announced).toEqual([4])
  const [r, p] = ['recorded', 'replayed']
  expect(answers.map(({ how }) => how)).toEqual([r, p, r, r, p, r])
})

test('announces nothing when all is recorded', async () => {
  const { composed, asked, announced } = composedOf({ known: [0, 1, 2, 3, 4, 5] })
  await askAll(composed, questions)
  expect([asked, announced]).toEqual([[], []])
})

test('asks nothing when maxCalls leaves too few calls, and says how many it takes', async () => {
  const { composed, asked, announced } = composedOf({ left: 3 })
  await expect(askAll(composed, questions)).rejects.toThrowErrorMatchingInlineSnapshot(`
    [JudgeError: The judge fake/judge was not asked: this assertion needs 4 calls (2 more are recorded), and maxCalls leaves 3.
      do  raise maxCalls by 1 at least, and more for second questions; or raise maxInputTokens as far as
          the model allows, or give fewer or shorter contexts]
  `)
  expect([asked, announced]).toEqual([[], []])
})

test('asks when the calls left are just enough', async () => {
  const { composed, asked } = composedOf({ left: 4 })
  await askAll(composed, questions)
  expect(asked).toEqual([2, 3, 4, 5])
})

test('begins no question after a failure, waits for those under way, and says what is kept', async () => {
  const { composed, asked } = composedOf({ known: [], failing: 3 })
  const failed = askAll(composed, questions)
  await expect(failed).rejects.toThrowErrorMatchingInlineSnapshot(`
    [JudgeError: The judge failed.
      kept  3 of 6 answers of this assertion are recorded; run it again for the others]
  `)
  await expect(failed).rejects.toMatchObject({ kind: 'http', status: 500, model: 'fake/judge' })
  expect(asked).toEqual([0, 1, 2, 3])
})
