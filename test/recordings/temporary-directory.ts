/** Directories that go when the test is over. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Makes an empty directory for the running test. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'context-recall-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}
