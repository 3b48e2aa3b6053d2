/** One verdict of a claim from those of the windows it was judged in, and what one more look at two of them needs. */
import { breaksBetween, endWithin, startWithin } from './text-breaks.ts'
import { bytesFor, tokensIn } from './tokens.ts'
import type { Evidence, SettledVerdict, Status } from '../verdicts/verdicts.ts'
import type { Passage } from './windows.ts'

// What is stated somewhere is in the contexts, whatever another of them says.
const ranks: Readonly<Record<Status, number>> = {
  supported: 0,
  contradicted: 1,
  partial: 2,
  unverified: 3,
  missing: 4,
}
const gapsShown = 3

/** The best verdict of any window, with the evidence of all that say the same; evidence is in whole contexts. */
export function mergeVerdicts(verdicts: readonly SettledVerdict[]): SettledVerdict {
  const [first, ...others] = verdicts as [SettledVerdict, ...SettledVerdict[]]
  if (others.length === 0) return first
  const { status } = verdicts.reduce((best, next) => (ranks[next.status] < ranks[best.status] ? next : best))
  const alike = verdicts.filter(verdict => verdict.status === status)
  const gaps = [...new Set(alike.flatMap(({ gap }) => gap ?? []))]
  // each window misses the claim in its own words, and all mean the same
  const gap = gaps.slice(0, status === 'missing' ? 1 : gapsShown).join('; ')
  return {
    text: first.text,
    attributed: status === 'supported',
    status,
    evidence: distinct(alike.flatMap(({ evidence }) => evidence)),
    rejected: [...new Set(alike.flatMap(({ rejected }) => rejected))],
    ...(gap !== '' && { gap }),
    answered: verdicts.every(({ answered }) => answered),
  }
}

/** The verdict of one more look stands, unless it found less than the windows did. */
export function mergeLook(merged: SettledVerdict, look: SettledVerdict): SettledVerdict {
  return ranks[look.status] <= ranks[merged.status] ? look : merged
}

function distinct(evidence: readonly Evidence[]): Evidence[] {
  const seen = new Set<string>()
  return evidence.filter(({ context, start, end }) => {
    const place = `${context} ${start} ${end}`
    return !seen.has(place) && seen.add(place)
  })
}

/** One more question: claims by their position, and the passages around what the windows quoted for them. */
export interface Look {
  claims: number[]
  passages: Passage[]
}

const quotesAtMost = 8
// a passage is cut where a sentence ends, if one does this near to where it would be cut
const looked = 4096

/**
 * One more look for the claims of a batch that no window supports and that two or more give verified partial evidence
 * for: what was quoted, with as much around it as there is room for. `verdicts` are those of the windows, by claim.
 * Undefined when no claim needs it, or none fits.
 */
export function planLook(
  batch: readonly number[],
  verdicts: readonly (readonly SettledVerdict[])[],
  contexts: readonly string[],
  tokens: number,
): Look | undefined {
  const wanted = batch.flatMap(claim => {
    const quoted = quotedInParts(verdicts[claim] ?? [])
    return quoted.length < 2 ? [] : [{ claim, quoted, taken: [] as Evidence[] }]
  })
  const claimTokens = wanted.reduce((sum, { claim }) => sum + tokensIn(verdicts[claim]?.[0]?.text ?? ''), 0)
  let left = tokens - claimTokens
  for (let turn = 0; turn < quotesAtMost; turn++) {
    for (const { quoted, taken } of wanted) {
      const next = quoted[turn]
      const size = next === undefined ? Infinity : tokensIn(next.quote)
      if (next === undefined || size > left) continue
      taken.push(next)
      left -= size
    }
  }
  const kept = wanted.filter(({ taken }) => taken.length > 1)
  if (kept.length === 0) return undefined
  const quotes = distinct(kept.flatMap(({ taken }) => taken))
  return {
    claims: kept.map(({ claim }) => claim),
    passages: passagesAround(quotes, contexts, bytesFor(left) / quotes.length),
  }
}

/** What windows quoted that have a part of a claim: the first quote of each, then the second, and so on. */
function quotedInParts(verdicts: readonly SettledVerdict[]): Evidence[] {
  if (verdicts.some(({ status }) => status === 'supported')) return []
  const lists = verdicts.flatMap(({ status, evidence }) =>
    status === 'partial' && evidence.length > 0 ? [evidence] : [],
  )
  if (lists.length < 2) return []
  const longest = Math.max(...lists.map(({ length }) => length))
  const inTurn = Array.from({ length: longest }, (_, index) => lists.flatMap(list => list[index] ?? []))
  return distinct(inTurn.flat()).slice(0, quotesAtMost)
}

function passagesAround(quotes: readonly Evidence[], contexts: readonly string[], bytes: number): Passage[] {
  const around = quotes
    .map(quote => passageAround(quote, contexts[quote.context] ?? '', bytes))
    .sort((a, b) => a.context - b.context || a.start - b.start)
  const joined: Passage[] = []
  for (const passage of around) {
    const last = joined.at(-1)
    if (last?.context === passage.context && passage.start <= last.end)
      last.end = Math.max(last.end, passage.end)
    else joined.push(passage)
  }
  return joined
}

/** Half of the bytes before the quote and half behind it; what one side has no use for goes to the other. */
function passageAround({ context, start, end }: Evidence, text: string, bytes: number): Passage {
  const size = (from: number, to: number): number => Buffer.byteLength(text.slice(from, to))
  const half = startWithin(text, start, bytes / 2)
  const to = endAfter(text, end, bytes - size(half, start))
  const from = startWithin(text, start, bytes - size(end, to))
  const [first = from] = from === 0 ? [] : breaksBetween(text, from, Math.min(start + 1, from + looked))
  const last = to === text.length ? to : breaksBetween(text, Math.max(end - 1, to - looked), to).at(-1)
  return { context, start: first, end: last ?? to }
}

function endAfter(text: string, end: number, bytes: number): number {
  // a character has at most four bytes, and one is taken however few there are
  return bytes < 4 ? end : endWithin(text, end, bytes)
}
