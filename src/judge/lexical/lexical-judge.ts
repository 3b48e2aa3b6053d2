/** The built-in judge `builtin/lexical`: rough answers by comparing words, without a model, a key or a network. */
import type { Answer, RecallRequest } from '../../protocol.ts'
import { attributeClaims } from './attribute.ts'
import { extractClaims } from './extract-claims.ts'

/** The same answer for the same request, always and everywhere; where it is unsure, a claim is missing. */
export function answerLexically(request: RecallRequest): Answer {
  return request.kind === 'claims'
    ? { claims: extractClaims(request.groundTruth) }
    : { verdicts: attributeClaims(request.claims, request.contexts) }
}
