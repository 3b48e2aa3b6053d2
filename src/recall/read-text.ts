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

// The claims of one assertion quote the same few contexts. A list, because comparing a few texts costs less than
// hashing one.
const kept: Context[] = []
const mostKept = 16
const mostLength = 1 << 17
let keptLength = 0
// Many claims quote one long context in turn, which takes long to read, but is not worth its memory afterwards.
let long: WeakRef<Context> | undefined

/** The context made ready, or what is left of it from the last few quotes. */
export function contextOf(text: string): Context {
  if (text.length > mostLength) return longContextOf(text)
  const known = kept.find(context => context.text === text)
  if (known) return known
  const context = new Context(text)
  kept.push(context)
  keptLength += text.length
  while (kept.length > mostKept || keptLength > mostLength) keptLength -= kept.shift()?.text.length ?? 0
  return context
}

function longContextOf(text: string): Context {
  const known = long?.deref()
  if (known?.text === text) return known
  const context = new Context(text)
  long = new WeakRef(context)
  return context
}
