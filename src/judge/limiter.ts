/** Live calls of one process: how many at once, and how many at all. */
import type { LimitFunction } from 'p-limit'
import { JudgeError } from '../errors.ts'

/** Lets live calls through, a few at a time, until there were too many. */
export interface Limiter {
  /** Calls started so far. */
  readonly calls: number
  /** Calls that may still be started. */
  readonly left: number
  /**
   * Makes a call when its turn comes. Rejects with a `JudgeError` of kind `aborted` or `max-calls`, without
   * calling, when the signal was aborted by then or `maxCalls` were made.
   */
  run<T>(call: () => Promise<T>, caller: { model: string; signal?: AbortSignal | undefined }): Promise<T>
}

export const defaultConcurrency = 4
export const defaultMaxCalls = 200

/** Makes the limiter that all judges of a process share. */
export function createLimiter({
  concurrency = defaultConcurrency,
  maxCalls = defaultMaxCalls,
}: {
  concurrency?: number | undefined
  maxCalls?: number | undefined
} = {}): Limiter {
  let calls = 0
  let limit: LimitFunction | undefined
  return {
    get calls() {
      return calls
    },
    get left() {
      return Math.max(0, maxCalls - calls)
    },
    async run(call, { model, signal }) {
      const { default: pLimit } = await import('p-limit')
      const limited = (limit ??= pLimit(concurrency))
      return limited(() => {
        if (signal?.aborted === true) throw abortedError(model)
        if (calls >= maxCalls) throw tooManyCallsError(model, calls, limited.pendingCount + 1)
        calls++
        return call()
      })
    },
  }
}

function abortedError(model: string): JudgeError {
  return new JudgeError(
    `The judge ${model} was not asked: the test had ended by then.
` + '  do       Run the test again, with a longer test timeout if it timed out.',
    { model, kind: 'aborted' },
  )
}

function tooManyCallsError(model: string, calls: number, waiting: number): JudgeError {
  return new JudgeError(
    `The judge ${model} was not asked: this process has made ${calls} live calls, as many as the option maxCalls allows.
` + `  do       Raise maxCalls; at least ${waiting} more ${waiting === 1 ? 'call is' : 'calls are'} waiting.`,
    { model, kind: 'max-calls' },
  )
}
