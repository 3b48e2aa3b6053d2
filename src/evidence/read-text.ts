/** Reads a text for its words: markup taken out, folded, split; everything mapped to the text as given. */
import { fold } from './fold.ts'
import { codeAt, codeBefore, kindOf, LETTER, MARK } from './characters.ts'
import { type MappedText, MappedTextBuilder } from './mapped-text.ts'
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

// By a line end, or by what took its place: a space, an escape of JSON.
const brokenWord = /\S[-‐\u00ad](?:\s|\\+[nr])/
const lineEnd = /(?:\s|\\+[nr])*/y

/** The text with words joined over all their hyphens, as it does not show which of them belong to a word. */
export function joinHyphens(text: string): MappedText {
  const output = new MappedTextBuilder(text.length)
  for (let index = 0; index < text.length; ) {
    const end = isHyphen(text.charCodeAt(index)) ? endOfSpace(text, index + 1) : index
    if (end > index && isJoined(text, index, end)) index = end
    else
      for (const until = Math.max(end, index + 1); index < until; index++) {
        output.add(text.charCodeAt(index), index, index + 1)
      }
  }
  return output.build()
}

function isHyphen(unit: number): boolean {
  return unit === 0x2d || unit === 0x2010 || unit === 0xad
}

function endOfSpace(text: string, index: number): number {
  lineEnd.lastIndex = index
  return lineEnd.test(text) ? lineEnd.lastIndex : index
}

function isJoined(text: string, hyphen: number, end: number): boolean {
  const before = kindOf(codeBefore(text, hyphen))
  return (before === LETTER || before === MARK) && kindOf(codeAt(text, end)) === LETTER
}

/** A context made ready as far as it was needed. */
export class Context {
  /** Folded as it is, markup included. */
  readonly folded: MappedText
  readonly text: string
  private ownWords: ReadText | undefined
  private ownJoined: { map: MappedText; context: Context } | undefined

  constructor(text: string) {
    this.text = text
    this.folded = fold(text)
  }

  get read(): ReadText {
    this.ownWords ??= readText(this.text, this.folded)
    return this.ownWords
  }

  /** With words joined over their hyphens, where one is broken, and mapped to the text as given. */
  get joined(): { map: MappedText; context: Context } | undefined {
    if (this.ownJoined === undefined && brokenWord.test(this.text)) {
      const map = joinHyphens(this.text)
      this.ownJoined = { map, context: new Context(map.text) }
    }
    return this.ownJoined
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
