/** The Jest reporter: after the run, what was asserted, replayed, recorded and spent, and what no test used. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UsageError } from '../errors.ts'
import { tellMissing } from './tell-missing.ts'
import { summarise } from './summary.ts'
import { readAssertions, readUses } from './jest-channel.ts'
import { type JestGlobalConfig, type JestResults, judgeJestRun } from './jest-obsolete.ts'

/** `["context-recall/jest-reporter", options]` in Jest's configuration; not exported, as the CommonJS build exports the class alone. */
interface JestReporterOptions {
  /**
   * Whether recordings that no test used fail a complete run, or are only listed.
   * @default 'warn'
   */
  obsolete?: 'warn' | 'fail'
}

interface JestContext {
  config: { rootDir: string }
}

/** Prints the summary where Jest's own reporter prints; says nothing when no test asserted context recall. */
export default class ContextRecallJestReporter {
  readonly #directory: string
  readonly #config: JestGlobalConfig
  readonly #isFailing: boolean
  #error: Error | undefined

  /** Jest makes its reporters before it starts the processes that run tests, which get the variables from here. */
  constructor(config: JestGlobalConfig = {}, options: JestReporterOptions = {}) {
    this.#config = config
    this.#isFailing = checked(options).obsolete === 'fail'
    this.#directory = mkdtempSync(join(tmpdir(), 'context-recall-jest-'))
    // oxlint-disable-next-line node/no-process-env -- written, for the processes of this run
    process.env['CONTEXT_RECALL_REPORT'] = this.#directory
  }

  /** Jest shows the status of a run but where it runs all test files in its own process. */
  onRunStart(run: { numTotalTestSuites: number }, { showStatus }: { showStatus: boolean }): void {
    const { maxWorkers = 1 } = this.#config
    const processes = showStatus ? Math.min(maxWorkers, run.numTotalTestSuites) : 1
    // oxlint-disable-next-line node/no-process-env -- written, for the processes of this run
    process.env['CONTEXT_RECALL_PROCESSES'] = String(Math.max(1, processes))
  }

  onRunComplete(contexts: ReadonlySet<JestContext>, results: JestResults): void {
    const assertions = readAssertions(this.#directory)
    const roots = [...contexts].map(({ config }) => config.rootDir)
    const { lines, obsolete } = judgeJestRun(this.#config, results, roots, readUses(this.#directory))
    rmSync(this.#directory, { recursive: true, force: true })
    const all = [...summarise(assertions), ...lines, ...tellMissing(assertions)]
    if (all.length > 0) process.stderr.write(`\n${all.join('\n')}\n`)
    if (obsolete > 0 && this.#isFailing)
      this.#error = new Error(`${obsolete} recordings of context recall are used by no test.`)
  }

  /** An error fails the run. */
  getLastError(): Error | undefined {
    return this.#error
  }
}

function checked(options: JestReporterOptions): JestReporterOptions {
  const { obsolete, ...others } = options
  const [unknown] = Object.keys(others)
  if (unknown !== undefined)
    throw new UsageError(`context-recall/jest-reporter has no option '${unknown}', only 'obsolete'.`)
  if (obsolete === undefined || obsolete === 'warn' || obsolete === 'fail') return options
  throw new UsageError(
    `The option 'obsolete' of context-recall/jest-reporter must be one of 'warn', 'fail', not ${JSON.stringify(obsolete)}.`,
  )
}
