import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { MeasuredAssertion } from '../../src/matcher/assertion.ts'
import { appendAssertion, readAssertions } from '../../src/reporters/jest-channel.ts'

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'context-recall-channel-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

function sample(data: { test?: string; recall?: number } = {}): MeasuredAssertion & { test: string } {
  return {
    test: 'recalls',
    min: 1,
    isNot: false,
    pass: true,
    recall: 1,
    attributed: 1,
    total: 1,
    claims: [],
    uncovered: [],
    judge: {
      model: 'local/judge',
      calls: 0,
      replayed: 1,
      usage: { inputTokens: 0, outputTokens: 0 },
      recordings: [],
    },
    byRule: 0,
    recorded: 0,
    olderPrompts: 0,
    edited: 0,
    changes: [],
    retry: 0,
    ...data,
  }
}

it('reads what was added, in its order', () => {
  const directory = temporaryDirectory()
  const added = [sample(), sample({ recall: 0.5 }), sample({ test: 'another "test"\nof two lines' })]
  for (const assertion of added) appendAssertion(directory, assertion)

  expect(readAssertions(directory)).toEqual(added)
  expect(readdirSync(directory)).toEqual([`${process.pid}.asserted.jsonl`])
})

it('adds nothing when the reporter has gone', () => {
  const directory = join(temporaryDirectory(), 'gone')

  expect(() => appendAssertion(directory, sample())).not.toThrow()
  expect(() => readdirSync(directory)).toThrow('ENOENT')
})
