import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { reachesMin, recallOf, scoreOf, shownRecall } from '../../src/recall/score.ts'

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
  [2 / 3, 1, 0.67],
  [2 / 3, 10, 6.67],
  [1, 100, 100],
  [0, 5, 0],
])('recall %f on scale %i scores %f', (recall, scale, score) => {
  expect(scoreOf(recall, scale)).toBe(score)
})

test('what is shown is 1 for every claim only and 0 for none only', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5000 }), fc.nat(5000), (total, some) => {
      const attributed = Math.min(some, total)
      const shown = shownRecall(recallOf(attributed, total))
      expect(shown === '1.00').toBe(attributed === total)
      expect(shown === '0.00').toBe(attributed === 0)
    }),
  )
})
