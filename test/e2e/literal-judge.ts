/** The literal judge behind an HTTP server: it reads the rendered prompt. */
import { readPrompt } from '../../examples/hand-judged/read-prompt.ts'
import type { Answer } from '../../src/protocol.ts'
import { answerLiterally } from '../fixtures/literal-judge.ts'
import type { ServedRequest } from './judge-server.ts'

/** Answers a request of the judge server. */
export function literalJudge({ kind, prompt }: ServedRequest): Answer {
  const { groundTruth = '', claims, contexts } = readPrompt(prompt)
  return answerLiterally(kind === 'claims' ? { kind, groundTruth } : { kind, claims, contexts })
}
