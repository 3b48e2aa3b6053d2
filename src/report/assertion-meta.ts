/** What an assertion leaves behind for whoever reports on the run; survives structured cloning and JSON. */
import type { ContextRecallResult } from '../recall/result.ts'
import type { VerdictChange } from '../recall/verdicts.ts'

/** One assertion, as `task.meta.contextRecall` holds it. */
export interface AssertionMeta extends Omit<ContextRecallResult, 'reason' | 'score'> {
  min: number
  isNot: boolean
  pass: boolean
  /** Questions whose answers were recorded in this assertion. */
  recorded: number
  /** Recordings made with the default prompt of an earlier release. */
  olderPrompts: number
  /** Verdicts that changed while recording. */
  changes: VerdictChange[]
  /** Which attempt of the test it was, from 0. */
  retry: number
}
