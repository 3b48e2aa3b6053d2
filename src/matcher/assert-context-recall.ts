/** The assertion as a plain function, for runners without `expect.extend`. */
import { AssertionError } from 'node:assert'
import { judgeReceived, type GroundTruth } from './to-have-context-recall.ts'
import type { MatcherOptions } from '../options/options.ts'

/**
 * Throws an `AssertionError` with the matcher's message unless the contexts support the claims of the ground truth:
 * attributed / all claims reaches `min` (0 < min ≤ 1, by default 1). Other errors as from `measureContextRecall`.
 */
export async function assertContextRecall(
  contexts: unknown,
  groundTruth: GroundTruth,
  min?: number | (MatcherOptions & { min?: number }),
  options?: MatcherOptions,
): Promise<void> {
  const { verdict, outcome } = await judgeReceived(contexts, groundTruth, [min, options], {}, {})
  if (verdict.pass) return
  throw new AssertionError({
    message: verdict.message(),
    actual: outcome.result.recall,
    expected: outcome.min,
    operator: 'contextRecall',
    stackStartFn: assertContextRecall,
  })
}
