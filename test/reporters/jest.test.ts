import { existsSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import { reportDirectory } from '../../src/config.ts'
import ContextRecallJestReporter from '../../src/reporters/jest.ts'

afterEach(() => {
  delete process.env['CONTEXT_RECALL_REPORT']
})

it('names its directory to the processes of the run, and removes it without a word when nothing was asserted', () => {
  const write = vi.spyOn(process.stderr, 'write')
  const reporter = new ContextRecallJestReporter()
  const directory = reportDirectory() ?? ''
  expect(existsSync(directory)).toBe(true)

  reporter.onRunComplete()

  expect(existsSync(directory)).toBe(false)
  expect(write).not.toHaveBeenCalled()
})

it('has a directory per run, as watch mode makes a reporter per run', () => {
  const first = new ContextRecallJestReporter()
  const before = reportDirectory()
  const second = new ContextRecallJestReporter()

  expect(reportDirectory()).not.toBe(before)
  for (const reporter of [first, second]) reporter.onRunComplete()
})
