/** What an assertion leaves behind, from its outcome. */
import type { Verdict } from '../recall/verdicts.ts'
import type { AssertionMeta } from '../report/assertion-meta.ts'
import { toOneLine } from '../text.ts'
import type { AssertionOutcome } from './to-have-context-recall.ts'

/** The outcome as plain data without control characters; `retry` is the attempt of the test, from 0. */
export function assertionMeta(outcome: AssertionOutcome, retry: number): AssertionMeta {
  const { min, isNot, pass, measurement } = outcome
  const { answers, changes, estimate } = measurement
  const { reason: _, score: __, claims, ...result } = outcome.result
  return {
    ...result,
    claims: claims.map(printable),
    min,
    isNot,
    pass,
    byRule: answers.filter(answer => answer.how === 'by-rule').length,
    recorded: answers.filter(answer => answer.how === 'recorded').length,
    olderPrompts: answers.filter(answer => answer.olderPrompt).length,
    edited: answers.filter(answer => answer.edited).length,
    changes: changes.map(change => ({ ...change, claim: toOneLine(change.claim) })),
    ...(estimate !== undefined && { estimate }),
    retry,
  }
}

/** Judges and contexts may hold anything, and reporters print what they find. */
function printable({ text, evidence, rejected, gap, ...verdict }: Verdict): Verdict {
  return {
    ...verdict,
    text: toOneLine(text),
    evidence: evidence.map(piece => ({ ...piece, quote: toOneLine(piece.quote) })),
    rejected: rejected.map(toOneLine),
    ...(gap !== undefined && { gap: toOneLine(gap) }),
  }
}
