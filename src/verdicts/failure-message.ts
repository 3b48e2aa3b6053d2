/** What a failing assertion says: the claims that are not attributed first, and whole. */
import { shorten, toOneLine } from '../text.ts'
import { explainGap, quoted, quotedWhole, saysLeftOut, withoutFullStop } from './reason.ts'
import type { ContextRecallResult } from './result.ts'
import { shownRecall } from './score.ts'
import type { Evidence, Verdict } from './verdicts.ts'

/** About a screen: what stands beyond it is counted, not shown, but for claims that are not attributed. */
const SCREEN_LINES = 40
const LEAST_FOR_ATTRIBUTED = 6
const HEADLINE_LENGTH = 240
const MOST_QUOTES = 5

export interface FailureDetails {
  min: number
  /** Whether the assertion was negated. */
  isNot: boolean
  /** How the judge's answers came about, such as `replayed`. */
  how: string
  /** The contexts in which evidence is given. */
  contexts: readonly string[]
  /** What the retriever calls each context, by the caller's position. */
  identities?: readonly (string | undefined)[]
  /** Where the contexts came from, when they were not received as a list. */
  origin?: string | undefined
  question?: string | undefined
  /** The passage nearest to a claim that has no evidence, by some rule that judges nothing. */
  nearest?: ((claim: string) => Evidence | undefined) | undefined
}

/** The message of a failed assertion. No line of it begins with text from a judge or a context. */
export function composeFailureMessage(result: ContextRecallResult, details: FailureDetails): string {
  const { min, isNot, contexts, origin, question, how } = details
  const attributed = result.claims.filter(claim => claim.attributed)
  const otherLines = describeOthers(
    result.claims.filter(claim => !claim.attributed),
    details,
  )
  const room = Math.max(LEAST_FOR_ATTRIBUTED, SCREEN_LINES - otherLines.length)
  const from = origin === undefined ? '' : ` (${toOneLine(origin)})`
  const lines = [
    headline(result, details),
    '',
    `expect(contexts)${isNot ? '.not' : ''}.toHaveContextRecall(groundTruth, ${min})`,
    '',
    ...otherLines,
    ...describeAttributed(attributed, room, details),
    ...describeLeftOut(result),
    '',
    ...(question === undefined ? [] : [`  question   ${shorten(toOneLine(question), 240)}`]),
    `  contexts   ${contexts.length} retrieved${from}`,
    ...(otherLines.length === 0 || isShown(otherLines, attributed) ? [] : firstWords(details)),
    `  judge      ${toOneLine(result.judge.model)}, ${how}`,
    ...recordingLines(result.judge.recordings),
  ]
  return lines.join('\n')
}

function headline(result: ContextRecallResult, { min, isNot, contexts }: FailureDetails): string {
  const { recall, attributed, total, claims } = result
  const told = (wanted: boolean): string => listClaims(claims.filter(claim => claim.attributed === wanted))
  if (isNot)
    return `Context recall ${shownRecall(recall)}, expected less than ${min}. Attributed (${attributed} of ${total}): ${told(true)}`
  const none = contexts.length === 0 ? ': 0 contexts were retrieved' : ''
  return `Context recall ${shownRecall(recall)} < ${min}${none}. Not attributed (${total - attributed} of ${total}): ${told(false)}`
}

/** As many whole claims as fit on a headline; the rest is counted, since the list below has them all. */
function listClaims(claims: readonly Verdict[]): string {
  const shown: string[] = []
  let length = 0
  for (const claim of claims) {
    const text = toOneLine(claim.text)
    length += text.length
    if (shown.length > 0 && length > HEADLINE_LENGTH) break
    shown.push(shorten(text, HEADLINE_LENGTH))
  }
  const rest = claims.length - shown.length
  const [last] = shown.slice(-1)
  if (rest === 0 && last !== undefined) return [...shown.slice(0, -1).map(withoutFullStop), last].join('; ')
  return `${shown.map(withoutFullStop).join('; ')}; and ${rest} more`
}

