/** The channel from Jest's test processes to the reporter: a directory with files per process, a line per message. */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReportedAssertion } from './summary.ts'

/** The recordings a test file used. */
export interface JestFileUse {
  testFile: string
  /** Absolute paths by the test's name; under '' those that were used outside of tests. */
  files: Record<string, string[]>
  /** Whether something was asked in mode `live`. */
  live: boolean
}

/** Adds an assertion; a run whose reporter has gone needs none. */
export function appendAssertion(directory: string, assertion: ReportedAssertion): void {
  append(directory, 'asserted', assertion)
}

/** Adds what a test file used. */
export function appendUse(directory: string, use: JestFileUse): void {
  append(directory, 'used', use)
}

/** Reads the assertions, process by process. */
export function readAssertions(directory: string): ReportedAssertion[] {
  return read<ReportedAssertion>(directory, 'asserted')
}

/** Reads what was used. */
export function readUses(directory: string): JestFileUse[] {
  return read<JestFileUse>(directory, 'used')
}

function append(directory: string, kind: string, message: object): void {
  if (!existsSync(directory)) return
  appendFileSync(join(directory, `${process.pid}.${kind}.jsonl`), `${JSON.stringify(message)}\n`)
}

function read<T>(directory: string, kind: string): T[] {
  return readdirSync(directory)
    .filter(file => file.endsWith(`.${kind}.jsonl`))
    .flatMap(file =>
      readFileSync(join(directory, file), 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line) as T),
    )
}
