/** Finds where in a context a judge's quote stands: verbatim, folded, or as the same sequence of words. */
import { isWhole } from './boundaries.ts'
import { findOccurrence } from './find-occurrence.ts'
import type { MappedText } from './mapped-text.ts'
import { unomittable } from './omission.ts'
import { quoteOf } from './quote.ts'
import { contextOf, type ReadText } from './read-text.ts'
import { stopCheck, type WordSequence } from './word-sequence.ts'

/** UTF-16 offsets into the context as given: `context.slice(start, end)` is the evidence. */
export interface Span {
  start: number
  end: number
}

// Enough to tell a text that is not the one quoted.
const mostWordsAsked = 64

// More are no quote, and each is looked for in the whole context.
const mostPieces = 32

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

// Offers every place where the words of the quote stand, in order, until one is accepted.
function findWords(
  context: string,
  sequence: WordSequence,
  quote: WordSequence,
  accepts: (span: Span) => boolean,
): void {
  const { words } = sequence
  const needle = quote.words.text
  if (needle.length < 3) return
  const passesStops = stopCheck(sequence, quote)
  findOccurrence(words.text, needle, at => {
    if (!passesStops(at)) return false
    const span = { start: words.startOf(at + 1), end: words.endOf(at + needle.length - 2) }
    return isWhole(context, span.start, span.end) && accepts(span)
  })
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

// Of the chains that lead to a piece only the one that ends last matters: it leaves out the least.
function locatePieces(context: string, text: ReadText, pieces: readonly WordSequence[]): Span | undefined {
  const kept = unomittable(text.folded, text.sequence)
  let chains: Span[] | undefined
  for (const piece of pieces) {
    const before: Span[] | undefined = chains
    const reached: Span[] = []
    let next = 0
    findWords(context, text.sequence, piece, span => {
      if (!before) {
        reached.push(span)
        return false
      }
      while (next < before.length && (before[next] as Span).end <= span.start) next++
      const chain = before[next - 1]
      if (chain && holdsNoneBetween(kept, chain.end, span.start)) {
        reached.push({ start: chain.start, end: span.end })
      }
      return false
    })
    chains = reached
  }
  return chains?.[0]
}

/**
 * Where the quote stands in the context, or `undefined` where it does not: verbatim, else folded, else by its
 * words. A quote without a letter or a number is never found. It must begin and end where words and numbers do;
 * an ellipsis in it joins pieces of the context, with no negation or number left out between them.
 */
export function locateQuote(context: string, quote: string): Span | undefined {
  const wanted = quoteOf(quote)
  for (const reading of wanted.readings) {
    const span = locateVerbatim(context, reading)
    if (span) return span
  }
  if (wanted.readings.length === 0 || context === '') return undefined
  const ready = contextOf(context)
  for (const reading of wanted.folded) {
    const span = locateFolded(context, ready.folded, reading)
    if (span) return span
  }
  if (wanted.pieces.length > mostPieces) return undefined
  if (!wanted.pieces.every(piece => hasWordsOf(context, ready.folded, piece))) return undefined
  if (wanted.pieces.length > 1) return locatePieces(context, ready.read, wanted.pieces)
  let found: Span | undefined
  for (const piece of wanted.pieces) {
    findWords(context, ready.read.sequence, piece, span => {
      found = span
      return true
    })
  }
  return found
}
