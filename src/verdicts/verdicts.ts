/** From a judge's answers to one verdict per claim: joined by id, evidence verified, doubts named. */
import type { AnsweredVerdict, AttributionAnswer, Doubt } from '../protocol.ts'
import { locateQuote } from '../evidence/locate-quote.ts'
import { StatedNumbers } from '../evidence/numbers.ts'

export type Status = 'supported' | 'partial' | 'contradicted' | 'missing' | 'unverified'

/** A verbatim quote: `quote === contexts[context].slice(start, end)`, in UTF-16 units. */
export interface Evidence {
  /** Zero-based position of the context. */
  context: number
  quote: string
  start: number
  end: number
}

/** What became of one claim. Only `supported` is attributed. */
export interface Verdict {
  text: string
  attributed: boolean
  status: Status
  evidence: Evidence[]
  /** Quotes of the judge that no context contains. */
  rejected: string[]
  /** What is missing, in the judge's words. */
  gap?: string
}

interface VerifiedQuotes {
  evidence: Evidence[]
  rejected: string[]
  /** Quotes that leave out words of what they quote. */
  elided: string[]
}

/** Looks for every quote in the context it names (one-based), then in the others. */
function verifyQuotes(verdict: AnsweredVerdict, contexts: readonly string[]): VerifiedQuotes {
  const evidence: Evidence[] = []
  const rejected: string[] = []
  const elided: string[] = []
  for (const { context: id, quote } of verdict.evidence) {
    const { leavesOut, ...found } = findQuote(contexts, id - 1, quote) ?? {}
    if (!('context' in found)) rejected.push(quote)
    else if (!evidence.some(known => sameEvidence(known, found))) evidence.push(found)
    if (leavesOut) elided.push(quote)
  }
  return { evidence, rejected, elided }
}

function findQuote(
  contexts: readonly string[],
  named: number,
  quote: string,
): (Evidence & { leavesOut?: true }) | undefined {
  const inContext = (context: number): ReturnType<typeof findQuote> => {
    const text = contexts[context]
    const span = text === undefined ? undefined : locateQuote(text, quote)
    return span && text !== undefined
      ? { context, quote: text.slice(span.start, span.end), ...span }
      : undefined
  }
  const there = inContext(named)
  if (there !== undefined) return there
  for (let context = 0; context < contexts.length; context++) {
    const elsewhere = context === named ? undefined : inContext(context)
    if (elsewhere !== undefined) return elsewhere
  }
  return undefined
}

function sameEvidence(a: Evidence, b: Evidence): boolean {
  return a.context === b.context && a.start === b.start && a.end === b.end
}

/** The verdicts given under a one-based claim id; ids that were not asked about are never looked up. */
function verdictsFor(answer: AttributionAnswer | undefined, id: number): AnsweredVerdict[] {
  return answer?.verdicts.filter(verdict => verdict.claim === id) ?? []
}

/**
 * The claims a first answer leaves in doubt, in claim order: not answered, answered twice, supported by quotes that
 * cannot all be found or that leave something out, or although they have a number that no context states. They are
 * asked about once more, as claims 1 to n of a second question.
 */
export function findDoubts(
  answer: AttributionAnswer,
  claims: readonly string[],
  contexts: readonly string[],
): Doubt[] {
  const doubts: Doubt[] = []
  const stated = new StatedNumbers(contexts)
  for (const [index, claim] of claims.entries()) {
    const doubt = doubtOf(claim, verdictsFor(answer, index + 1), contexts, stated)
    if (doubt !== undefined) doubts.push({ claim: index + 1, ...doubt })
  }
  return doubts
}

