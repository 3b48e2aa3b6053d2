/** A run in a line or two. */
import { shownRecall } from '../recall/score.ts'
import { shorten, toOneLine } from '../text.ts'
import type { AssertionMeta } from './assertion-meta.ts'

/** An assertion and the test it stands in. */
export interface ReportedAssertion extends AssertionMeta {
  test: string
}

const MOST_CHANGES = 20

/** The lines shown after a run; none when nothing was asserted. */
export function summarise(assertions: readonly ReportedAssertion[]): string[] {
  const [first] = assertions
  if (first === undefined) return []
  const lowest = assertions.reduce((low, next) => (next.recall < low.recall ? next : low), first)
  const mean = total(assertions, assertion => assertion.recall) / assertions.length
  const recall =
    assertions.length === 1
      ? `recall ${shownRecall(mean)} (${toOneLine(first.test)})`
      : `recall mean ${shownRecall(mean)}, lowest ${shownRecall(lowest.recall)} (${toOneLine(lowest.test)})`
  return [
    `Context recall  ${count(assertions.length, 'assertion')}, ${recall}`,
    `                ${spending(assertions)}`,
    ...olderPrompts(assertions),
    ...changes(assertions),
  ]
}

function spending(assertions: readonly ReportedAssertion[]): string {
  const replayed = total(assertions, assertion => assertion.judge.replayed)
  const recorded = total(assertions, assertion => assertion.recorded)
  const calls = total(assertions, assertion => assertion.judge.calls)
  const input = total(assertions, assertion => assertion.judge.usage.inputTokens)
  const output = total(assertions, assertion => assertion.judge.usage.outputTokens)
  const tokens = input + output === 0 ? '' : `, ${input} input and ${output} output tokens`
  return `${replayed} answers replayed, ${recorded} recorded, ${count(calls, 'call')}${tokens}`
}

function olderPrompts(assertions: readonly ReportedAssertion[]): string[] {
  const older = total(assertions, assertion => assertion.olderPrompts)
  return older === 0
    ? []
    : [
        `                ${count(older, 'answer')} replayed from an earlier release's prompt; -u records ${older === 1 ? 'it' : 'them'} anew`,
      ]
}

function changes(assertions: readonly ReportedAssertion[]): string[] {
  const all = assertions.flatMap(assertion => assertion.changes)
  const lines = all
    .slice(0, MOST_CHANGES)
    .map(
      ({ claim, before, after }) =>
        `                changed  ${shorten(toOneLine(claim), 100)}: ${before} → ${after}`,
    )
  return all.length > MOST_CHANGES
    ? [...lines, `                and ${all.length - MOST_CHANGES} more verdicts changed`]
    : lines
}

function total<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0)
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
