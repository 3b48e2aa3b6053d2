/** The result of one measurement, composed from settled verdicts. */
import type { Usage } from '../protocol.ts'
import { originalOffset, type ArrangedContexts } from '../contexts/arrange-contexts.ts'
import { composeReason } from './reason.ts'
import { recallOf, scoreOf } from './score.ts'
import type { Evidence, SettledVerdict, Verdict } from './verdicts.ts'

/** Who judged, and what it cost. */
export interface JudgeReport {
  /** The model id that is keyed, such as `openai/gpt-5.6-sol`. */
  model: string
  /** Live calls made for this measurement. */
  calls: number
  /** Questions answered from recordings. */
  replayed: number
  /** Tokens of the live calls. */
  usage: Usage
  /** The recordings that were read or written, as paths. */
  recordings: string[]
}

/** What one measurement of context recall found. */
export interface ContextRecallResult {
  /** recall × scale, rounded as `scoreOf` says: `scale` for all claims only, 0 for none only. */
  score: number
  /** Which claims were found and where, which were not, and what is missing. */
  reason: string
  /** attributed / total, exact, 0 to 1. */
  recall: number
  attributed: number
  total: number
  claims: Verdict[]
  /** Sentences of the ground truth that none of the extracted claims takes up: recall says nothing about them. */
  uncovered: string[]
  judge: JudgeReport
}

/** What was measured: verdicts on claims, and what the claims leave out of the ground truth. */
export interface Measured {
  verdicts: readonly SettledVerdict[]
  uncovered: string[]
}

/** Composes the result. `contexts` are the caller's, in whose positions and offsets evidence is given. */
export function composeResult(
  { verdicts, uncovered }: Measured,
  contexts: readonly string[],
  arranged: ArrangedContexts,
  scale: number,
  judge: JudgeReport,
): ContextRecallResult {
  const claims = verdicts.map(({ answered: _, ...verdict }) => ({
    ...verdict,
    evidence: verdict.evidence.flatMap(evidence => whereTheCallerHasIt(evidence, contexts, arranged)),
  }))
  const attributed = claims.filter(claim => claim.attributed).length
  const total = claims.length
  const recall = recallOf(attributed, total)
  const reason = composeReason(claims, recall, contexts, uncovered)
  return { score: scoreOf(recall, scale), reason, recall, attributed, total, claims, uncovered, judge }
}

function whereTheCallerHasIt(
  evidence: Evidence,
  contexts: readonly string[],
  { positions }: ArrangedContexts,
): Evidence[] {
  return (positions[evidence.context] ?? []).map(context => {
    const original = contexts[context] ?? ''
    const start = originalOffset(original, evidence.start)
    const end = originalOffset(original, evidence.end)
    return { context, quote: original.slice(start, end), start, end }
  })
}
