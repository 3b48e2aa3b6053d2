/** The door for Jest: a setup file that registers the matcher and declares its types. */
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import {
  askRemotely,
  liveTestTimeout,
  noteTests,
  reportDirectory,
  type RunnerContext,
  takeUsed,
} from './options/config.ts'
import { UsageError } from './errors.ts'
import { askInWorker } from './judge/ask-in-worker.ts'
import { assertionMeta, unmeasuredMeta } from './matcher/assertion-meta.ts'
import { type OpenAssertions, openAssertions, trackAwait, trackResolved } from './matcher/await-tracking.ts'
import { judgeReceived, type MatcherVerdict } from './matcher/to-have-context-recall.ts'
import { type MatcherState, updateSwitch } from './matcher/update-switch.ts'
import type { AssertionMeta } from './matcher/assertion.ts'
import { appendAssertion, appendUse } from './reporters/jest-channel.ts'
import { quoteArgument } from './text.ts'

/** What Jest's `this` has for a matcher, as far as it is used here. */
interface JestState extends MatcherState {
  testPath?: string
  currentTestName?: string
  /** The name of the test in whose asynchronous flow this is asked, unlike `currentTestName` among concurrent ones. */
  currentConcurrentTestName?: () => string | undefined
  /** The test itself; Jest 30.5 and later. */
  currentTestIdentity?: () => { invocations?: number; errors?: unknown[] } | undefined
  /** Under `.resolves`, an error made where it was called. */
  error?: Error
  snapshotState?: { _updateSnapshot?: unknown; _rootDir?: unknown }
}

/** What jest-circus tells its handlers, as far as it is used here. */
interface CircusEvent {
  name: string
  test?: { concurrent?: boolean; errors: unknown[]; asyncError: unknown }
}

interface JestGlobals {
  expect: { extend(matchers: object): void; getState(): JestState }
  jest: { setTimeout(milliseconds: number): void }
  beforeEach(hook: () => void): void
  afterEach(hook: () => void): void
  afterAll(hook: () => Promise<void>, timeout: number): void
}

const jestDefaultTimeout = 5000

// not taken apart: Jest declares `jest` around every CommonJS module
const globals = findJest()
// In Jest's sandbox the SDK, which is ES modules, loads only with a flag of Node. The build puts the worker beside us.
askRemotely(askInWorker(join(import.meta.dirname, 'judge-worker.js')))
raiseTestTimeout()
globals.expect.extend({ toHaveContextRecall })
const longestTimer = 2 ** 31 - 1

// By their test; under undefined those outside of one, such as in beforeAll, which are looked at when all is over.
const open = new Map<unknown, OpenAssertions>()
const underWay: Promise<unknown>[] = []
// between tests Jest keeps the name of the one before
let inTest = false
globals.beforeEach(() => {
  inTest = true
  const test = testOf(globals.expect.getState())
  // another attempt; what an earlier one still asserts later belongs to that and is forgotten
  if (open.get(test)?.isOver === true) open.delete(test)
})
globals.afterEach(() => {
  inTest = false
  open.get(testOf(globals.expect.getState()))?.check()
})
noteTests(() => {
  const { currentConcurrentTestName, currentTestName } = globals.expect.getState()
  return currentConcurrentTestName?.() ?? (inTest ? currentTestName : undefined)
})
// Jest runs no such hooks for concurrent tests
circusHandlers().push(({ name, test }) => {
  if (test?.concurrent !== true) return
  if (name === 'test_started' && open.get(test)?.isOver === true) open.delete(test)
  if (name !== 'test_fn_success' && name !== 'test_fn_failure') return
  try {
    open.get(test)?.check()
  } catch (error) {
    test.errors.push([error, test.asyncError])
  }
})
globals.afterAll(async () => {
  // also what a test that failed has left: it must not outlive the sandbox it runs in
  await Promise.allSettled(underWay)
  const directory = reportDirectory()
  const { files, live } = takeUsed()
  const { testPath: testFile } = globals.expect.getState()
  if (directory !== undefined && testFile !== undefined) {
    const byTest = [...files].map(([test, paths]) => [test, [...paths]])
    appendUse(directory, { testFile, files: Object.fromEntries(byTest), live })
  }
  for (const assertions of open.values()) assertions.check()
}, longestTimer)

