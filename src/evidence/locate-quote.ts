/** Finds where in a context a judge's quote stands: verbatim, folded, or as the same sequence of words. */
import { isWhole } from './boundaries.ts'
import { findOccurrence, occurrencesOf } from './find-occurrence.ts'
import type { MappedText } from './mapped-text.ts'
import { type Quote, quoteOf } from './quote.ts'
import { type Context, contextOf } from './read-text.ts'
import { stopCheck, type WordSequence } from './word-sequence.ts'

/** UTF-16 offsets into the context as given: `context.slice(start, end)` is the evidence. */
export interface Span {
  start: number
  end: number
}

/** Where a quote was found. */
export interface Located extends Span {
  /** Whether an ellipsis of the quote stands for words of the span. */
  leavesOut?: true
}

// Enough to tell a text that is not the one quoted.
const mostWordsAsked = 64

// More are no quote, and each is looked for in the whole context.
const mostPieces = 32

// Of two hundred sentences one is longer; where nothing marks their ends, it is all that bounds what is left out.
const mostLeftOut = 300

// No quote needs more places of its pieces looked at, unless it is of one letter each.
const mostTried = 10_000

function locateVerbatim(context: string, quote: string): Span | undefined {
  const start = findOccurrence(context, quote, at => isWhole(context, at, at + quote.length))
  return start === -1 ? undefined : { start, end: start + quote.length }
}

function locateFolded(context: string, folded: MappedText, quote: string): Span | undefined {
  const { text } = folded
  let found: Span | undefined
  findOccurrence(text, quote, at => {
    const end = at + quote.length
    const span = { start: folded.startOf(at), end: folded.endOf(end - 1) }
    // Units of one part of the source: a character and its marks, or a ligature.
    if (at > 0 && folded.startOf(at - 1) === span.start) return false
    if (end < text.length && folded.endOf(end) === span.end) return false
    if (!isWhole(context, span.start, span.end)) return false
    found = span
    return true
  })
  return found
}

/** A part of a word sequence, with the spaces around it. */
interface Run {
  at: number
  end: number
}

/** A function that gives the first place from one on where the words of a piece stand; they must ascend. */
function runsOf(
  context: string,
  sequence: WordSequence,
  piece: WordSequence,
  budget: { left: number },
): (from: number) => Run | undefined {
  const { words } = sequence
  const needle = piece.words.text
  const nextOccurrence = occurrencesOf(words.text, needle)
  const passesStops = stopCheck(sequence, piece)
  let known = -1
  let tried = -1
  const isRun = (at: number): boolean =>
    passesStops(at) && isWhole(context, words.startOf(at + 1), words.endOf(at + needle.length - 2))
  return from => {
    while (known < from) {
      const at = nextOccurrence(Math.max(from, tried + 1))
      tried = at === -1 || budget.left-- <= 0 ? Infinity : at
      if (tried === Infinity || isRun(tried)) known = tried
    }
    return known === Infinity ? undefined : { at: known, end: known + needle.length - 1 }
  }
}

// Where a word of the quote is nowhere in the context, its sequence of words is not either.
function hasWordsOf(context: string, folded: MappedText, quote: WordSequence): boolean {
  // Escapes and entities may hide a word from the folded text.
  if (/[\\&]|<wbr/i.test(context)) return true
  return quote.words.text
    .split(' ', mostWordsAsked)
    .every(word => !/^[a-z]+$/.test(word) || folded.text.includes(word))
}

function holdsNoneBetween(positions: readonly number[], start: number, end: number): boolean {
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions[middle] as number) < start) low = middle + 1
    else high = middle
  }
  const next = positions[low]
  return next === undefined || next >= end
}

/**
 * The first place where the pieces stand in order. What is left out between two of them may end no sentence and no
 * part of a document, and all of it be no longer than a sentence.
 */
function locatePieces(
  context: string,
  sequence: WordSequence,
  pieces: readonly WordSequence[],
): Located | undefined {
  const { words, stops } = sequence
  const budget = { left: pieces.length > 1 ? mostTried : Infinity }
  const [firstOf, ...others] = pieces.map(piece => runsOf(context, sequence, piece, budget))
  for (let from = 0, first = firstOf?.(from); first !== undefined; first = firstOf?.(from)) {
    let end = first.end
    let leftOut = 0
    let isJoined = true
    for (const nextOf of others) {
      const next = nextOf(end)
      if (next === undefined) return undefined
      leftOut += next.at - end
      isJoined = next.at === end || (leftOut <= mostLeftOut && holdsNoneBetween(stops, end, next.at + 1))
      if (!isJoined) break
      end = next.end
    }
    if (isJoined) {
      const span = { start: words.startOf(first.at + 1), end: words.endOf(end - 1) }
      return leftOut > 0 ? { ...span, leavesOut: true } : span
    }
    // none that begins before would reach as far
    from = Math.max(first.at + 1, first.at + leftOut - mostLeftOut)
  }
  return undefined
}

/**
 * Where the quote stands in the context, or `undefined` where it does not: verbatim, else folded, else by its
 * words. A quote without a letter or a number is never found. It must begin and end where words and numbers do;
 * an ellipsis in it joins pieces of one sentence, and the span is that of all of them, with what is left out.
 */
export function locateQuote(context: string, quote: string): Located | undefined {
  const wanted = quoteOf(quote)
  for (const reading of wanted.readings) {
    const span = locateVerbatim(context, reading)
    if (span) return span
  }
  if (wanted.readings.length === 0 || context === '') return undefined
  const ready = contextOf(context)
  const found = locateReading(ready, wanted)
  const { joined } = ready
  if (found || joined === undefined) return found
  const there = locateReading(joined.context, wanted.joined)
  return there && { ...there, start: joined.map.startOf(there.start), end: joined.map.endOf(there.end - 1) }
}

function locateReading(ready: Context, wanted: Quote): Located | undefined {
  const { text, folded } = ready
  for (const reading of wanted.folded) {
    const span = locateFolded(text, folded, reading)
    if (span) return span
  }
  const { pieces } = wanted
  if (pieces.length > mostPieces || pieces.some(({ words }) => words.text.length < 3)) return undefined
  if (!pieces.every(piece => hasWordsOf(text, folded, piece))) return undefined
  return locatePieces(text, ready.read.sequence, pieces)
}
