/** Judges what stands between two words: whether a sentence or a part of a document ends there. */
import { codeAt, DIGIT, isWordKind, kindOf, LETTER, MARK, SCRIPT, unitsOf } from './characters.ts'
import type { MappedText } from './mapped-text.ts'
import { endsNever, wideSigns } from './sentences.ts'

/** A paragraph, list item, table row or JSON value ends: crossed by any punctuation or line break of the quote. */
export const PART_END = 1
/** A sentence ends: crossed only by a sentence end or a line break of the quote. */
export const SENTENCE_END = 2

const bulletSigns = '-*+•‣▪◦·#|'

function isLatinLike(kind: number): boolean {
  return kind === LETTER || kind === DIGIT || kind === SCRIPT || kind === MARK
}

/** The end of the punctuation at `index`: of a run of dots, or of one character. */
export function endOfPunctuation(text: string, index: number): number {
  let end = index + unitsOf(codeAt(text, index))
  if (text[index] === '.') while (text[end] === '.') end++
  return end
}

/** Reads the punctuation between one word and the next. */
export class GapReader {
  /** What ends here, as a context: 0, `PART_END` or `SENTENCE_END`. */
  stop = 0
  /** What may be passed here, as a quote: 0, `PART_END` or `SENTENCE_END`. */
  crossing = 0
  /** Whether nothing but white space and quotation marks `>` have been read since the line began. */
  isLineStart = true
  private hasLineBreak = false
  private hasPipe = false
  private comma = -1
  private wordEnd = 0
  private readonly source: string
  private readonly folded: MappedText

  constructor(source: string, folded: MappedText) {
    this.source = source
    this.folded = folded
  }

  /** A word ended at `index` of the folded text: a gap begins. */
  open(index: number): void {
    this.stop = 0
    this.crossing = 0
    this.isLineStart = false
    this.hasLineBreak = false
    this.hasPipe = false
    this.comma = -1
    this.wordEnd = index
  }

  /** Takes in the punctuation of the folded text from `start` to `end`. */
  pass(start: number, end: number): void {
    const { text } = this.folded
    const sign = text[start] as string
    this.crossing = Math.max(this.crossing, PART_END)
    if (end - start > 1 && sign === '.') this.endSentence(true)
    else if (sign === '.') this.endSentence(this.isFullStop(text, start))
    else if (sign === '!' || sign === '?') this.endSentence(!this.isInsideWord(text, start))
    else if (wideSigns.includes(sign)) this.endSentence(true)
    else this.passPartSign(text, start, sign)
    if (sign !== '>') this.isLineStart = false
  }

  private endSentence(isEnd: boolean): void {
    this.crossing = SENTENCE_END
    if (isEnd) this.stop = SENTENCE_END
  }

  private endPart(): void {
    this.stop = Math.max(this.stop, PART_END)
  }

  /** Takes in the white space at `index` of the folded text. */
  passSpace(index: number): void {
    const breaks = this.lineBreaks(index)
    if (breaks === 0) return
    this.crossing = SENTENCE_END
    this.isLineStart = true
    // A row ends with its line, as does a paragraph with an empty one.
    if (breaks > 1 || this.hasPipe) this.endPart()
    this.hasLineBreak = true
  }

  private passPartSign(text: string, index: number, sign: string): void {
    const isBullet = this.isLineStart && bulletSigns.includes(sign)
    if (this.hasLineBreak && isBullet && /[ #|]/.test(text[index + 1] ?? ' ')) this.endPart()
    if (sign === '{' || sign === '}') this.endPart()
    if (sign === '|') this.hasPipe = true
    if (sign === ',') this.comma = index
    if (sign === '"' && this.comma >= 0 && this.isJsonComma(text, index)) this.endPart()
  }

  // `","` and `,"` part JSON values, `, "` in a sentence does not, unless a string ended before it.
  private isJsonComma(text: string, index: number): boolean {
    return text[index - 1] === ',' || text[this.comma - 1] === '"' || this.hasLineBreak
  }

  private isInsideWord(text: string, index: number): boolean {
    return (
      index === this.wordEnd && this.isLatinLikeAt(text, index - 1) && this.isLatinLikeAt(text, index + 1)
    )
  }

  // A dot inside a word, as in a file name, ends nothing; nor does one behind a title. Where a sentence only may end,
  // behind `etc.` or an initial or before a small letter, the dot is left to the quote.
  private isFullStop(text: string, index: number): boolean {
    if (this.isInsideWord(text, index)) return false
    if (index !== this.wordEnd) return true
    let start = index
    while (start > 0 && index - start < 8 && this.isLatinLikeAt(text, start - 1)) start--
    return !endsNever(text.slice(start, index))
  }

  private isLatinLikeAt(text: string, index: number): boolean {
    const kind = index >= 0 && index < text.length ? kindOf(codeAt(text, index)) : 0
    return isWordKind(kind) && isLatinLike(kind)
  }

  // Folding made one space of any white space: what it was stands in the source.
  private lineBreaks(index: number): number {
    const start = this.folded.startOf(index)
    const end = this.folded.endOf(index)
    if (end === start + 1 && this.source.charCodeAt(start) === 0x20) return 0
    let breaks = 0
    for (let at = start; at < end && breaks < 2; at++) {
      const unit = this.source.charCodeAt(at)
      if (unit === 0x2029) return 2
      const isFirstOfTwo = unit === 0x0d && this.source.charCodeAt(at + 1) === 0x0a
      if ((unit === 0x0a || unit === 0x0d || unit === 0x85 || unit === 0x2028) && !isFirstOfTwo) breaks++
    }
    return breaks
  }
}