function doubtOf(
  claim: string,
  given: AnsweredVerdict[],
  contexts: readonly string[],
  stated: StatedNumbers,
): Omit<Doubt, 'claim'> | undefined {
  const [verdict] = given
  if (verdict === undefined) return { reason: 'unanswered', quotes: [] }
  if (given.length > 1) return { reason: 'answered-twice', quotes: [] }
  if (verdict.status !== 'supported') return undefined
  const { evidence, rejected, elided } = verifyQuotes(verdict, contexts)
  if (evidence.length === 0 && rejected.every(quote => quote.trim() === ''))
    return { reason: 'no-evidence', quotes: [] }
  if (rejected.length > 0) return { reason: 'quote-not-found', quotes: rejected }
  if (elided.length > 0) return { reason: 'left-out', quotes: elided }
  const quoted = new StatedNumbers(evidence.map(({ quote }) => quote))
  const numbers = [...new Set([...stated.notBorne(claim), ...quoted.otherVersions(claim)])]
  return numbers.length > 0 ? { reason: 'number-not-stated', quotes: [], numbers } : undefined
}

/** Whether the first verdict stands when nothing more is answered. */
export function isSoft({ reason }: Doubt): boolean {
  return reason === 'left-out' || reason === 'number-not-stated'
}

/** A verdict as settled; `answered` is false when no single answer was ever given for the claim. */
export type SettledVerdict = Verdict & { answered: boolean }

/**
 * One verdict per claim from a first answer and, where there was one, the second, both in the numbering of the
 * request: for a claim that was asked about again the second answer holds, but a verified verdict is never lost to
 * one that cannot be verified. Nothing is thrown: what the answers do not settle is `unverified`. Evidence positions
 * are those of `contexts`.
 */
export function settleVerdicts(
  answers: readonly AttributionAnswer[],
  claims: readonly string[],
  contexts: readonly string[],
): SettledVerdict[] {
  const [first, second] = answers
  return claims.map((text, index) => {
    const [before, after] = [first, second].map(answer => single(verdictsFor(answer, index + 1)))
    const latest = after ?? before
    if (latest === undefined)
      return { text, attributed: false, status: 'unverified', evidence: [], rejected: [], answered: false }
    const verdict = verifiedVerdict(text, latest, contexts)
    if (verdict.status !== 'unverified' || before === undefined || before === latest)
      return { ...verdict, answered: true }
    const earlier = verifiedVerdict(text, before, contexts)
    return { ...(earlier.attributed ? earlier : verdict), answered: true }
  })
}

/**
 * The answer to a second question in the numbering of the request: claim n of the second question is the n-th
 * doubt's. Ids that were not asked about are dropped.
 */
export function inRequestNumbering(answer: AttributionAnswer, doubts: readonly Doubt[]): AttributionAnswer {
  return {
    verdicts: answer.verdicts.flatMap(verdict => {
      const doubt = doubts[verdict.claim - 1]
      return doubt === undefined ? [] : [{ ...verdict, claim: doubt.claim }]
    }),
  }
}

function single(verdicts: AnsweredVerdict[]): AnsweredVerdict | undefined {
  return verdicts.length === 1 ? verdicts[0] : undefined
}

function verifiedVerdict(text: string, verdict: AnsweredVerdict, contexts: readonly string[]): Verdict {
  const { evidence, rejected } = verifyQuotes(verdict, contexts)
  const proven = evidence.length > 0 && rejected.length === 0
  const status = verdict.status === 'supported' && !proven ? 'unverified' : verdict.status
  const gap = verdict.gap.trim()
  return {
    text,
    attributed: status === 'supported',
    status,
    evidence,
    rejected,
    ...(gap !== '' && status !== 'supported' && { gap }),
  }
}

/** A claim whose verdict changed when it was recorded anew. */
export interface VerdictChange {
  claim: string
  before: Status
  after: Status
}

/** The claims whose status differs between two settlements of the same claims. */
export function changedVerdicts(before: readonly Verdict[], after: readonly Verdict[]): VerdictChange[] {
  return after.flatMap(({ text, status }, index) => {
    const old = before[index]
    return old === undefined || old.status === status
      ? []
      : [{ claim: text, before: old.status, after: status }]
  })
}
