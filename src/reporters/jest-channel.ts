/** The channel from Jest's test processes to the reporter: a directory with a file per process, a line per assertion. */
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReportedAssertion } from '../report/summary.ts'

/** Adds an assertion; a run whose reporter has gone needs none. */
export function appendAssertion(directory: string, assertion: ReportedAssertion): void {
  if (!existsSync(directory)) return
  appendFileSync(join(directory, `${process.pid}.jsonl`), `${JSON.stringify(assertion)}\n`)
}

/** Reads what was added, process by process. */
export function readAssertions(directory: string): ReportedAssertion[] {
  return readdirSync(directory).flatMap(file =>
    readFileSync(join(directory, file), 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as ReportedAssertion),
  )
}
