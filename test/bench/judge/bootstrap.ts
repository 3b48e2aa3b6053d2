/** Bootstrap intervals: the same on every run, since the numbers that look random are seeded. */
import { seededRandom } from '../random.ts'

export const resamples = 2000
const seed = 1

export interface Interval {
  low: number
  high: number
}

/**
 * The 95 % percentile interval of a statistic over 2,000 resamples. Each stratum is resampled by itself, with
 * replacement, to its own size; undefined when a stratum is empty or there is none.
 */
export function bootstrapInterval<T>(
  strata: readonly (readonly T[])[],
  statistic: (strata: readonly (readonly T[])[]) => number,
): Interval | undefined {
  if (strata.length === 0 || strata.some(stratum => stratum.length === 0)) return undefined
  const random = seededRandom(seed)
  const values = Array.from({ length: resamples }, () =>
    statistic(strata.map(stratum => stratum.map(() => stratum[Math.floor(random() * stratum.length)] as T))),
  ).sort((a, b) => a - b)
  const outside = Math.floor(resamples * 0.025)
  return { low: values[outside] as number, high: values[resamples - 1 - outside] as number }
}
