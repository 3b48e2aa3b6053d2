import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { reachesMin, recallOf, scoreOf, shownRecall } from '../../src/verdicts/score.ts'

test.each([
  [2, 3, '0.67'],
  [0, 3, '0.00'],
  [3, 3, '1.00'],
  [299, 300, '0.99'],
  [1, 300, '0.01'],
  [1, 8, '0.13'],
])('%i of %i is shown as %s', (attributed, total, shown) => {
  expect(shownRecall(recallOf(attributed, total))).toBe(shown)
})

test('recall of no claims is an error, not a number', () => {
  expect(() => recallOf(0, 0)).toThrow(UsageError)
})

test.each([
  [2, 3, 0.67, true],
  [2, 3, 0.66, true],
  [2, 3, 0.68, false],
  [9, 10, 0.9, true],
  [299, 300, 1, false],
  [1, 3, 0.34, false],
])('%i of %i reaches %f: %s', (attributed, total, min, reached) => {
  expect(reachesMin(attributed / total, min)).toBe(reached)
})

test.each([
  [2, 3, 1, 0.67],
  [2, 3, 10, 6.67],
  [2, 3, 0.5, 0.335],
  [2, 3, 0.01, 0.0067],
  [1, 15, 0.01, 0.0007],
  [199, 200, 1, 0.99],
  [1, 250, 1, 0.01],
  [199, 200, 10, 9.95],
  [1999, 2000, 10, 9.99],
  [199, 200, 100, 99.5],
  [29_999, 30_000, 100, 99.99],
  [1, 30_000, 100, 0.01],
  [199, 200, 0.5, 0.495],
  [1, 250, 0.01, 0.0001],
  [999, 1000, 3.333, 3.33],
  [999, 1000, 1.1, 1.09],
  [3, 3, 3.333, 3.333],
  [3, 3, 0.01, 0.01],
  [0, 3, 100, 0],
])('%i of %i on scale %d scores %d', (attributed, total, scale, score) => {
  expect(scoreOf(recallOf(attributed, total), scale)).toBe(score)
})

test('score and what is shown are whole for every claim only, nothing for none only, and never far from recall', () => {
  const scales = fc.oneof(
    fc.constantFrom(1, 10, 100, 0.5, 0.01, 5, 1.1, 0.07),
    fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(5000), scales, (total, some, scale) => {
      const attributed = Math.min(some, total)
      const recall = recallOf(attributed, total)
      const shown = shownRecall(recall)
      const score = scoreOf(recall, scale)
      expect([shown === '1.00', score === scale]).toEqual([attributed === total, attributed === total])
      expect([shown === '0.00', score === 0]).toEqual([attributed === 0, attributed === 0])
      expect(Math.abs(score - recall * scale)).toBeLessThanOrEqual(Math.min(1, scale) * 0.0101)
      expect(scoreOf(recall, 1).toFixed(2)).toBe(shown)
    }),
    { numRuns: 2000 },
  )
})