/** Every claim, and beside those without evidence what is nearest, as far as a screen has room for it. */
function describeOthers(claims: readonly Verdict[], details: FailureDetails): string[] {
  const described = claims.map(claim => [
    `  ✗ ${toOneLine(claim.text)}`,
    `      ${explainGap(claim)}`,
    ...(claim.status === 'unverified'
      ? []
      : firstOf(claim.rejected.map(quote => `      not found ${quoted(quote)}`))),
    ...evidenceLines(claim, details),
  ])
  if (details.nearest === undefined) return described.flat()
  let room = SCREEN_LINES - LEAST_FOR_ATTRIBUTED - described.flat().length
  let left = 0
  const lines = described.flatMap((own, index) => {
    const claim = claims[index] as Verdict
    if (claim.evidence.length > 0) return own
    if (room <= 0) left++
    const passage = room <= 0 ? undefined : details.nearest?.(claim.text)
    if (passage === undefined) return own
    room--
    return [...own, `      nearest ${placeOf(passage, details)} (by shared words; not judged)`]
  })
  return left === 0 ? lines : [...lines, `    the nearest passages of ${left} claims are left out`]
}

function describeAttributed(claims: readonly Verdict[], room: number, sources: Sources): string[] {
  const lines: string[] = []
  for (const [index, claim] of claims.entries()) {
    const described = [`  ✓ ${shorten(toOneLine(claim.text), 160)}`, ...evidenceLines(claim, sources)]
    if (lines.length + described.length > room && index > 0)
      return [...lines, `  ✓ ${claims.length - index} more attributed`]
    lines.push(...described)
  }
  return lines
}

function describeLeftOut({ uncovered, judge }: ContextRecallResult): string[] {
  if (uncovered.length === 0) return []
  const claims = judge.recordings.find(path => path.includes('.claims.'))
  const hash = claims?.split('.').at(-2)
  return [
    '',
    `  ${saysLeftOut(uncovered)}:`,
    ...uncovered.map(sentence => `      ${quoted(sentence)}`),
    ...(hash === undefined ? [] : [`    npx context-recall forget ${hash} has its claims extracted anew`]),
  ]
}

/** Whether something of what was retrieved is to be seen already. */
function isShown(otherLines: readonly string[], attributed: readonly Verdict[]): boolean {
  return attributed.length > 0 || otherLines.some(line => /^ {6}(?:nearest )?context\[/.test(line))
}

const contextsShown = 3

/** What was retrieved, where no claim is near to any of it. */
function firstWords({ contexts, identities }: Sources): string[] {
  const lines = contexts.slice(0, contextsShown).map((text, context) => {
    const evidence = { context, quote: shorten(text, 400), start: 0, end: 0 }
    return `             ${placeOf(evidence, { contexts: [], ...(identities !== undefined && { identities }) })}`
  })
  const rest = contexts.length - lines.length
  return rest === 0 ? lines : [...lines, `             and ${rest} more`]
}

type Sources = Pick<FailureDetails, 'contexts' | 'identities'>

function evidenceLines(claim: Verdict, sources: Sources): string[] {
  return firstOf(claim.evidence.map(evidence => `      ${placeOf(evidence, sources)}`))
}

function placeOf(evidence: Evidence, { contexts, identities = [] }: Sources): string {
  const identity = identities[evidence.context]
  const name = identity === undefined ? '' : ` (${shorten(toOneLine(identity), 80)})`
  return `context[${evidence.context}]${name} ${quotedWhole(evidence, contexts)}`
}

function firstOf(lines: readonly string[]): string[] {
  if (lines.length <= MOST_QUOTES) return [...lines]
  const shown = MOST_QUOTES - 1
  return [...lines.slice(0, shown), `      and ${lines.length - shown} more`]
}

/** Long inputs have many: enough to find the directory. */
const recordingsShown = 5

function recordingLines(paths: readonly string[]): string[] {
  const lines = paths.map(path => `  recording  ${path}`)
  if (lines.length <= recordingsShown) return lines
  const shown = recordingsShown - 1
  return [...lines.slice(0, shown), `             and ${lines.length - shown} more`]
}
