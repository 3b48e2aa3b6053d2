/** Reads a text as the sequence of its words, numbers and meaningful signs, with what stands between them. */
import { endOfTail } from './boundaries.ts'
import {
  codeAt,
  codeBefore,
  DIGIT,
  isWordKind,
  kindOf,
  LETTER,
  MARK,
  OTHER,
  SCRIPT,
  unitsOf,
} from './characters.ts'
import { type MappedText, MappedTextBuilder } from './mapped-text.ts'
import { endOfPunctuation, GapReader } from './sentence-end.ts'
import { isMinus, type Sign, signAt } from './signs.ts'

/**
 * The words of a text, a space before, between and after them, mapped to the text as given. Letters of scripts
 * that run on are words of their own.
 */
export interface WordSequence {
  readonly words: MappedText
  /** Positions of the spaces, ascending, that end a sentence or a part, and how firmly (1 or 2). */
  readonly stops: readonly number[]
  readonly firmness: readonly number[]
  /** By position of a space: the firmest stop it may be laid over. */
  readonly crossings: Uint8Array
}

const SPACE_UNIT = 0x20
const numberJoints = ".,:/'^_"

/** Whether a number goes on over the sign at `index`: digits on both sides. `text` is folded. */
function isJoint(text: string, index: number): boolean {
  return (
    index > 0 &&
    numberJoints.includes(text.charAt(index)) &&
    kindOf(text.charCodeAt(index - 1)) === DIGIT &&
    kindOf(codeAt(text, index + 1)) === DIGIT
  )
}

function isRunKind(kind: number): boolean {
  return kind === LETTER || kind === DIGIT || kind === SCRIPT || kind === MARK
}

// The end of a word such as `don`, `3.5`, `v1.2.3`, `c++`, `f#`, `18+`.
function endOfWord(text: string, start: number): number {
  let end = start
  while (end < text.length) {
    const unit = text.charCodeAt(end)
    if (isRunKind(kindOf(unit))) end++
    else if (unit === SPACE_UNIT) return end
    else if (isJoint(text, end)) end++
    else if (unit >= 0xd800 && unit <= 0xdfff && isRunKind(kindOf(codeAt(text, end)))) end += 2
    else break
  }
  return endOfTail(text, end)
}

function endOfCharacter(text: string, start: number): number {
  let end = start + unitsOf(codeAt(text, start))
  while (end < text.length && kindOf(codeAt(text, end)) === MARK) end += unitsOf(codeAt(text, end))
  return end
}

// Where the digits of a number begin that a sign opens at `index` (`-5`, `.5`, `-.5`), or -1. A minus before a
// currency sign is a sign of its own.
function signedDigits(text: string, index: number): number {
  const sign = text[index]
  if (sign !== '-' && sign !== '.') return -1
  const start = sign === '-' && text[index + 1] === '.' ? index + 2 : index + 1
  if (kindOf(codeAt(text, start)) !== DIGIT) return -1
  if (sign === '-') return isMinus(text, index) ? start : -1
  const before = codeBefore(text, index)
  return before === 0x2e || isWordKind(kindOf(before)) ? -1 : start
}

class SequenceReader {
  private readonly words: MappedTextBuilder
  private readonly stops: number[] = []
  private readonly firmness: number[] = []
  private readonly crossings: number[] = []
  private wordEnd = 0
  private readonly gap: GapReader
  private readonly folded: MappedText

  constructor(source: string, folded: MappedText) {
    this.folded = folded
    this.gap = new GapReader(source, folded)
    this.words = new MappedTextBuilder(folded.text.length + 2)
  }

  read(): WordSequence {
    const { text } = this.folded
    for (let index = 0; index < text.length; ) index = this.readAt(text, index)
    this.addSpace()
    const crossings = new Uint8Array(this.words.length)
    for (let entry = 0; entry < this.crossings.length; entry += 2) {
      crossings[this.crossings[entry] as number] = this.crossings[entry + 1] as number
    }
    return { words: this.words.build(this.folded), stops: this.stops, firmness: this.firmness, crossings }
  }

  private readAt(text: string, index: number): number {
    if (text.charCodeAt(index) === SPACE_UNIT) {
      this.gap.passSpace(index)
      return index + 1
    }
    const kind = kindOf(codeAt(text, index))
    if (kind === OTHER) return this.addWord(index, endOfCharacter(text, index))
    if (isRunKind(kind)) return this.addWord(index, endOfWord(text, index))
    const start = signedDigits(text, index)
    if (start !== -1) return this.addWord(index, endOfWord(text, start))
    const sign = signAt(text, index, this.gap.isLineStart)
    if (sign) return this.addSign(sign, index)
    const end = endOfPunctuation(text, index)
    this.gap.pass(index, end)
    return end
  }

  private addWord(start: number, end: number): number {
    this.addSpace()
    const { text } = this.folded
    for (let index = start; index < end; index++) this.words.add(text.charCodeAt(index), index, index + 1)
    return this.endWord(end)
  }

  private addSign(sign: Sign, start: number): number {
    this.addSpace()
    this.words.addText(sign.name, start, start + sign.length)
    return this.endWord(start + sign.length)
  }

  private endWord(end: number): number {
    this.wordEnd = end
    this.gap.open(end)
    return end
  }

  private addSpace(): void {
    const at = this.words.length
    const { stop, crossing } = this.gap
    if (stop > 0) {
      this.stops.push(at)
      this.firmness.push(stop)
    }
    if (crossing > 0) this.crossings.push(at, crossing)
    this.words.add(SPACE_UNIT, this.wordEnd, this.wordEnd + 1)
  }
}

/** The words of a folded text; `source` is what it was folded from. */
export function readWords(source: string, folded: MappedText): WordSequence {
  return new SequenceReader(source, folded).read()
}

/** A check that `length` units of `context` from a given position hold no stop that `quote` does not cross too. */
export function stopCheck(context: WordSequence, quote: WordSequence): (at: number) => boolean {
  const length = quote.words.text.length
  const { stops, firmness } = context
  let first = 0
  // Positions are asked for in ascending order: the stops behind are never looked at again.
  return at => {
    while (first < stops.length && (stops[first] as number) <= at) first++
    for (let index = first; index < stops.length; index++) {
      const offset = (stops[index] as number) - at
      if (offset >= length - 1) return true
      if ((quote.crossings[offset] as number) < (firmness[index] as number)) return false
    }
    return true
  }
}
