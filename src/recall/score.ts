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

/** Recall with two decimals, never rounded up to 1 or down to 0. */
export function shownRecall(recall: number): string {
  const rounded = Math.round(recall * 100) / 100
  if (rounded === 1 && recall < 1) return '0.99'
  if (rounded === 0 && recall > 0) return '0.01'
  return rounded.toFixed(2)
}

/** Whether recall, or recall as shown, reaches `min`: 2 of 3 passes 0.67. */
export function reachesMin(recall: number, min: number): boolean {
  return recall >= min || Number(shownRecall(recall)) >= min
}

/** recall × scale, rounded to two decimals. */
export function scoreOf(recall: number, scale: number): number {
  return Math.round(recall * scale * 100) / 100
}
