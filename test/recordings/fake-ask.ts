/** A judge for tests: answers what it is told to and keeps what it was asked. */
import type { Ask, LiveAnswers } from '../../src/recordings/recorded-judge.ts'
import type { Answer, RecallRequest } from '../../src/protocol.ts'
import { attributionAnswer, claimsAnswer } from './sample.ts'

export interface FakeAsk {
  ask: Ask
  calls: { request: RecallRequest; signal: AbortSignal | undefined }[]
}

/** Answers with `answersFor(request, number of the call from 0)`; by default with those of the sample. */
export function fakeAsk(
  answersFor: (request: RecallRequest, call: number) => Answer[] | Promise<Answer[]> = ({ kind }) => [
    kind === 'claims' ? claimsAnswer : attributionAnswer,
  ],
): FakeAsk {
  const calls: FakeAsk['calls'] = []
  return {
    calls,
    async ask(request, signal): Promise<LiveAnswers> {
      const call = calls.push({ request, signal }) - 1
      const answers = await answersFor(request, call)
      return {
        answers,
        answeredBy: 'fake-2026',
        usage: { inputTokens: 100, outputTokens: 10 },
        calls: answers.length,
      }
    },
  }
}
