/** What an assertion leaves behind for whoever reports on the run; survives structured cloning and JSON. */
import type { ContextRecallResult } from '../recall/result.ts'
import type { VerdictChange } from '../recall/verdicts.ts'

/** A question that would have to be asked. */
export interface EstimatedCall {
  /** Equal for what is asked once. */
  key: string
  inputTokens: number
  outputTokens: number
  /** Where prices are given. */
  money?: number
}

/**
 * One assertion, as `task.meta.contextRecall` holds it. Its texts are single printable lines; where a piece of
 * evidence starts and ends is given in the context as it was received.
 */
export interface AssertionMeta extends Omit<ContextRecallResult, 'reason' | 'score'> {
  min: number
  isNot: boolean
  pass: boolean
  /** Questions that the built-in judge answered, which nobody records. */
  byRule: number
  /** Questions whose answers were recorded in this assertion. */
  recorded: number
  /** Recordings made with the default prompt of an earlier release. */
  olderPrompts: number
  /** Recordings that a person corrected. */
  edited: number
  /** Verdicts that changed while recording. */
  changes: VerdictChange[]
  /** In mode `estimate`, in which nothing is measured: what would have to be asked. */
  estimate?: EstimatedCall[]
  /** Which attempt of the test it was, from 0, counting retries and repeats. */
  retry: number
}
