/** A judge's quote, and the ways it may be meant. */
import { saysSomething } from './characters.ts'
import { foldText } from './fold.ts'
import { joinHyphens, readText } from './read-text.ts'
import type { WordSequence } from './word-sequence.ts'

const ellipsis = /[[(]?(?:\.{3}[.…]*|…[.…]*)[\])]?/
const quotationMarks = /^["'“”„‟‘’‚‛«»‹›「『`][^]+["'“”„‟‘’‚‛«»‹›」』`]$/

// The ways a quote may be meant: as it is, or without the marks put around it.
function readingsOf(quote: string): string[] {
  const readings = quotationMarks.test(quote) ? [quote, quote.slice(1, -1).trim()] : [quote]
  return readings.filter(saysSomething)
}

/** What is made of a quote once, however many contexts it is looked for in. */
export class Quote {
  readonly readings: readonly string[]
  private foldedReadings: string[] | undefined
  private wordPieces: WordSequence[] | undefined
  private withoutHyphens: Quote | undefined

  constructor(text: string) {
    this.readings = readingsOf(text.trim())
  }

  /** The readings, folded. */
  get folded(): readonly string[] {
    this.foldedReadings ??= [...new Set(this.readings.map(foldText))].filter(saysSomething)
    return this.foldedReadings
  }

  /** The words of what stands between ellipses; those at the ends leave nothing. */
  get pieces(): readonly WordSequence[] {
    this.wordPieces ??= (this.readings.at(-1) ?? '')
      .split(ellipsis)
      .filter(saysSomething)
      .map(piece => readText(piece).sequence)
    return this.wordPieces
  }

  /** The quote with words joined over their hyphens. */
  get joined(): Quote {
    this.withoutHyphens ??= new Quote(joinHyphens(this.readings[0] ?? '').text)
    return this.withoutHyphens
  }
}

let lastText: string | undefined
let lastQuote: Quote | undefined

/** The quote made ready; the last one is kept, as a quote is looked for in one context after another. */
export function quoteOf(text: string): Quote {
  if (!lastQuote || lastText !== text) {
    lastQuote = new Quote(text)
    lastText = text
  }
  return lastQuote
}
