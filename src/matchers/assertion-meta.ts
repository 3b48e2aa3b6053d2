/** What an assertion leaves behind, from its outcome. */
import type { AssertionMeta } from '../report/assertion-meta.ts'
import type { AssertionOutcome } from './to-have-context-recall.ts'

/** The outcome as plain data; `retry` is the attempt of the test, from 0. */
export function assertionMeta(outcome: AssertionOutcome, retry: number): AssertionMeta {
  const { min, isNot, pass, measurement } = outcome
  const { answers, changes } = measurement
  const { reason: _, score: __, ...result } = outcome.result
  return {
    ...result,
    min,
    isNot,
    pass,
    recorded: answers.filter(answer => answer.how === 'recorded').length,
    olderPrompts: answers.filter(answer => answer.olderPrompt).length,
    changes,
    retry,
  }
}
