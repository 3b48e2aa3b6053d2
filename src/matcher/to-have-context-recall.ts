/** The matcher: checks what it was given, measures, and says pass or fail with a message. */
import type { RunnerContext } from '../options/config.ts'
import { UsageError } from '../errors.ts'
import { composeFailureMessage } from '../verdicts/failure-message.ts'
import type { ContextRecallResult } from '../verdicts/result.ts'
import { reachesMin } from '../verdicts/score.ts'
import { checkOptions } from '../options/check-options.ts'
import { contextsFrom, describe, extractContexts, isPromiseLike } from '../contexts/read-contexts.ts'
import { measure, type Measurement } from '../measure/measure-context-recall.ts'
import type { MatcherOptions } from '../options/options.ts'
import { withCallSite } from './call-site.ts'
import { type MatcherState, type RunnerState, updateSwitch } from './update-switch.ts'

/**
 * The claims' text (they are extracted from it by the judge), or an array of claims (nothing is extracted).
 */
export type GroundTruth = string | readonly string[]

/** The one signature of the matcher, declared to each runner. */
export interface ContextRecallMatchers {
  /**
   * Asserts that the received contexts support the claims of the ground truth: attributed claims / all claims
   * reaches `min` (0 < min ≤ 1, inclusive; by default every claim). Always await it.
   */
  // one signature, since Vitest maps overloads under .resolves to their last
  toHaveContextRecall(
    groundTruth: GroundTruth,
    min?: number | (MatcherOptions & { min?: number }),
    options?: MatcherOptions,
  ): Promise<void>
}

export interface MatcherVerdict {
  pass: boolean
  message: () => string
}

/** What one assertion found, for summaries and `task.meta.contextRecall`. */
export interface AssertionOutcome {
  min: number
  isNot: boolean
  pass: boolean
  result: ContextRecallResult
  measurement: Measurement
}

interface Expectation {
  min: number
  options: MatcherOptions
}

/** The same as `judge`, and an error of it points at the assertion. */
export function judgeReceived(...assertion: Parameters<typeof judge>): ReturnType<typeof judge> {
  return withCallSite(() => judge(...assertion))
}

/**
 * Judges what `expect` received. Throws for misuse, a missing recording and a failed judge, so that `.not` never
 * turns a fault into a pass.
 */
export async function judge(
  received: unknown,
  groundTruth: unknown,
  expectation: [minOrOptions?: unknown, options?: unknown],
  state: MatcherState,
  runner: RunnerContext,
): Promise<{ verdict: MatcherVerdict; outcome: AssertionOutcome }> {
  if (state.poll === true)
    throw new UsageError(
      'toHaveContextRecall cannot be used with expect.poll: every poll would be another question to the judge.\n' +
        '  do  wait for the contexts first, then assert once: await expect(contexts).toHaveContextRecall(groundTruth)',
    )
  const { min, options } = readExpectation(expectation)
  const { contextExtractor, ...callOptions } = options
  const found =
    contextExtractor === undefined || isPromiseLike(received)
      ? await contextsFrom(received)
      : await extractContexts(contextExtractor, received)
  const measurement = await measure({ groundTruth, found, options: callOptions, runner, takesEstimate: true })
  const { result } = measurement
  if (result.total === 0) throw new UsageError(noClaims(measurement))
  const isNot = state.isNot === true
  // what was not measured fails no test; the summary says that it was not
  const pass = measurement.estimate === undefined ? reachesMin(result.recall, min) : !isNot
  // what only a failure shows is loaded only for one
  const nearest =
    pass || isNot ? undefined : (await import('../judge/lexical/nearest.ts')).nearestIn(measurement.texts)
  return {
    verdict: {
      pass,
      message: () =>
        composeFailureMessage(result, {
          min,
          isNot,
          how: measurement.how,
          contexts: measurement.texts,
          identities: found.contexts.map(({ identity }) => identity),
          origin: found.origin,
          question: measurement.question,
          nearest,
        }),
    },
    outcome: { min, isNot, pass, result, measurement },
  }
}

/** Why a ground truth without a claim is refused, and what to do about it. */
export function noClaims({ result }: Measurement): string {
  return (
    'The ground truth makes no claim that could be checked, so there is nothing to recall.\n' +
    result.judge.recordings.map(path => `  recording  ${path}\n`).join('') +
    '  do  write it as one or more statements of fact, give the question it answers ({ question }), or give the claims as an array' +
    (result.judge.recordings.length === 0
      ? ''
      : ';\n      if the judge was wrong, `npx context-recall forget` that recording, and the claims are extracted anew')
  )
}

function readExpectation([second, third]: [minOrOptions?: unknown, options?: unknown]): Expectation {
  if (second !== undefined && typeof second !== 'number' && (typeof second !== 'object' || second === null))
    throw new UsageError(`min must be a number, 0 < min ≤ 1, not ${describe(second)}.`)
  if (typeof second === 'object' && third !== undefined)
    throw new UsageError(
      'Options were given twice: use (groundTruth, min, options) or (groundTruth, { min, …options }).',
    )
  const given: unknown = typeof second === 'object' ? second : third
  if (given !== undefined && (typeof given !== 'object' || given === null || Array.isArray(given)))
    throw new UsageError(`The options must be an object, not ${describe(given)}.`)
  const { min: named, ...options } = (given ?? {}) as MatcherOptions & { min?: unknown }
  if (typeof second === 'number' && named !== undefined)
    throw new UsageError('min was given twice: as the second argument and in the options.')
  checkOptions(options, 'call')
  return { min: checkMin(second === undefined || typeof second === 'object' ? named : second), options }
}

/** `min` as given, or 1; throws a `UsageError` unless 0 < min ≤ 1. */
export function checkMin(min: unknown): number {
  if (min === undefined) return 1
  if (typeof min !== 'number')
    throw new UsageError(`min must be a number, 0 < min ≤ 1, not ${describe(min)}.`)
  if (min > 0 && min <= 1) return min
  if (min === 0)
    throw new UsageError('min is 0, which every retriever reaches: it asserts nothing. Give 0 < min ≤ 1.')
  const hint = min > 1 && min <= 100 ? ` (did you mean ${min / 100}?)` : ''
  throw new UsageError(`min must be 0 < min ≤ 1, not ${min}${hint}.`)
}

/**
 * The matcher for `expect.extend({ toHaveContextRecall })` of any runner whose `expect.extend` takes asynchronous
 * matchers. `context-recall/vitest` registers a version that also fails when it is not awaited.
 */
export async function toHaveContextRecall(
  this: RunnerState | undefined,
  received: unknown,
  groundTruth: unknown,
  minOrOptions?: unknown,
  options?: unknown,
): Promise<MatcherVerdict> {
  const state = this ?? {}
  const runner = { update: updateSwitch(state) }
  const { verdict } = await judgeReceived(received, groundTruth, [minOrOptions, options], state, runner)
  return verdict
}
// Vitest then calls it once under expect.poll, as in src/vitest.ts
Object.defineProperty(toHaveContextRecall, '__vitest_poll_takeover__', { value: true })
