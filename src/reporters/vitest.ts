/** The Vitest reporter: progress while a run records, and after it what was asserted, replayed, recorded and spent. */
import { availableParallelism } from 'node:os'
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node'
import { tellMissing } from './tell-missing.ts'
import { summarise, type ReportedAssertion } from './summary.ts'
import { showProgress } from './vitest-progress.ts'
import { closeRun, openRun, readCounts } from './vitest-run.ts'
import { judgeVitestRun } from './vitest-obsolete.ts'
import type { ObsoletePolicy } from './vitest-types.ts'

const reporterName = 'context-recall/reporter'

/** Prints to the standard error, as the output may be for a program; says nothing when no test asserted context recall. */
export default class ContextRecallReporter implements Reporter {
  /** What tells it from others, whichever copy of the package it is of. */
  readonly name: string = reporterName
  #vitest: Vitest | undefined
  #endRun: (() => void) | undefined
  #specifications: readonly TestSpecification[] = []

  /** Whether it is this reporter, or its name in a configuration, alone or with options. */
  static isOne(this: void, reporter: unknown): boolean {
    const [given] = [reporter].flat() as [unknown]
    return given === reporterName || (given as { name?: unknown } | undefined)?.name === reporterName
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
    vitest.onClose(() => this.#endRun?.())
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#endRun?.()
    this.#specifications = specifications
    const vitest = this.#vitest
    if (vitest === undefined || specifications.length === 0) return
    // Vitest 4 leaves it open until it makes its pool, which never has more
    const { maxWorkers = availableParallelism() } = vitest.config as { maxWorkers?: number }
    const run = openRun(Math.min(maxWorkers, specifications.length))
    // workers of this run, and of no other, get it; all projects inherit it
    vitest.provide('contextRecallRun', run)
    const endProgress = showProgress(vitest, () => readCounts(run))
    this.#endRun = () => {
      this.#endRun = undefined
      endProgress()
      closeRun(run)
    }
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    _unhandledErrors: readonly unknown[] = [],
    reason: string = 'passed',
  ): Promise<void> {
    this.#endRun?.()
    const vitest = this.#vitest
    if (vitest === undefined) return
    const specifications = this.#specifications
    const interrupted = reason === 'interrupted'
    const ended = { specifications, modules, interrupted }
    const { lines, obsolete } = await judgeVitestRun(vitest, ended)
    const assertions = modules.flatMap(assertionsOf)
    const all = [...summarise(assertions), ...lines, ...tellMissing(assertions)]
    if (all.length > 0) vitest.logger.error(`\n${all.map(line => ` ${line}`).join('\n')}`)
    // in watch mode a later run may be right again
    if (obsolete > 0 && !vitest.config.watch && policyOf(vitest) === 'fail') process.exitCode = 1
  }
}

function policyOf({ projects }: Vitest): ObsoletePolicy {
  const isFailing = projects.some(project => project.getProvidedContext().contextRecall?.obsolete === 'fail')
  return isFailing ? 'fail' : 'warn'
}

function assertionsOf(module: TestModule): ReportedAssertion[] {
  return [...module.children.allTests()].flatMap(test =>
    (test.meta().contextRecall ?? []).map(meta => ({ ...meta, test: test.fullName, testId: test.id })),
  )
}
