import { expect, it } from 'vitest'
import { comparisonTable } from '../../src/measure/comparison-table.ts'
import { type ReportedAssertion, summarise } from '../../src/reporters/summary.ts'

const recalls = [...Array.from({ length: 249 }, () => 1), 0]

it('shows a mean of 1 only where every recall is 1, and of 0 only where every one is 0', () => {
  const table = comparisonTable([], {
    most: { mean: 249 / 250, wins: 1 },
    few: { mean: 1 / 250, wins: 0 },
    all: { mean: 1, wins: 0 },
    none: { mean: 0, wins: 0 },
  })
  expect(table.split('\n')[1]).toBe('mean recall  0.99  0.01  1.00  0.00')
  const assertions = recalls.map(
    (recall, index): ReportedAssertion =>
      ({
        test: `${index}`,
        recall,
        retry: 0,
        changes: [],
        uncovered: [],
        judge: { calls: 0, replayed: 1, usage: { inputTokens: 0, outputTokens: 0 } },
      }) as unknown as ReportedAssertion,
  )
  expect(summarise(assertions)[0]).toContain('recall mean 0.99, lowest 0.00')
})
