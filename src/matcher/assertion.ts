/** What an assertion leaves behind for whoever reports on the run; survives structured cloning and JSON. */
import type { EstimatedCall } from '../protocol.ts'
import type { QuestionToRecord } from '../errors.ts'
import type { ContextRecallResult } from '../verdicts/result.ts'
import type { VerdictChange } from '../verdicts/verdicts.ts'

/** One assertion, as `task.meta.contextRecall` holds it; `notMeasured` tells the two apart. */
export type AssertionMeta = MeasuredAssertion | UnmeasuredAssertion

/** Why an assertion threw instead of measuring. */
export type NotMeasured =
  | 'missing-recording'
  | 'damaged-recording'
  | 'judge-failed'
  | 'max-calls'
  | 'aborted'
  | 'error'

/** An assertion that has no recall: it is neither 0 nor 1, and `.not` does not pass. */
export interface UnmeasuredAssertion {
  notMeasured: NotMeasured
  /** The first line of the error, printable. */
  error: string
  isNot: boolean
  /** Which attempt of the test it was, from 0, counting retries and repeats. */
  retry: number
  /** Of a missing recording: why there is none, the command that records it, and what that asks. */
  missing?: { file: string; difference: string; rerun?: string; questions: readonly QuestionToRecord[] }
}

/**
 * An assertion that passed or failed on recall. Its texts are single printable lines; where a piece of evidence starts
 * and ends is given in the context as it was received.
 */
export interface MeasuredAssertion extends Omit<ContextRecallResult, 'reason' | 'score'> {
  notMeasured?: undefined
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
