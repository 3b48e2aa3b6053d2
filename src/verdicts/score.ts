/** The numbers: recall, how it is shown, when it passes, and the score. */
import { UsageError } from '../errors.ts'

/**
 * Context recall: attributed claims / all claims, 0 to 1, as ragas and Mastra define it.
 * Throws when there is no claim, since nothing can be recalled then.
 */
export function recallOf(attributed: number, total: number): number {
  if (total < 1) throw new UsageError('Recall of no claims is not defined.')
  return attributed / total
}

/** Recall with two decimals, never rounded up to 1 or down to 0: its score on a scale of 1. */
export function shownRecall(recall: number): string {
  return scoreOf(recall, 1).toFixed(2)
}

/** Whether recall, or recall as shown, reaches `min`: 2 of 3 passes 0.67. */
export function reachesMin(recall: number, min: number): boolean {
  return recall >= min || Number(shownRecall(recall)) >= min
}

/**
 * recall × scale, rounded to two decimals, or to a hundredth of a scale below 1, which two decimals may not show. It
 * is `scale` when all claims are attributed and 0 when none is, and never rounded to either.
 */
export function scoreOf(recall: number, scale: number): number {
  if (recall <= 0 || recall >= 1) return recall * scale
  const unit = Math.min(scale, 1)
  const steps = Math.max(1, Math.round(recall * (scale / unit) * 100))
  const score = inUnits(steps, unit)
  return score < scale ? score : inUnits(steps - 1, unit)
}

/** Hundredths of a unit, without the noise of binary fractions: 7 of 0.01 are 0.0007. */
function inUnits(hundredths: number, unit: number): number {
  return Number(((hundredths / 100) * unit).toPrecision(15))
}
