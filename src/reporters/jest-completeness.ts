/** Whether a run of Jest ran all tests of its suite: only then is a recording that was not used obsolete. */
import { narrowingArgument } from './narrowing-argument.ts'

/** What Jest's global configuration has that narrows a run; by structure, since versions name it otherwise. */
export interface JestGlobalConfig {
  rootDir?: string
  maxWorkers?: number
  bail?: number
  testNamePattern?: string | undefined
  testPathPatterns?: { patterns?: readonly string[] } | undefined
  onlyChanged?: boolean
  lastCommit?: boolean
  changedSince?: string | undefined
  findRelatedTests?: boolean
  onlyFailures?: boolean
  runTestsByPath?: boolean
  shard?: object | undefined
  projects?: readonly unknown[]
}

/** What Jest's result has of it. */
export interface JestResults {
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  numRuntimeErrorTestSuites: number
  numPendingTestSuites: number
  wasInterrupted?: boolean
  runExecError?: unknown
  openHandles?: unknown
  testResults: readonly { testFilePath: string }[]
}

// A configuration may say the same, and then it is the whole suite
const narrowing = [
  'testPathIgnorePatterns',
  'testMatch',
  'testRegex',
  'roots',
  'filter',
  'selectProjects',
  'ignoreProjects',
]

/** Why the run was not complete, in a few words; undefined when it was. */
export function whyJestIncomplete(
  config: JestGlobalConfig,
  results: JestResults,
  projects: number,
): string | undefined {
  const { testPathPatterns, testNamePattern, shard } = config
  if (testNamePattern !== undefined && testNamePattern !== '') return 'a test name was given'
  if ((testPathPatterns?.patterns?.length ?? 0) > 0 || config.runTestsByPath === true)
    return 'a file was given'
  if (config.findRelatedTests === true) return 'only related files were run'
  if (config.onlyFailures === true) return 'only what failed was run'
  if (config.onlyChanged === true || config.lastCommit === true || config.changedSince !== undefined)
    return 'only what changed was run'
  if (projects < (config.projects?.length ?? 0)) return 'not all projects were run'
  const argument = narrowingArgument(narrowing)
  if (argument !== undefined) return `${argument} was given`
  if (shard !== undefined) return 'a shard is a part, and Jest merges none'
  return whyUnfinished(results)
}

function whyUnfinished(results: JestResults): string | undefined {
  if (results.wasInterrupted === true) return 'it was interrupted'
  if (results.runExecError !== undefined && results.runExecError !== null)
    return 'there were errors outside of tests'
  if (results.numFailedTests > 0 || results.numRuntimeErrorTestSuites > 0) return 'tests failed'
  const open = results.numPendingTests + results.numTodoTests + results.numPendingTestSuites
  return open > 0 ? 'tests were skipped, or others run only' : undefined
}
