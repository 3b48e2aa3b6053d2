/** The Jest reporter: after the run, what was asserted, replayed, recorded and spent. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { summarise } from '../report/summary.ts'
import { readAssertions } from './jest-channel.ts'

/** Prints the summary where Jest's own reporter prints; says nothing when no test asserted context recall. */
export default class ContextRecallJestReporter {
  readonly #directory: string

  /** Jest makes its reporters before it starts the processes that run tests, which get the variable from here. */
  constructor() {
    this.#directory = mkdtempSync(join(tmpdir(), 'context-recall-jest-'))
    // oxlint-disable-next-line node/no-process-env -- written, for the processes of this run
    process.env['CONTEXT_RECALL_REPORT'] = this.#directory
  }

  onRunComplete(): void {
    const lines = summarise(readAssertions(this.#directory))
    rmSync(this.#directory, { recursive: true, force: true })
    if (lines.length > 0) process.stderr.write(`\n${lines.join('\n')}\n`)
  }
}
