/** Measures the items of a file, several at once: a failure is kept and the rest goes on. */
import { setImmediate } from 'node:timers/promises'
import { ContextRecallError, JudgeError, StoreError } from '../../../src/errors.ts'
import { toOneLine } from '../../../src/text.ts'
import type { Failure, Outcome } from './measured.ts'
import type { LabelledItem } from './read-labelled.ts'

/** After so many failures in a row, with nothing measured between them, something else is wrong. */
const mostFailures = 20

export interface RunParts {
  measure: (item: LabelledItem) => Promise<Outcome>
  concurrency: number
  /** Aborted when no further item shall be begun; also by the run itself, when going on is of no use. */
  stop: AbortController
  /** Called after every item with how many are done, and how many of these failed. */
  progress?: (done: number, failed: number) => void
}

/** In the order of the items. */
export interface ItemsRun {
  outcomes: Outcome[]
  failures: Failure[]
}

/** Measures items until all are done or the run is stopped; those under way are waited for. */
export async function runItems(items: readonly LabelledItem[], parts: RunParts): Promise<ItemsRun> {
  const { measure, concurrency, stop, progress } = parts
  const outcomes = new Map<LabelledItem, Outcome>()
  const failures = new Map<LabelledItem, Failure>()
  const waiting = items.values()
  let failuresInARow = 0
  const fail = (item: LabelledItem, error: unknown): void => {
    if (isForAll(error)) return stop.abort(error.message)
    failures.set(item, { item, reason: reasonOf(error) })
    failuresInARow++
    if (failuresInARow >= mostFailures) stop.abort(`${mostFailures} items failed in a row.`)
  }
  const measureOneByOne = async (): Promise<void> => {
    for (const item of waiting) {
      // a rule answers without waiting for anything, and Ctrl-C would not be heard
      await setImmediate()
      if (stop.signal.aborted) return
      try {
        outcomes.set(item, await measure(item))
        failuresInARow = 0
      } catch (error) {
        fail(item, error)
      }
      progress?.(outcomes.size + failures.size, failures.size)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, measureOneByOne))
  return {
    outcomes: items.flatMap(item => outcomes.get(item) ?? []),
    failures: items.flatMap(item => failures.get(item) ?? []),
  }
}

/** What would be the same for every other item. */
function isForAll(error: unknown): error is ContextRecallError {
  if (StoreError.isInstance(error)) return true
  if (!JudgeError.isInstance(error)) return false
  const { kind, status } = error
  return ['no-key', 'not-loaded', 'max-calls'].includes(kind) || status === 401 || status === 403
}

/** The first line, which says what happened. */
function reasonOf(error: unknown): string {
  const [message = ''] = String(error instanceof Error ? error.message : error).split('\n')
  return toOneLine(ContextRecallError.isInstance(error) ? message : `not an error of the package: ${message}`)
}
