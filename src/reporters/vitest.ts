/** The Vitest reporter: after the run, what was asserted, replayed, recorded and spent. */
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { summarise, type ReportedAssertion } from '../report/summary.ts'

/** Prints the summary through Vitest's own logger; says nothing when no test asserted context recall. */
export default class ContextRecallReporter implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = summarise(modules.flatMap(assertionsOf))
    if (lines.length > 0) this.#vitest?.logger.log(`\n${lines.map(line => ` ${line}`).join('\n')}`)
  }
}

/** The assertions of a file's last attempts: an earlier one was repeated, so its figures would count twice. */
function assertionsOf(module: TestModule): ReportedAssertion[] {
  return [...module.children.allTests()].flatMap(test =>
    (test.meta().contextRecall ?? []).map(meta => ({ ...meta, test: test.fullName })),
  )
}
