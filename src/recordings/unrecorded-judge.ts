/** A judge that answers by rule: the same in every mode, and nothing is read, written, announced or counted. */
import type { Answer, RecallRequest } from '../protocol.ts'
import type { RecordedJudge } from './recorded-judge.ts'

/** Stands where a recorded judge would; each request is answered once, by `answer`. */
export function unrecordedJudge(answer: (request: RecallRequest) => Promise<Answer>): RecordedJudge {
  return {
    ask: async request => ({
      answers: [await answer(request)],
      how: 'by-rule',
      usage: { inputTokens: 0, outputTokens: 0 },
      calls: 0,
      edited: false,
      olderPrompt: false,
    }),
    replay: () => undefined,
  }
}
