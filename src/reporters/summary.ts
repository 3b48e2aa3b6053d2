/** A run in a line or two. */
import { shownRecall } from '../verdicts/score.ts'
import { shorten, toOneLine } from '../text.ts'
import type {
  AssertionMeta,
  MeasuredAssertion,
  NotMeasured,
  UnmeasuredAssertion,
} from '../matcher/assertion.ts'
import { tellEstimate } from './tell-estimate.ts'

interface InTest {
  /** The test's full name. */
  test: string
  /** Tells tests of one name apart; without it the name does. */
  testId?: string
}

/** An assertion and the test it stands in. */
export type ReportedAssertion = AssertionMeta & InTest

type Measured = MeasuredAssertion & InTest
type Unmeasured = UnmeasuredAssertion & InTest

const MOST_CHANGES = 20
const MOST_NAMES = 3
const indent = ' '.repeat('Context recall  '.length)

/**
 * The lines shown after a run; none when nothing was asserted. Of a test that was tried again, recall and replayed
 * answers are those of its last attempt, while what was recorded and spent is that of all attempts.
 */
export function summarise(assertions: readonly ReportedAssertion[]): string[] {
  const last = ofLastAttempts(assertions)
  if (last.length === 0) return []
  const measured = last.filter(isMeasured)
  const estimate = tellEstimate(measured)
  if (estimate.length > 0) return estimate
  const all = assertions.filter(isMeasured)
  return [
    `Context recall  ${count(last.length, 'assertion')}${recalls(measured, last.filter(isUnmeasured))}`,
    ...(all.length === 0 ? [] : [`${indent}${spending(all, measured)}`]),
    ...corrected(measured),
    ...olderPrompts(measured),
    ...leftOut(measured),
    ...changes(all),
  ]
}

/** Whether it passed or failed on recall. */
function isMeasured(assertion: ReportedAssertion): assertion is Measured {
  return assertion.notMeasured === undefined
}

function isUnmeasured(assertion: ReportedAssertion): assertion is Unmeasured {
  return !isMeasured(assertion)
}

const told: Record<NotMeasured, [one: string, many: string]> = {
  'missing-recording': ['missing recording', 'missing recordings'],
  'damaged-recording': ['damaged recording', 'damaged recordings'],
  'judge-failed': ['judge failed', 'judge failures'],
  'max-calls': ['over maxCalls', 'over maxCalls'],
  aborted: ['given up', 'given up'],
  error: ['other error', 'other errors'],
}

function notMeasured(assertions: readonly Unmeasured[]): string {
  if (assertions.length === 0) return ''
  const reasons = (Object.keys(told) as NotMeasured[]).flatMap(why => {
    const { length } = assertions.filter(assertion => assertion.notMeasured === why)
    return length === 0 ? [] : [`${length} ${told[why][length === 1 ? 0 : 1]}`]
  })
  return `, ${assertions.length} not measured (${reasons.join(', ')})`
}

/** Of tests that were tried again, their last attempt only. */
export function ofLastAttempts(assertions: readonly ReportedAssertion[]): ReportedAssertion[] {
  const last = new Map<string, number>()
  for (const assertion of assertions)
    last.set(idOf(assertion), Math.max(last.get(idOf(assertion)) ?? 0, assertion.retry))
  return assertions.filter(assertion => assertion.retry === last.get(idOf(assertion)))
}

function idOf({ testId, test }: ReportedAssertion): string {
  return testId ?? test
}

// a low recall is what .not asks for: it would make a mean say nothing
function recalls(measured: readonly Measured[], unmeasured: readonly Unmeasured[]): string {
  const assertions = measured.filter(({ isNot }) => !isNot)
  const negated = measured.length - assertions.length
  const left = notMeasured(unmeasured)
  if (assertions.length === 0)
    return negated === 0 ? left : `${left === '' ? '' : `, ${negated}`} with .not${left}`
  return `${negated === 0 ? '' : ` (${negated} with .not, left out of the mean)`}${left}, ${meanAndLowest(assertions)}`
}

function meanAndLowest(assertions: readonly Measured[]): string {
  const lowest = assertions.reduce((low, next) => (next.recall < low.recall ? next : low))
  const mean = total(assertions, assertion => assertion.recall) / assertions.length
  return assertions.length === 1
    ? `recall ${shownRecall(mean)} (${toOneLine(lowest.test)})`
    : `recall mean ${shownRecall(mean)}, lowest ${shownRecall(lowest.recall)} (${toOneLine(lowest.test)})`
}

function spending(all: readonly Measured[], last: readonly Measured[]): string {
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

function corrected(assertions: readonly Measured[]): string[] {
  const edited = total(assertions, assertion => assertion.edited)
  return edited === 0 ? [] : [`${indent}${count(edited, 'answer')} replayed as corrected by hand`]
}

function olderPrompts(assertions: readonly Measured[]): string[] {
  const older = total(assertions, assertion => assertion.olderPrompts)
  return older === 0
    ? []
    : [
        `${indent}${count(older, 'answer')} replayed from an earlier release's prompt; -u records ${older === 1 ? 'it' : 'them'} anew`,
      ]
}

function leftOut(assertions: readonly Measured[]): string[] {
  const concerned = assertions.filter(({ uncovered }) => uncovered.length > 0)
  const sentences = total(concerned, ({ uncovered }) => uncovered.length)
  return sentences === 0
    ? []
    : [
        `${indent}${count(sentences, 'sentence')} of ground truths left out by the claims: ${listNames(concerned.map(({ test }) => test))}`,
      ]
}

function listNames(tests: readonly string[]): string {
  const names = [...new Set(tests)].map(toOneLine)
  return names.length > MOST_NAMES
    ? `${names.slice(0, MOST_NAMES).join('; ')} and ${names.length - MOST_NAMES} more`
    : names.join('; ')
}

function changes(assertions: readonly Measured[]): string[] {
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
