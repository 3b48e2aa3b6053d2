/** What an assertion leaves behind, from its outcome. */
import { DamagedRecordingError, JudgeError, MissingRecordingError } from '../errors.ts'
import type { Verdict } from '../verdicts/verdicts.ts'
import type { MeasuredAssertion, NotMeasured, UnmeasuredAssertion } from './assertion.ts'
import { toOneLine } from '../text.ts'
import type { AssertionOutcome } from './to-have-context-recall.ts'

/** The outcome as plain data without control characters; `retry` is the attempt of the test, from 0. */
export function assertionMeta(outcome: AssertionOutcome, retry: number): MeasuredAssertion {
  const { min, isNot, pass, measurement } = outcome
  const { answers, changes, estimate } = measurement
  const { reason: _, score: __, claims, uncovered, ...result } = outcome.result
  return {
    ...result,
    claims: claims.map(printable),
    uncovered: uncovered.map(toOneLine),
    min,
    isNot,
    pass,
    byRule: answers.filter(answer => answer.how === 'by-rule').length,
    recorded: answers.filter(answer => answer.how === 'recorded').length,
    olderPrompts: answers.filter(answer => answer.olderPrompt).length,
    edited: answers.filter(answer => answer.edited).length,
    changes: changes.map(change => ({ ...change, claim: toOneLine(change.claim) })),
    ...(estimate !== undefined && { estimate }),
    retry,
  }
}

/** The same of an assertion that threw. */
export function unmeasuredMeta(error: unknown, isNot: boolean, retry: number): UnmeasuredAssertion {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  const meta = { notMeasured: whyNotMeasured(error), error: toOneLine(line), isNot, retry }
  if (!MissingRecordingError.isInstance(error)) return meta
  const { file, difference, rerun, questions } = error
  return { ...meta, missing: { file, difference, questions, ...(rerun !== undefined && { rerun }) } }
}

function whyNotMeasured(error: unknown): NotMeasured {
  if (MissingRecordingError.isInstance(error)) return 'missing-recording'
  if (DamagedRecordingError.isInstance(error)) return 'damaged-recording'
  if (!JudgeError.isInstance(error)) return 'error'
  return error.kind === 'max-calls' || error.kind === 'aborted' ? error.kind : 'judge-failed'
}

/** Judges and contexts may hold anything, and reporters print what they find. */
function printable({ text, evidence, rejected, gap, ...verdict }: Verdict): Verdict {
  return {
    ...verdict,
    text: toOneLine(text),
    evidence: evidence.map(piece => ({ ...piece, quote: toOneLine(piece.quote) })),
    rejected: rejected.map(toOneLine),
    ...(gap !== undefined && { gap: toOneLine(gap) }),
  }
}
