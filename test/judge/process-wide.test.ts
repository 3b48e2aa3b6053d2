import { expect, it } from 'vitest'
import { processWide } from '../../src/judge/process-wide.ts'

it('is one holder, whoever asks', () => {
  expect(processWide()).toBe(processWide())
})

it('is found again by another copy of the package', () => {
  const core = process.getBuiltinModule('node:worker_threads') as { [key: symbol]: unknown }
  expect(core[Symbol.for('context-recall.process')]).toBe(processWide())
})
