/** The door for Vitest: a setup file that registers the matcher and declares its types. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { resolve } from 'node:path'
import { aroundEach, expect, inject, type TestContext } from 'vitest'
import { acceptPluginOptions, type RunnerContext } from './config.ts'
import { quoteArgument } from './text.ts'
import { trackAwait, type TrackedTest } from './matchers/await-tracking.ts'
import {
  judgeReceived,
  updateSwitch,
  type MatcherState,
  type MatcherVerdict,
} from './matchers/to-have-context-recall.ts'
import { assertionMeta } from './matchers/assertion-meta.ts'

type Task = TestContext['task']

/** What Vitest's `this` has for a matcher, as far as it is used here. */
interface VitestState extends MatcherState {
  task?: Task
  soft?: boolean
  snapshotState?: object
}

// Under test.concurrent the state of the global `expect` is another test's; this one follows the asynchronous flow.
const running = new AsyncLocalStorage<Task>()
aroundEach((run, { task }) => running.run(task, run))

const provided = inject('contextRecall')
acceptPluginOptions(provided)

function toHaveContextRecall(
  this: VitestState,
  received: unknown,
  groundTruth: unknown,
  minOrOptions?: unknown,
  options?: unknown,
): PromiseLike<MatcherVerdict> {
  const task = running.getStore() ?? this.task
  const judge = async (): Promise<MatcherVerdict> => {
    const { verdict, outcome } = await judgeReceived(
      received,
      groundTruth,
      [minOrOptions, options],
      this,
      runnerContext(this, task),
    )
    if (task !== undefined) {
      const assertions = (task.meta.contextRecall ??= [])
      assertions.push(assertionMeta(outcome, task.result?.retryCount ?? 0))
    }
    return verdict
  }
  // Vitest itself tracks what follows .resolves
  if (task === undefined || this.poll === true || this.promise) return judge()
  const tracking = { soft: this.soft === true, below: toHaveContextRecall }
  return trackAwait(task as unknown as TrackedTest, 'toHaveContextRecall', tracking, judge)
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

// Vitest takes any thenable; its types want a whole promise
expect.extend({ toHaveContextRecall: toHaveContextRecall as never })

export type { ContextRecallMatchers } from './reporters/vitest-types.ts'
