/** Whether the contexts support a claim, by rule: a rough verdict with its evidence. */
import { locateQuote } from '../../evidence/locate-quote.ts'
import { shorten, toOneLine } from '../../text.ts'
import type { AnsweredVerdict } from '../../protocol.ts'
import { type Claim, type Found, type Match, matchClaim, readClaim } from './match.ts'
import { readSentences, type Sentence } from './passage.ts'
import type { Word } from './words.ts'

/** Verdicts on claims, numbered from one, in their order. */
export function attributeClaims(claims: readonly string[], contexts: readonly string[]): AnsweredVerdict[] {
  const read = contexts.map(readSentences)
  return claims.map((text, index) => ({ claim: index + 1, ...judgeClaim(readClaim(text), read, contexts) }))
}

type Judgement = Omit<AnsweredVerdict, 'claim'>

// Chosen once for texts of all kinds
const leastOfAll = 0.5
const leastOfOthers = 0.2
// So much in one sentence, and no less than two words
const leastInOne = 0.25
const mostQuotes = 4

function judgeClaim(
  claim: Claim,
  sentences: readonly (readonly Sentence[])[],
  contexts: readonly string[],
): Judgement {
  const match = matchClaim(claim, sentences)
  const lack = lackOf(claim, match)
  if (lack === undefined) {
    const evidence = evidenceOf(match, contexts, mostQuotes)
    if (evidence.length > 0) return { status: 'supported', evidence, gap: '' }
  }
  const conflict = conflictOf(claim, match, sentences)
  if (conflict !== undefined)
    return { status: 'contradicted', evidence: evidenceOf(conflict.match, contexts, 1), gap: conflict.gap }
  const gap = lack ?? 'its words stand where they cannot be quoted'
  const isPartial = match.found.length > 0 && shareHeld(claim.words, match) >= leastOfAll
  return isPartial
    ? { status: 'partial', evidence: evidenceOf(match, contexts, 1), gap }
    : { status: 'missing', evidence: [], gap }
}

/** What keeps a claim from being supported, in plain words. */
function lackOf({ text, words }: Claim, match: Match): string | undefined {
  if (words.length === 0) return 'the claim has no word to look for'
  const isRequired = (word: Word): boolean => word.kind !== 'plain'
  const missing = words.filter((_, position) => match.held[position] === 0)
  const others = words.filter(word => !isRequired(word))
  const isEnough =
    !missing.some(isRequired) &&
    shareHeld(words, match) >= leastOfAll &&
    shareOf(others, words, match) >= leastOfOthers
  if (!isEnough) return `no context says ${listed(text, missing)}`
  if (!match.isDenied) return 'no context says that it is not so'
  if (mostInOne(match) < Math.max(Math.min(2, words.length), words.length * leastInOne))
    return 'its words stand in the contexts, but not together'
  return undefined
}

function shareHeld(words: readonly Word[], match: Match): number {
  return shareOf(words, words, match)
}

function shareOf(some: readonly Word[], words: readonly Word[], { held }: Match): number {
  if (some.length === 0) return 1
  const wanted = new Set(some)
  return words.filter((word, position) => wanted.has(word) && held[position] === 1).length / some.length
}

function mostInOne({ found }: Match): number {
  return found.reduce((most, { words }) => Math.max(most, words.length), 0)
}

function listed(text: string, missing: readonly Word[]): string {
  const shown = [
    ...new Set(missing.map(({ start, end }) => `"${shorten(toOneLine(text.slice(start, end)), 40)}"`)),
  ]
  return shown.length > 5 ? `${shown.slice(0, 5).join(', ')} and ${shown.length - 5} more` : shown.join(', ')
}

interface Conflict {
  match: Match
  gap: string
}

/** A sentence that says the same but for a negation or a number. */
function conflictOf(
  claim: Claim,
  match: Match,
  sentences: readonly (readonly Sentence[])[],
): Conflict | undefined {
  const either = matchClaim(claim, sentences, 'polarity')
  if (lackOf(claim, either) === undefined && isConcentrated(claim, either))
    return { match: either, gap: 'a context says the opposite' }
  const numbers = claim.words.filter((word, position) => word.kind === 'number' && match.held[position] === 0)
  const [best] = byWordsHeld(match)
  if (numbers.length === 0 || best === undefined) return undefined
  const rest = claim.words.length - numbers.length
  const other = best.sentence.words.find(
    word => word.kind === 'number' && !claim.positions.has(word.key) && word.unit === numbers[0]?.unit,
  )
  if (other === undefined || rest < 2 || best.words.length < rest * 0.75) return undefined
  return {
    match: { ...match, found: [best] },
    gap: `a context has another number than ${listed(claim.text, numbers)}`,
  }
}

function isConcentrated(claim: Claim, match: Match): boolean {
  const [best] = byWordsHeld(match)
  return best !== undefined && best.words.length >= claim.words.length * leastOfAll
}

function byWordsHeld({ found }: Match): Found[] {
  return found.toSorted((a, b) => b.words.length - a.words.length)
}

/** The sentences that together hold the most of the claim, whole, as far as they can be quoted. */
function evidenceOf(match: Match, contexts: readonly string[], most: number): Judgement['evidence'] {
  const evidence: Judgement['evidence'] = []
  const covered = new Set<number>()
  const candidates = [...match.found]
  while (evidence.length < most && candidates.length > 0) {
    const news = candidates.map(({ words }) => words.filter(word => !covered.has(word)).length)
    const most = Math.max(...news)
    if (most === 0) break
    const [chosen] = candidates.splice(news.indexOf(most), 1) as [Found]
    const text = contexts[chosen.context] ?? ''
    const quote = text.slice(chosen.sentence.start, chosen.sentence.end)
    if (locateQuote(text, quote) === undefined) continue
    for (const word of chosen.words) covered.add(word)
    evidence.push({ context: chosen.context + 1, quote })
  }
  return evidence
}
