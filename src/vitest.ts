/** The door for Vitest: a setup file that registers the matcher and declares its types. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { resolve } from 'node:path'
import { aroundEach, expect, inject, vi, type TestContext } from 'vitest'
import { acceptPluginOptions, liveTestTimeout, takePart, type RunnerContext } from './config.ts'
import { assertionMeta } from './matchers/assertion-meta.ts'
import { trackAwait, type TrackedTest } from './matchers/await-tracking.ts'
import {
  judgeReceived,
  updateSwitch,
  type AssertionOutcome,
  type MatcherState,
  type MatcherVerdict,
} from './matchers/to-have-context-recall.ts'
import { joinRun } from './reporters/vitest-run.ts'
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
  const judge = async (): Promise<MatcherVerdict> => {
    const { verdict, outcome } = await judgeReceived(
      received,
      groundTruth,
      [minOrOptions, options],
      this,
      runnerContext(this, task),
    )
    if (task !== undefined) await report(task, number, outcome, verdict)
    return verdict
  }
  // Vitest itself tracks what follows .resolves
  if (task === undefined || this.poll === true || this.promise) return judge()
  const tracking = { soft: this.soft === true, below: toHaveContextRecall }
  return trackAwait(task as unknown as TrackedTest, 'toHaveContextRecall', tracking, judge)
}

/** Leaves the verdicts in the test's metadata, and a failure's first line as an annotation. */
async function report(
  task: Task,
  attempt: number,
  outcome: AssertionOutcome,
  { message }: MatcherVerdict,
): Promise<void> {
  const assertions = (task.meta.contextRecall ??= [])
  assertions.push(assertionMeta(outcome, attempt))
  // after a soft failure, and once the test is over, Vitest takes no more annotations
  if (outcome.pass !== outcome.isNot || task.result?.state !== 'run') return
  const [headline = ''] = message().split('\n')
  // not as an error: the test may be tried again, or expect this failure
  await task.context.annotate(toOneLine(headline), 'context-recall')
}

function runnerContext(state: VitestState, task: Task | undefined): RunnerContext {
  const update = updateSwitch(state)
  if (task === undefined) return { update }
  const { filepath, name } = task.file
  // a file's name is its path from the project's root
  const root =
    provided?.root ?? (filepath.endsWith(name) ? resolve(filepath.slice(0, -name.length)) : undefined)
  return {
    update,
    root,
    command: `${provided?.command ?? 'npx vitest run'} ${quoteArgument(name)}`,
    signal: task.context.signal,
  }
}

/** Live calls take longer than Vitest's default; the plugin raises it, too, and knows whether the user set one. */
function raiseTestTimeout(): void {
  const { __vitest_worker__: worker } = globalThis as {
    __vitest_worker__?: { config?: { testTimeout?: number; snapshotOptions?: SnapshotOptions } }
  }
  if (worker?.config?.testTimeout !== vitestDefaultTimeout) return
  const needed = liveTestTimeout(worker.config.snapshotOptions?.updateSnapshot)
  if (needed !== undefined && needed > vitestDefaultTimeout) vi.setConfig({ testTimeout: needed })
}

// Vitest takes any thenable; its types want a whole promise
expect.extend({ toHaveContextRecall: toHaveContextRecall as never })

export type { ContextRecallMatchers } from './reporters/vitest-types.ts'
