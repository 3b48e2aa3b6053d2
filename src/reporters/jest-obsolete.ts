/** What each suite of a run of Jest used, and what that leaves unused. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { defaultDirectory } from '../recordings/recording-fault.ts'
import type { Ended, EndedTest } from '../recordings/used-recordings.ts'
import type { JestFileUse } from './jest-channel.ts'
import { judgeRuns, testsByName } from './judge-obsolete.ts'
import { givenArgument, narrowingArgument } from './narrowing-argument.ts'

/** What Jest's global configuration has that narrows a run; by structure, since versions name it otherwise. */
export interface JestGlobalConfig {
  rootDir?: string
  maxWorkers?: number
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
  numTotalTestSuites: number
  wasInterrupted?: boolean
  testResults: readonly {
    testFilePath: string
    testExecError?: unknown
    testResults: readonly { fullName: string; status: string; failureDetails?: readonly unknown[] }[]
  }[]
}

// Jest does not tell of all test files, only of those that it was about to run
const narrowing = [
  'testPathIgnorePatterns',
  'testMatch',
  'testRegex',
  'roots',
  'filter',
  'selectProjects',
  'ignoreProjects',
]

/** The lines to print, and how many recordings are obsolete; `roots` are those of the projects that ran. */
export function judgeJestRun(
  config: JestGlobalConfig,
  results: JestResults,
  roots: readonly string[],
  uses: readonly JestFileUse[],
): { lines: string[]; obsolete: number } {
  const isShort = isListShort(config, results, roots.length)
  const configFile = configOf(roots)
  return judgeRuns(
    [...new Set(roots)].map(root => {
      const theirs = results.testResults.filter(({ testFilePath }) => rootOf(testFilePath, roots) === root)
      const runs = theirs.map(file => {
        const use = uses.find(({ testFile }) => testFile === file.testFilePath)
        return [file.testFilePath, testsOf(file, use, config, results)] as const
      })
      const files = new Map(runs.flatMap(([file, tests]) => (tests === undefined ? [] : [[file, tests]])))
      return {
        runner: 'jest',
        config: configFile ?? root,
        files,
        listed: isShort ? undefined : [...files.keys()],
        directories: [join(root, defaultDirectory)],
      }
    }),
  )
}

/** The configuration that was given, if it is another than the one that Jest finds by itself. */
function configOf([root, ...others]: readonly string[]): string | undefined {
  const given = givenArgument(['config', 'c'])
  const path = given === undefined ? undefined : resolve(given)
  if (path === undefined || others.length > 0 || !existsSync(path)) return undefined
  const isDefault = /^(?:jest\.config\.\w+|package\.json)$/.test(basename(path)) && dirname(path) === root
  return isDefault ? undefined : path
}

/** The nearest above the file; one that stands outside of all roots is the first's. */
function rootOf(file: string, roots: readonly string[]): string | undefined {
  for (let at = dirname(file); at !== dirname(at); at = dirname(at)) if (roots.includes(at)) return at
  return roots[0]
}

function isListShort(config: JestGlobalConfig, results: JestResults, projects: number): boolean {
  return (
    (config.testPathPatterns?.patterns?.length ?? 0) > 0 ||
    config.changedSince !== undefined ||
    config.shard !== undefined ||
    [
      config.runTestsByPath,
      config.findRelatedTests,
      config.onlyFailures,
      config.onlyChanged,
      config.lastCommit,
      results.wasInterrupted,
    ].includes(true) ||
    projects < (config.projects?.length ?? 0) ||
    narrowingArgument(narrowing) !== undefined ||
    // what --bail left
    results.testResults.length < results.numTotalTestSuites
  )
}

type FileResult = JestResults['testResults'][number]

/** Undefined of a file that ran without our setup file. */
function testsOf(
  { testFilePath, testExecError, testResults }: FileResult,
  use: JestFileUse | undefined,
  { testNamePattern = '' }: JestGlobalConfig,
  { wasInterrupted = false }: JestResults,
): Map<string, EndedTest> | undefined {
  const outside = use?.files[''] ?? []
  if (testResults.length === 0 && testExecError !== undefined && testExecError !== null)
    return new Map([['', { ended: 'broken', used: outside }]])
  const leavesOut = testNamePattern !== '' || wasInterrupted || hasOnly(testFilePath)
  const tests = testResults.map(({ fullName, status, failureDetails = [] }) => {
    const used = use?.files[fullName] ?? []
    const isMeasured = used.length > 0 && failureDetails.length > 0 && failureDetails.every(isAssertion)
    const ended: Ended | undefined =
      status === 'passed' ? 'whole' : status === 'failed' ? (isMeasured ? 'measured' : 'broken') : undefined
    if (ended !== undefined) return { name: fullName, used, ended: use?.live === true ? 'left out' : ended }
    return { name: fullName, used, ended: leavesOut ? 'left out' : status === 'todo' ? 'todo' : 'skipped' }
  }) satisfies (EndedTest & { name: string })[]
  const hasRun = tests.some(({ ended }) => ended !== 'skipped' && ended !== 'todo')
  return use === undefined && hasRun && !leavesOut ? undefined : testsByName(tests, outside)
}

/** Of Jest's matchers, of chai or of Node. */
function isAssertion(error: unknown): boolean {
  const { matcherResult, name, code } = error as { matcherResult?: unknown; name?: string; code?: string }
  return matcherResult !== undefined || name === 'AssertionError' || code === 'ERR_ASSERTION'
}

function hasOnly(file: string): boolean {
  return existsSync(file) && /\.only\b|\bf(?:it|describe)\(/.test(readFileSync(file, 'utf8'))
}
