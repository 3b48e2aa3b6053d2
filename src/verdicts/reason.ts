/** The reason of a score, composed in code from the verdicts, so that score and reason cannot disagree. */
import { shorten, toOneLine } from '../text.ts'
import { shownRecall } from './score.ts'
import type { Evidence, Verdict } from './verdicts.ts'
import { wholeSentence } from '../evidence/whole-sentence.ts'

/** Says which claims were found and in which of the contexts, which were not, and what is missing or left out. */
export function composeReason(
  claims: readonly Verdict[],
  recall: number,
  contexts: readonly string[],
  uncovered: readonly string[] = [],
): string {
  const attributed = claims.filter(claim => claim.attributed)
  const others = claims.filter(claim => !claim.attributed)
  const parts = [
    `Context recall ${shownRecall(recall)}: the contexts support ${attributed.length} of ${claims.length} claims.`,
  ]
  if (attributed.length > 0)
    parts.push(
      `Attributed: ${attributed.map(claim => `${told(claim)} (${places(claim, contexts)})`).join('; ')}.`,
    )
  if (others.length > 0)
    parts.push(`Not attributed: ${others.map(claim => `${told(claim)} (${explainGap(claim)})`).join('; ')}.`)
  if (uncovered.length > 0) parts.push(`${saysLeftOut(uncovered)}: ${uncovered.map(quoted).join('; ')}.`)
  return parts.join(' ')
}

/** How many sentences the claims leave out. */
export function saysLeftOut({ length }: readonly string[]): string {
  return `The claims leave out ${length} ${length === 1 ? 'sentence' : 'sentences'} of the ground truth`
}

/** Why a claim is not attributed, in one line: its status and what is missing. */
export function explainGap(claim: Verdict): string {
  if (claim.status === 'unverified')
    return claim.rejected.length > 0
      ? `unverified: no context contains ${claim.rejected.map(quoted).join(', ')}`
      : 'unverified: the judge gave no verdict, or none with evidence'
  return claim.gap === undefined ? claim.status : `${claim.status}: ${withoutFullStop(toOneLine(claim.gap))}`
}

/** A text of a judge or a context as a quotation on one line. */
export function quoted(text: string): string {
  return `"${shorten(toOneLine(text), 120)}"`
}

/** Evidence as a quotation on one line: the sentence of its context that it stands in. */
export function quotedWhole(evidence: Evidence, contexts: readonly string[]): string {
  const context = contexts[evidence.context]
  return context === undefined ? quoted(evidence.quote) : `"${wholeSentence(context, evidence)}"`
}

/** A sentence without its full stop, to be set into another sentence. */
export function withoutFullStop(text: string): string {
  return text.replace(/[.。]$/, '')
}

function told(claim: Verdict): string {
  return withoutFullStop(toOneLine(claim.text))
}

function places(claim: Verdict, contexts: readonly string[]): string {
  return claim.evidence
    .map(evidence => `context[${evidence.context}] ${quotedWhole(evidence, contexts)}`)
    .join(', ')
}
