/** What a failing assertion says: the claims that are not attributed first, and whole. */
import { shorten, toOneLine } from '../text.ts'
import { explainGap, quoted, quotedWhole, saysLeftOut, withoutFullStop } from './reason.ts'
import type { ContextRecallResult } from './result.ts'
import { shownRecall } from './score.ts'
import type { Verdict } from './verdicts.ts'

/** About a screen: attributed claims beyond it are counted, not shown. */
const SCREEN_LINES = 40
const HEADLINE_LENGTH = 240

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
}

/** The message of a failed assertion. No line of it begins with text from a judge or a context. */
export function composeFailureMessage(result: ContextRecallResult, details: FailureDetails): string {
  const call = `expect(contexts)${details.isNot ? '.not' : ''}.toHaveContextRecall(groundTruth, ${details.min})`
  const others = result.claims.filter(claim => !claim.attributed)
  const attributed = result.claims.filter(claim => claim.attributed)
  const otherLines = others.flatMap(claim => describeOther(claim, details))
  const room = Math.max(6, SCREEN_LINES - otherLines.length)
  const lines = [
    headline(result, details),
    '',
    call,
    '',
    ...otherLines,
    ...describeAttributed(attributed, room, details),
    ...describeLeftOut(result.uncovered),
    '',
    ...(details.origin === undefined ? [] : [`  contexts   ${toOneLine(details.origin)}`]),
    `  judge      ${toOneLine(result.judge.model)}, ${details.how}`,
    ...recordingLines(result.judge.recordings),
  ]
  return lines.join('\n')
}

function headline(result: ContextRecallResult, { min, isNot }: FailureDetails): string {
  const { recall, attributed, total, claims } = result
  const told = (wanted: boolean): string => listClaims(claims.filter(claim => claim.attributed === wanted))
  return isNot
    ? `Context recall ${shownRecall(recall)}, expected less than ${min}. Attributed (${attributed} of ${total}): ${told(true)}`
    : `Context recall ${shownRecall(recall)} < ${min}. Not attributed (${total - attributed} of ${total}): ${told(false)}`
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

function describeOther(claim: Verdict, sources: Sources): string[] {
  return [
    `  ✗ ${toOneLine(claim.text)}`,
    `      ${explainGap(claim)}`,
    ...(claim.status === 'unverified' ? [] : claim.rejected.map(quote => `      not found ${quoted(quote)}`)),
    ...evidenceLines(claim, sources),
  ]
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

function describeLeftOut(uncovered: readonly string[]): string[] {
  return uncovered.length === 0
    ? []
    : ['', `  ${saysLeftOut(uncovered)}:`, ...uncovered.map(sentence => `      ${quoted(sentence)}`)]
}

type Sources = Pick<FailureDetails, 'contexts' | 'identities'>

function evidenceLines(claim: Verdict, { contexts, identities = [] }: Sources): string[] {
  return claim.evidence.map(evidence => {
    const identity = identities[evidence.context]
    const name = identity === undefined ? '' : ` (${shorten(toOneLine(identity), 80)})`
    return `      context[${evidence.context}]${name} ${quotedWhole(evidence, contexts)}`
  })
}

/** Long inputs have many: enough to find the directory. */
const recordingsShown = 5

function recordingLines(paths: readonly string[]): string[] {
  const lines = paths.map(path => `  recording  ${path}`)
  if (lines.length <= recordingsShown) return lines
  const shown = recordingsShown - 1
  return [...lines.slice(0, shown), `             and ${lines.length - shown} more`]
}