/** Required, not imported: Jest knows this module with `injectGlobals: false`, too, and nobody else does. */
function findJest(): JestGlobals {
  try {
    return createRequire(import.meta.url)('@jest/globals') as JestGlobals
  } catch (cause) {
    const globals = globalThis as Partial<JestGlobals>
    if (globals.expect !== undefined && globals.jest !== undefined) return globals as JestGlobals
    throw new UsageError(
      "context-recall/jest runs inside of Jest: name it in setupFilesAfterEnv: ['context-recall/jest'].",
      { cause },
    )
  }
}

function toHaveContextRecall(
  this: JestState,
  received: unknown,
  groundTruth: unknown,
  minOrOptions?: unknown,
  options?: unknown,
): PromiseLike<MatcherVerdict> {
  const retry = attemptOf(this)
  const judge = async (): Promise<MatcherVerdict> => {
    const expectation: [unknown, unknown] = [minOrOptions, options]
    const runner = runnerContext(this)
    const { verdict, outcome } = await judgeReceived(received, groundTruth, expectation, this, runner).catch(
      (error: unknown) => {
        report(unmeasuredMeta(error, this.isNot === true, retry), this)
        throw error
      },
    )
    report(assertionMeta(outcome, retry), this)
    return verdict
  }
  const test = openIn(this)
  if (this.promise) return trackResolved(test, 'toHaveContextRecall', this.error ?? new Error(), judge)
  // Jest itself chains a `catch`
  return trackAwait(test, 'toHaveContextRecall', { links: 1, below: toHaveContextRecall }, judge)
}

/** The test in whose asynchronous flow this is asked; before Jest 30.5 its name. */
function testOf({ currentTestIdentity, currentConcurrentTestName, currentTestName }: JestState): unknown {
  return currentTestIdentity === undefined
    ? (currentConcurrentTestName?.() ?? currentTestName)
    : currentTestIdentity()
}

function openIn(state: JestState): OpenAssertions {
  const test = testOf(state)
  const known = open.get(test)
  if (known !== undefined) return known
  const opened = openAssertions(underWay)
  const identity = state.currentTestIdentity?.()
  opened.hasFailed = () => (identity?.errors ?? []).length > 0
  open.set(test, opened)
  return opened
}

function report(meta: AssertionMeta, state: JestState): void {
  const directory = reportDirectory()
  if (directory === undefined) return
  const test = state.currentConcurrentTestName?.() ?? state.currentTestName ?? ''
  const testId = `${state.testPath}\n${test}`
  appendAssertion(directory, { ...meta, test, testId })
}

function runnerContext(state: JestState): RunnerContext {
  const { testPath, snapshotState } = state
  const root = snapshotState?._rootDir
  return {
    update: updateSwitch(state),
    root: typeof root === 'string' ? root : undefined,
    command: testPath === undefined ? undefined : `npx jest ${testArgument(testPath)}`,
  }
}

/** Jest takes a path as a regular expression, unless told otherwise. */
function testArgument(testPath: string): string {
  const path = relative(process.cwd(), testPath).replaceAll('\\', '/')
  return `${/[$^*+?()[\]{}|]/.test(path) ? '--runTestsByPath ' : ''}${quoteArgument(path)}`
}

/** The attempt of the test, from 0; a concurrent test runs before Jest begins to count. */
function attemptOf({ currentTestIdentity }: JestState): number {
  return Math.max(0, (currentTestIdentity?.()?.invocations ?? 1) - 1)
}

/** A live call takes longer than Jest's five seconds; a timeout that the user set is kept. */
function raiseTestTimeout(): void {
  const needed = liveTestTimeout(updateSwitch(globals.expect.getState()))
  if (needed === undefined || needed <= jestDefaultTimeout || !isTimeoutDefault()) return
  globals.jest.setTimeout(needed)
}

/** Of jest-circus, which has them on the test file's global object; without them what is forgotten fails the file. */
function circusHandlers(): ((event: CircusEvent) => void)[] {
  const global = globalThis as { [key: symbol]: unknown }
  return (global[Symbol.for('EVENT_HANDLERS')] ?? []) as ((event: CircusEvent) => void)[]
}

/** jest-circus keeps its state on the test file's global object, under a symbol that it does not hand out. */
function isTimeoutDefault(): boolean {
  const global = globalThis as { [key: symbol]: unknown }
  const setInTestFile = global[Symbol.for('TEST_TIMEOUT_SYMBOL')]
  const key = Object.getOwnPropertySymbols(global).find(symbol => symbol.description === 'JEST_STATE_SYMBOL')
  const state = (key === undefined ? undefined : global[key]) as { testTimeout?: number } | undefined
  return setInTestFile === undefined && state?.testTimeout === jestDefaultTimeout
}

export type { ContextRecallMatchers } from './reporters/jest-types.d.ts'
