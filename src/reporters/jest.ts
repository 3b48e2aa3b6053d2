/** The Jest reporter: after the run, what was asserted, replayed, recorded and spent. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { summarise } from '../report/summary.ts'
import { readAssertions } from './jest-channel.ts'

/** Prints the summary where Jest's own reporter prints; says nothing when no test asserted context recall. */
export default class ContextRecallJestReporter {
  readonly #directory: string
  readonly #maxWorkers: number

  /** Jest makes its reporters before it starts the processes that run tests, which get the variables from here. */
  constructor({ maxWorkers = 1 }: { maxWorkers?: number } = {}) {
    this.#maxWorkers = maxWorkers
    this.#directory = mkdtempSync(join(tmpdir(), 'context-recall-jest-'))
    // oxlint-disable-next-line node/no-process-env -- written, for the processes of this run
    process.env['CONTEXT_RECALL_REPORT'] = this.#directory
  }

  /** Jest shows the status of a run but where it runs all test files in its own process. */
  onRunStart(run: { numTotalTestSuites: number }, { showStatus }: { showStatus: boolean }): void {
    const processes = showStatus ? Math.min(this.#maxWorkers, run.numTotalTestSuites) : 1
    // oxlint-disable-next-line node/no-process-env -- written, for the processes of this run
    process.env['CONTEXT_RECALL_PROCESSES'] = String(Math.max(1, processes))
  }

  onRunComplete(): void {
    const lines = summarise(readAssertions(this.#directory))
    rmSync(this.#directory, { recursive: true, force: true })
    if (lines.length > 0) process.stderr.write(`\n${lines.join('\n')}\n`)
  }
}
