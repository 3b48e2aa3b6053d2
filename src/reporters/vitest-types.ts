/** What is declared to Vitest: the matcher, and what travels between its main process and its workers. */
import type { ContextRecallMatchers } from '../matcher/to-have-context-recall.ts'
import type { AssertionMeta } from '../matcher/assertion.ts'
import type { RunOptions } from '../options/options.ts'
import type { ProvidedRun } from './vitest-run.ts'

/** What the plugin provides to every worker. */
export interface ProvidedOptions {
  options: RunOptions
  root: string
  /** How the tests are run again, without a file: `npx vitest run`, with what finds this configuration. */
  command: string
  /** Whether the user set a `testTimeout`, which is then kept. */
  testTimeoutIsSet: boolean
  /** Whether recordings that no test uses fail the run. */
  obsolete: ObsoletePolicy
}

/** What becomes of a run whose tests leave recordings unused. */
export type ObsoletePolicy = 'warn' | 'fail'

/** The recordings that a test file used, as its metadata. */
export interface FileUse {
  /** Paths from the project's root, by the test's id; under '' those that were used outside of tests. */
  files: Record<string, string[]>
  /** Whether something was asked in mode `live`. */
  live: boolean
}

// Assertion is mapped over Chai's in Vitest 3 to 5; this keeps the matcher out of the asymmetric form
declare global {
  namespace Chai {
    interface Assertion extends ContextRecallMatchers {}
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    contextRecall?: ProvidedOptions
    contextRecallRun?: ProvidedRun
  }
  interface TaskMeta {
    /** The assertions of context recall in this test, in the order in which they ended. */
    contextRecall?: AssertionMeta[]
    /** Of a test file. */
    contextRecallUse?: FileUse
  }
}

export type { ContextRecallMatchers }
