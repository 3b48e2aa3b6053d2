/** Asks the questions of one assertion: what is recorded is looked up first, and the rest counted before it is asked. */
import { JudgeError } from '../errors.ts'
import type { QuestionContext, RecordedAnswers } from '../recordings/recorded-judge.ts'
import type { RecallRequest } from '../protocol.ts'
import type { Composed } from './compose.ts'

/** A request with what comes with it. */
export interface PlannedQuestion {
  request: RecallRequest
  context: QuestionContext
}

/**
 * The answers, in the order of the questions. Nothing is asked where something is missing in replay, holds a secret, or
 * where there are more questions than `maxCalls` leaves calls. After a failure no question is begun, those under way
 * are waited for and recorded, and the first error is thrown.
 */
export async function askAll(
  composed: Composed,
  questions: readonly PlannedQuestion[],
): Promise<RecordedAnswers[]> {
  const { judge, concurrency } = composed
  if (questions.length < 2)
    return Promise.all(questions.map(({ request, context }) => judge.ask(request, context)))
  const answers = questions.map(({ request, context }) => judge.replay(request, context))
  const open = answers.flatMap((answer, index) => (answer === undefined ? [index] : []))
  if (open.length > 0) checkCalls(composed, questions.length, open.length)
  const failures: unknown[] = []
  const waiting = open.values()
  const askOneByOne = async (): Promise<void> => {
    for (const index of waiting) {
      const { request, context } = questions[index] as PlannedQuestion
      try {
        answers[index] = await judge.ask(request, context)
      } catch (error) {
        failures.push(error)
      }
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: concurrency }, askOneByOne))
  if (failures.length > 0) throw withProgress(failures[0], answers, open)
  return answers as RecordedAnswers[]
}

function checkCalls({ model, callsLeft, announceCalls }: Composed, all: number, open: number): void {
  const left = callsLeft()
  if (open <= left) return announceCalls(open)
  const recorded = all === open ? '' : ` (${all - open} more are recorded)`
  throw new JudgeError(
    `The judge ${model} was not asked: this assertion needs ${open} calls${recorded}, and maxCalls leaves ${left}.\n` +
      `  do  raise maxCalls by ${open - left} at least, and more for second questions; or raise maxInputTokens as far as\n` +
      '      the model allows, or give fewer or shorter contexts',
    { model, kind: 'max-calls' },
  )
}

/** A failure says what is on record by then: asking again goes on from there. */
function withProgress(
  error: unknown,
  answers: readonly (RecordedAnswers | undefined)[],
  open: readonly number[],
): unknown {
  const kept = open.filter(index => answers[index]?.how === 'recorded').length
  if (kept === 0 || !JudgeError.isInstance(error)) return error
  const { model, kind, status, body, cause } = error
  const message = `${error.message}\n  kept  ${kept} of ${open.length} answers of this assertion are recorded; run it again for the others`
  return new JudgeError(message, { model, kind, status, body, cause })
}
