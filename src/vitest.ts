/** The door for Vitest: a setup file that registers the matcher and declares its types. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { relative, resolve } from 'node:path'
import { afterAll, aroundEach, expect, inject, vi, type TestContext } from 'vitest'
import {
  acceptPluginOptions,
  liveTestTimeout,
  noteTests,
  type RunnerContext,
  takePart,
  takeUsed,
} from './options/config.ts'
// before a test can stub what it captures
import './judge/captured.ts'
import { openAssertions, trackAwait, type TrackedTest } from './matcher/await-tracking.ts'
import { withCallSite } from './matcher/call-site.ts'
import type { AssertionOutcome, MatcherVerdict } from './matcher/to-have-context-recall.ts'
import { type MatcherState, updateSwitch } from './matcher/update-switch.ts'
import { joinRun } from './reporters/vitest-run.ts'
import { namesWord } from './reporters/vitest-test-file.ts'
import type { AssertionMeta } from './matcher/assertion.ts'
import { quoteArgument, toOneLine } from './text.ts'

type Task = TestContext['task']

/** What Vitest's `this` has for a matcher, as far as it is used here. */
interface VitestState extends MatcherState {
  task?: Task
  soft?: boolean
  snapshotState?: object
}

/** A test, and the how-manieth time it runs, from 0. */
interface Attempt {
  task: Task
  number: number
}

type Core = typeof import('./matcher/core.ts')

interface SnapshotOptions {
  updateSnapshot?: RunnerContext['update']
}

const vitestDefaultTimeout = 5000

// Under test.concurrent the state of the global `expect` is another test's; this one follows the asynchronous flow.
const running = new AsyncLocalStorage<Attempt>()
const attempts = new WeakMap<Task, number>()
aroundEach((run, { task }) => {
  const number = attempts.get(task) ?? 0
  attempts.set(task, number + 1)
  return running.run({ task, number }, run)
})

// Assertions outside of a test, in beforeAll or while a file is collected, are looked at when it is over
const outside = openAssertions()
const noTimeout = 0
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the first argument as a list of fixtures
afterAll(async ({}, { file }) => {
  await Promise.allSettled(outside.promises)
  const { files, live } = takeUsed()
  const root = rootOf(file)
  const inRoot = (path: string): string => (root === undefined ? path : relative(root, path))
  const byTest = [...files].map(([test, paths]) => [test, [...paths].map(inRoot)])
  // also when it used nothing: a worker that dies tells nothing
  file.meta.contextRecallUse = { files: Object.fromEntries(byTest), live }
  outside.check()
}, noTimeout)

noteTests(() => running.getStore()?.task.id)

const provided = inject('contextRecall')
const providedRun = inject('contextRecallRun')
acceptPluginOptions(provided)
takePart(providedRun === undefined ? undefined : joinRun(providedRun))
if (provided?.testTimeoutIsSet !== true) raiseTestTimeout()

function toHaveContextRecall(
  this: VitestState,
  received: unknown,
  groundTruth: unknown,
  minOrOptions?: unknown,
  options?: unknown,
): PromiseLike<MatcherVerdict> {
  const { task, number } = running.getStore() ?? {
    task: this.task,
    number: this.task?.result?.retryCount ?? 0,
  }
  const { isNot = false, poll = false } = this
  const state = { isNot, poll }
  const runner = runnerContext(this, task)
  // as it is now: what is retrieved next may go to the same array while the core loads
  const taken: unknown = Array.isArray(received) ? received.slice() : received
  const judge = (): Promise<MatcherVerdict> =>
    withCallSite(async () => {
      const core = await loadCore()
      const { verdict, outcome } = await core
        .judge(taken, groundTruth, [minOrOptions, options], state, runner)
        .catch((error: unknown) => {
          if (!poll) note(task, core.unmeasuredMeta(error, isNot, number))
          throw error
        })
      if (task !== undefined) await report(task, outcome, verdict, core.assertionMeta(outcome, number))
      return verdict
    })
  // Vitest itself tracks what follows .resolves
  if (this.poll === true || this.promise) return judge()
  const tracking = { links: this.soft === true ? 1 : 0, below: toHaveContextRecall }
  const test = task === undefined ? outside : (task as unknown as TrackedTest)
  return trackAwait(test, 'toHaveContextRecall', tracking, judge)
}

let core: Promise<Core> | undefined

function loadCore(): Promise<Core> {
  return (core ??= import('./matcher/core.ts'))
}

function note(task: Task | undefined, meta: AssertionMeta): void {
  if (task !== undefined) (task.meta.contextRecall ??= []).push(meta)
}

/** Leaves the verdicts in the test's metadata, and a failure's first line as an annotation. */
async function report(
  task: Task,
  outcome: AssertionOutcome,
  { message }: MatcherVerdict,
  meta: AssertionMeta,
): Promise<void> {
  note(task, meta)
  // after a soft failure, and once the test is over, Vitest takes no more annotations
  if (outcome.pass !== outcome.isNot || task.result?.state !== 'run') return
  const [headline = ''] = message().split('\n')
  // not as an error: the test may be tried again, or expect this failure; and without a place, which it would take from
  // the stack, as GitHub would show it a second time beside the error
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const annotating = task.context.annotate(toOneLine(headline), 'context-recall')
  Error.stackTraceLimit = stackTraceLimit
  await annotating
}

function runnerContext(state: VitestState, task: Task | undefined): RunnerContext {
  const update = updateSwitch(state)
  if (task === undefined) return { update }
  return {
    update,
    root: rootOf(task.file),
    command: `${provided?.command ?? 'npx vitest run'} ${quoteArgument(task.file.name)}`,
    signal: task.context.signal,
  }
}

// a file's name is its path from the project's root
function rootOf({ filepath, name }: Task['file']): string | undefined {
  return provided?.root ?? (filepath.endsWith(name) ? resolve(filepath.slice(0, -name.length)) : undefined)
}

/** What Vitest keeps about its worker; not public, so any of it may be missing. */
interface VitestWorker {
  filepath?: string
  config?: { testTimeout?: number; snapshotOptions?: SnapshotOptions }
}

function vitestWorker(): VitestWorker | undefined {
  return (globalThis as { __vitest_worker__?: VitestWorker }).__vitest_worker__
}

/** Live calls take longer than Vitest's default; the plugin raises it, too, and knows whether the user set one. */
function raiseTestTimeout(): void {
  const worker = vitestWorker()
  if (worker?.config?.testTimeout !== vitestDefaultTimeout) return
  const needed = liveTestTimeout(worker.config.snapshotOptions?.updateSnapshot)
  if (needed !== undefined && needed > vitestDefaultTimeout) vi.setConfig({ testTimeout: needed })
}

// Loaded now, and not under what the test does to the modules of Node, when an assertion is certain. One that another
// module makes for the test loads it later.
if (namesWord(vitestWorker()?.filepath, 'toHaveContextRecall')) await loadCore()

// Its mark for matchers that poll by themselves: this one refuses to, at once and not when the time to poll is over
Object.defineProperty(toHaveContextRecall, '__vitest_poll_takeover__', { value: true })
// Vitest takes any thenable; its types want a whole promise
expect.extend({ toHaveContextRecall: toHaveContextRecall as never })

export type { ContextRecallMatchers } from './reporters/vitest-types.ts'
