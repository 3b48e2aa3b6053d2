/** A run in a line or two. */
import { shownRecall } from '../recall/score.ts'
import { shorten, toOneLine } from '../text.ts'
import type { AssertionMeta } from './assertion-meta.ts'
import { tellEstimate } from './estimate.ts'

/** An assertion and the test it stands in. */
export interface ReportedAssertion extends AssertionMeta {
  /** The test's full name. */
  test: string
  /** Tells tests of one name apart; without it the name does. */
  testId?: string
}

const MOST_CHANGES = 20
const indent = ' '.repeat('Context recall  '.length)

/**
 * The lines shown after a run; none when nothing was asserted. Of a test that was tried again, recall and replayed
 * answers are those of its last attempt, while what was recorded and spent is that of all attempts.
 */
export function summarise(assertions: readonly ReportedAssertion[]): string[] {
  const last = ofLastAttempts(assertions)
  if (last.length === 0) return []
  const estimate = tellEstimate(last)
  if (estimate.length > 0) return estimate
  return [
    `Context recall  ${count(last.length, 'assertion')}${recalls(last)}`,
    `${indent}${spending(assertions, last)}`,
    ...corrected(last),
    ...olderPrompts(last),
    ...changes(assertions),
  ]
}

function ofLastAttempts(assertions: readonly ReportedAssertion[]): ReportedAssertion[] {
  const last = new Map<string, number>()
  for (const assertion of assertions)
    last.set(idOf(assertion), Math.max(last.get(idOf(assertion)) ?? 0, assertion.retry))
  return assertions.filter(assertion => assertion.retry === last.get(idOf(assertion)))
}

function idOf({ testId, test }: ReportedAssertion): string {
  return testId ?? test
}

// a low recall is what .not asks for: it would make a mean say nothing
function recalls(all: readonly ReportedAssertion[]): string {
  const assertions = all.filter(({ isNot }) => !isNot)
  const negated = all.length - assertions.length
  const told = negated === 0 ? '' : ` (${negated} with .not, left out of the mean)`
  return assertions.length === 0 ? ' with .not' : `${told}, ${meanAndLowest(assertions)}`
}

function meanAndLowest(assertions: readonly ReportedAssertion[]): string {
  const lowest = assertions.reduce((low, next) => (next.recall < low.recall ? next : low))
  const mean = total(assertions, assertion => assertion.recall) / assertions.length
  return assertions.length === 1
    ? `recall ${shownRecall(mean)} (${toOneLine(lowest.test)})`
    : `recall mean ${shownRecall(mean)}, lowest ${shownRecall(lowest.recall)} (${toOneLine(lowest.test)})`
}

function spending(all: readonly ReportedAssertion[], last: readonly ReportedAssertion[]): string {
  const replayed = total(last, assertion => assertion.judge.replayed)
  const recorded = total(all, assertion => assertion.recorded)
  const calls = total(all, assertion => assertion.judge.calls)
  const input = total(all, assertion => assertion.judge.usage.inputTokens)
  const output = total(all, assertion => assertion.judge.usage.outputTokens)
  const tokens = input + output === 0 ? '' : `, ${input} input and ${output} output tokens`
  const byRule = total(last, assertion => assertion.byRule)
  const rough = `${count(byRule, 'answer')} of the built-in rough word-overlap judge`
  if (byRule > 0 && replayed + recorded + calls === 0) return rough
  const asked = `${count(replayed, 'answer')} replayed, ${recorded} recorded, ${count(calls, 'call')}${tokens}`
  return byRule === 0 ? asked : `${asked}; ${rough}`
}

function corrected(assertions: readonly ReportedAssertion[]): string[] {
  const edited = total(assertions, assertion => assertion.edited)
  return edited === 0 ? [] : [`${indent}${count(edited, 'answer')} replayed as corrected by hand`]
}

function olderPrompts(assertions: readonly ReportedAssertion[]): string[] {
  const older = total(assertions, assertion => assertion.olderPrompts)
  return older === 0
    ? []
    : [
        `${indent}${count(older, 'answer')} replayed from an earlier release's prompt; -u records ${older === 1 ? 'it' : 'them'} anew`,
      ]
}

function changes(assertions: readonly ReportedAssertion[]): string[] {
  const all = assertions.flatMap(assertion => assertion.changes)
  const lines = all
    .slice(0, MOST_CHANGES)
    .map(
      ({ claim, before, after }) =>
        `${indent}changed  ${shorten(toOneLine(claim), 100)}: ${before} → ${after}`,
    )
  return all.length > MOST_CHANGES
    ? [...lines, `${indent}and ${all.length - MOST_CHANGES} more verdicts changed`]
    : lines
}

function total<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
