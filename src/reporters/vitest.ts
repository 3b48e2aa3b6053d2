/** The Vitest reporter: progress while a run records, and after it what was asserted, replayed, recorded and spent. */
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node'
import { summarise, type ReportedAssertion } from '../report/summary.ts'
import { showProgress } from './vitest-progress.ts'
import { closeRun, openRun, readCounts } from './vitest-run.ts'
import './vitest-types.ts'

const reporterName = 'context-recall/reporter'

/** Prints to the standard error, as the output may be for a program; says nothing when no test asserted context recall. */
export default class ContextRecallReporter implements Reporter {
  /** What tells it from others, whichever copy of the package it is of. */
  readonly name: string = reporterName
  #vitest: Vitest | undefined
  #endRun: (() => void) | undefined

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
    const vitest = this.#vitest
    if (vitest === undefined || specifications.length === 0) return
    const run = openRun(Math.min(vitest.config.maxWorkers, specifications.length))
    // workers of this run, and of no other, get it; all projects inherit it
    vitest.provide('contextRecallRun', run)
    const endProgress = showProgress(vitest, () => readCounts(run))
    this.#endRun = () => {
      this.#endRun = undefined
      endProgress()
      closeRun(run)
    }
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    this.#endRun?.()
    const lines = summarise(modules.flatMap(assertionsOf))
    if (lines.length > 0) this.#vitest?.logger.error(`\n${lines.map(line => ` ${line}`).join('\n')}`)
  }
}

function assertionsOf(module: TestModule): ReportedAssertion[] {
  return [...module.children.allTests()].flatMap(test =>
    (test.meta().contextRecall ?? []).map(meta => ({ ...meta, test: test.fullName, testId: test.id })),
  )
}
