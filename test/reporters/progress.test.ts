import { expect, it } from 'vitest'
import { progressLine, progressLines } from '../../src/reporters/progress.ts'

const counts = (asked: number, answered: number, failed = 0) => ({ asked, answered, failed })

it('shows a line while something is asked, and none before and after', () => {
  expect(progressLine(counts(0, 0))).toBeUndefined()
  expect(progressLine(counts(8, 3))).toBe('context-recall: 3 of 8 questions answered')
  expect(progressLine(counts(8, 3, 2))).toBe('context-recall: 3 of 8 questions answered, 2 failed')
  expect(progressLine(counts(8, 6, 2))).toBeUndefined()
})

it('gives a log one line for every ten answers since it was last told', () => {
  expect(progressLines(counts(9, 0), counts(12, 9))).toEqual([])
  expect(progressLines(counts(12, 9), counts(33, 31))).toEqual([
    'context-recall: 10 questions answered',
    'context-recall: 20 questions answered',
    'context-recall: 30 questions answered',
  ])
  expect(progressLines(counts(33, 31), counts(39, 39))).toEqual([])
})
