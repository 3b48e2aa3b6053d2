/** Live calls of one process: how many at once, and how many at all. */
import type { LimitFunction } from 'p-limit'
import { JudgeError } from '../errors.ts'
import { processWide } from './process-wide.ts'

/** What one who asks allows; the process is one for all, so that of two who differ the later decides. */
export interface CallLimits {
  concurrency?: number | undefined
  maxCalls?: number | undefined
}

interface Caller {
  model: string
  signal?: AbortSignal | undefined
  /** Why the call needs not be made: what it would come to is known by now. */
  knownFailure?: (() => JudgeError | undefined) | undefined
}

/** Lets live calls through, a few at a time, until there were too many. */
export interface Limiter {
  /**
   * Makes a call when its turn comes. Rejects with a `JudgeError`, without calling: of kind `aborted` or `max-calls`
   * when the signal was aborted by then or `maxCalls` were made in this process, or with the failure that is known.
   */
  run<T>(call: () => Promise<T>, caller: Caller, limits?: CallLimits): Promise<T>
}

export const defaultConcurrency = 4
const defaultMaxCalls = 200

function callsMade(): number {
  return processWide().calls ?? 0
}

/** Live calls that this process may still make. */
export function callsLeft(maxCalls: number = defaultMaxCalls): number {
  return Math.max(0, maxCalls - callsMade())
}

/** Makes the limiter that all judges of a process share; calls are counted for the process in any case. */
export function createLimiter(): Limiter {
  let limit: LimitFunction | undefined
  return {
    async run(call, { model, signal, knownFailure }, { concurrency = defaultConcurrency, maxCalls } = {}) {
      const { default: pLimit } = await import('p-limit')
      const limited = (limit ??= pLimit(concurrency))
      limited.concurrency = concurrency
      return limited(() => {
        if (signal?.aborted === true) throw abortedError(model)
        const known = knownFailure?.()
        if (known !== undefined) throw known
        if (callsLeft(maxCalls) === 0) throw tooManyCallsError(model, maxCalls, limited.pendingCount)
        processWide().calls = callsMade() + 1
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

function tooManyCallsError(model: string, maxCalls = defaultMaxCalls, waiting: number): JudgeError {
  const once = processWide()
  const made = callsMade()
  const refused = (once.refusedCalls = (once.refusedCalls ?? 0) + 1)
  return new JudgeError(
    [
      `The judge ${model} was not asked: this process has made ${made} live ${made === 1 ? 'call' : 'calls'}, and maxCalls allows ${maxCalls}.`,
      `  needed   ${made + refused + waiting} calls in all, as far as is known: ${made} made, ${refused} refused, ${waiting} waiting`,
      '  do       Raise maxCalls above that, since answers may lead to more questions; or run fewer tests at once.',
    ].join('\n'),
    { model, kind: 'max-calls' },
  )
}
