import { existsSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { processesOfRun, reportDirectory } from '../../src/options/config.ts'
import type { JestResults } from '../../src/reporters/jest-obsolete.ts'
import ContextRecallJestReporter from '../../src/reporters/jest.ts'

const passed: JestResults = { numTotalTestSuites: 0, testResults: [] }

afterEach(() => {
  delete process.env['CONTEXT_RECALL_REPORT']
  delete process.env['CONTEXT_RECALL_PROCESSES']
})

it('names its directory to the processes of the run, and removes it without a word when nothing was asserted', () => {
  const write = vi.spyOn(process.stderr, 'write')
  const reporter = new ContextRecallJestReporter()
  const directory = reportDirectory() ?? ''
  expect(existsSync(directory)).toBe(true)

  reporter.onRunComplete(new Set(), passed)

  expect(existsSync(directory)).toBe(false)
  expect(write).not.toHaveBeenCalled()
})

it('has a directory per run, as watch mode makes a reporter per run', () => {
  const first = new ContextRecallJestReporter()
  const before = reportDirectory()
  const second = new ContextRecallJestReporter()

  expect(reportDirectory()).not.toBe(before)
  for (const reporter of [first, second]) reporter.onRunComplete(new Set(), passed)
})

it.each([
  ['as many as there may be', 3, 8, true, 3],
  ['one per test file at the most', 3, 2, true, 2],
  ['one where Jest runs the files itself', 3, 8, false, 1],
  ['one where there is nothing to run', 3, 0, true, 1],
])('tells how many processes make the run: %s', (_, maxWorkers, numTotalTestSuites, showStatus, told) => {
  const reporter = new ContextRecallJestReporter({ maxWorkers })
  reporter.onRunStart({ numTotalTestSuites }, { showStatus })
  expect(processesOfRun()).toBe(told)
  reporter.onRunComplete(new Set(), passed)
})

it.each(['', '0', '-1', 'many', undefined])('takes %j for one process', value => {
  if (value !== undefined) process.env['CONTEXT_RECALL_PROCESSES'] = value
  expect(processesOfRun()).toBe(1)
})
