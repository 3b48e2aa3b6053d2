/** Figures that sum up many durations. */

export interface Summary {
  count: number
  median: number
  p95: number
  mean: number
}

/** Sums up durations, of which there must be at least one. */
export function summarise(durations: readonly number[]): Summary {
  const sorted = durations.toSorted((a, b) => a - b)
  return {
    count: sorted.length,
    median: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    mean: sorted.reduce((sum, duration) => sum + duration, 0) / sorted.length,
  }
}

export function median(durations: readonly number[]): number {
  return summarise(durations).median
}

function quantile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('nothing was measured')
  return value
}
