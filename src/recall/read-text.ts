/** Reads a text for its words: markup taken out, folded, split; everything mapped to the text as given. */
import { fold } from './fold.ts'
import type { MappedText } from './mapped-text.ts'
import { withoutMarkup } from './without-markup.ts'
import { readWords, type WordSequence } from './word-sequence.ts'

export interface ReadText {
  /** Folded, without markup. */
  folded: MappedText
  sequence: WordSequence
}

/** Reads a text; `folded` is its fold, where that is at hand. */
export function readText(text: string, folded?: MappedText): ReadText {
  const bare = withoutMarkup(text)
  if (!bare) {
    const own = folded ?? fold(text)
    return { folded: own, sequence: readWords(text, own) }
  }
  const foldedBare = fold(bare.text)
  const sequence = readWords(bare.text, foldedBare)
  return {
    folded: foldedBare.through(bare),
    sequence: { ...sequence, words: sequence.words.through(bare) },
  }
}

/** A context made ready as far as it was needed. */
export class Context {
  /** Folded as it is, markup included. */
  readonly folded: MappedText
  readonly text: string
  private ownWords: ReadText | undefined

  constructor(text: string) {
    this.text = text
    this.folded = fold(text)
  }

  get read(): ReadText {
    this.ownWords ??= readText(this.text, this.folded)
    return this.ownWords
  }
}

// The claims of one assertion quote the same few contexts; long texts are not worth the memory. A list, because
// comparing a few texts costs less than hashing one.
const kept: Context[] = []
const mostKept = 8
const longestKept = 1 << 14

/** The context made ready, or what is left of it from the last few quotes. */
export function contextOf(text: string): Context {
  const known = kept.find(context => context.text === text)
  if (known) return known
  const context = new Context(text)
  if (text.length > longestKept) return context
  if (kept.length === mostKept) kept.shift()
  kept.push(context)
  return context
}
