/** One call with its timeout, and the tries it gets. */
import { JudgeError } from '../errors.ts'
import { captured } from './captured.ts'
import { explainFailure, type FailedJudge, readFailure } from './failure.ts'
import type { Redact } from './redact.ts'

/** Waits; an abort ends the wait early. */
export type Sleep = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>

/** How a judge is called. */
export interface Calling extends FailedJudge {
  maxRetries: number
  /** Applied to everything that a server or the SDK said before it is shown. */
  redact: Redact
  /** Waits between tries; tests pass their own. */
  sleep?: Sleep | undefined
}

/** A server that asks for a longer wait than this (milliseconds) is not asked again. */
const longestWait = 60_000
const firstWait = 1000
// A longer timer fires at once
const longestTimer = 2 ** 31 - 1

/** Calls until there is an answer, a failure that trying again does not mend, or no retry left. */
export async function withRetries<T>(
  call: () => Promise<T>,
  calling: Calling,
  signal: AbortSignal | undefined,
  /** What a server said against the schema, where that is known by now. */
  schemaRefusal?: () => string | undefined,
): Promise<T> {
  const { maxRetries, redact, sleep = sleepFor } = calling
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      if (JudgeError.isInstance(error)) throw error
      const failure = readFailure(error, redact)
      const explained = (): JudgeError => explainFailure(failure, tries, calling, schemaRefusal?.())
      const wait = failure.retryAfter ?? firstWait * 2 ** (tries - 1)
      if (!failure.retryable || tries > maxRetries || wait > longestWait) throw explained()
      if (signal?.aborted !== true) await sleep(wait, signal)
      if (signal?.aborted === true) throw explained()
    }
  }
}

/**
 * Rejects with a `TimeoutError` after `milliseconds`, also when the call ignores its signal, which is aborted then, and
 * when `outer` is. Keeps the process alive until it is settled.
 */
export async function withTimeout<T>(
  milliseconds: number,
  call: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController()
  const expired = Promise.withResolvers<never>()
  const timer = captured.setTimeout(
    () => {
      const reason = new DOMException(`no answer within ${milliseconds} ms`, 'TimeoutError')
      expired.reject(reason)
      controller.abort(reason)
    },
    Math.min(milliseconds, longestTimer),
  )
  const abort = (): void => controller.abort(outer?.reason)
  if (outer?.aborted === true) abort()
  outer?.addEventListener('abort', abort)
  try {
    return await Promise.race([call(controller.signal), expired.promise])
  } finally {
    captured.clearTimeout(timer)
    outer?.removeEventListener('abort', abort)
  }
}

function sleepFor(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const wake = (): void => {
      captured.clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      resolve()
    }
    const timer = captured.setTimeout(wake, milliseconds)
    signal?.addEventListener('abort', wake)
  })
}
