/** What of a text is compared with another: stems, names, numbers and character pairs, with their polarity. */
import { codeAt, DIGIT, kindOf, OTHER } from '../../evidence/characters.ts'
import { multiplierOf, numberInWords, readNumber } from './numbers.ts'
import { stemOf } from './stem.ts'
import { isFunctionWord, withoutMarks } from '../../evidence/function-words.ts'
import { monthNumbered, monthOf, unitOf } from './units.ts'

export type WordKind = 'plain' | 'number' | 'name'

/** A word as it stands in a text. */
export interface RawWord {
  /** Folded. */
  text: string
  /** Offsets in the text as given. */
  start: number
  end: number
  isCapital: boolean
  /** Whether it says that something is not so. */
  negates: boolean
}

/** A word as it is compared. */
export interface Word {
  key: string
  kind: WordKind
  /** What a number counts or measures, where that is a unit. */
  unit?: string
  start: number
  end: number
  /** Whether its clause says that something is not so. */
  isNegated: boolean
}

/** The words of one clause as they are compared; function words and negations are left out. */
export function comparedWords(raw: readonly RawWord[], isNegated: boolean): Word[] {
  const result: Word[] = []
  for (let index = 0; index < raw.length; index++) {
    const word = raw[index] as RawWord
    const before = raw[index - 1]
    const last = result.at(-1)
    if (last?.kind === 'number' && before !== undefined && before.end === last.end && extend(last, word))
      continue
    const read = word.negates ? [] : classify(raw, index)
    for (const compared of read) result.push({ start: word.start, end: word.end, ...compared, isNegated })
  }
  return markIsoDates(result)
}

/** Draws a multiplier or a unit into the number before it; says whether the word was nothing but that. */
function extend(number: Word, word: RawWord): boolean {
  const factor = multiplierOf(word.text, word.start === number.end)
  if (factor !== undefined && Number.isFinite(Number(number.key))) {
    number.key = `${Number(number.key) * factor}`
    number.end = word.end
    return true
  }
  const unit = unitOf(word.text, 'after a number')
  if (unit === undefined) return false
  number.unit = unit
  number.end = word.end
  return true
}

type Compared = Pick<Word, 'key' | 'kind'> & Partial<Word>

function classify(raw: readonly RawWord[], index: number): Compared[] {
  const word = raw[index] as RawWord
  const before = raw[index - 1]
  const { text } = word
  if (isRunOn(text)) return isHangul(text) ? koreanWord(raw, index) : pairOf(word, before, raw[index + 1])
  if (kindOf(codeAt(text, 0)) === DIGIT || /^[-.]\d/.test(text)) return numberOf(word, before)
  const number = numberInWords(text)
  if (number !== undefined)
    return [{ key: number, kind: number === '1' || number === '0' ? 'plain' : 'number' }]
  const isDated = isDigits(before) || isDigits(raw[index + 1])
  const month = monthOf(text, isDated && word.isCapital)
  if (month !== undefined) return [{ key: month, kind: 'name' }]
  const unit = unitOf(text)
  if (unit !== undefined) return /[$€£¥₹₽₩]/.test(text) ? [] : [{ key: unit, kind: 'plain' }]
  if (isFunctionWord(withoutMarks(text))) return []
  return [{ key: stemOf(text), kind: word.isCapital ? 'name' : 'plain' }]
}

function numberOf({ text, start }: RawWord, before: RawWord | undefined): Compared[] {
  const date = /^(\d{4})\/(\d\d?)\/(\d\d?)$/.exec(text) ?? /^(\d\d?)\.(\d\d?)\.(\d{4})$/.exec(text)
  if (date !== null)
    return [date[1], date[3]]
      .map((part): Compared => ({ key: `${Number(part)}`, kind: 'number' }))
      .concat({ key: monthNumbered(Number(date[2])), kind: 'name' })
  const read = readNumber(text)
  if (read === undefined) return [{ key: text, kind: 'number' }]
  const { key, suffix } = read
  const factor = suffix === '' ? 1 : multiplierOf(suffix, true)
  const unit =
    (suffix === '' ? undefined : unitOf(suffix, 'after a number')) ??
    (before !== undefined && before.end >= start - 1 ? signUnit(before.text) : undefined)
  if (suffix !== '' && factor === undefined && unit === undefined) return [{ key: text, kind: 'number' }]
  return [
    {
      key: factor === undefined || factor === 1 ? key : `${Number(key) * factor}`,
      kind: 'number',
      ...(unit !== undefined && { unit }),
    },
  ]
}

function signUnit(text: string): string | undefined {
  return /^[$€£¥₹₽₩]$/.test(text) ? unitOf(text) : undefined
}

function isDigits(word: RawWord | undefined): boolean {
  return word !== undefined && /^\d+(?:st|nd|rd|th)?$/.test(word.text)
}

function isRunOn(text: string): boolean {
  return kindOf(codeAt(text, 0)) === OTHER
}

// Letters of scripts that run on are compared in pairs; one that stands alone is compared as it is.
function pairOf(word: RawWord, before: RawWord | undefined, next: RawWord | undefined): Compared[] {
  const isContinued = before !== undefined && before.end === word.start && isRunOn(before.text)
  const isContinuing = next !== undefined && next.start === word.end && isRunOn(next.text)
  if (isContinuing) return [{ key: word.text + next.text, kind: 'plain', end: next.end }]
  return isContinued ? [] : [{ key: word.text, kind: 'plain' }]
}

const particles = /(?<=.)(?:에서|에게|으로|까지|부터|처럼|보다|이다|[은는이가을를에의도로와과만])$/

// Korean puts spaces between words, and particles and endings behind the stem: two syllables tell it
function koreanWord(raw: readonly RawWord[], index: number): Compared[] {
  const first = raw[index] as RawWord
  const before = raw[index - 1]
  if (before !== undefined && before.end === first.start && isHangul(before.text)) return []
  let { text, end } = first
  for (let at = index + 1; at < raw.length && text.length < 8; at++) {
    const next = raw[at] as RawWord
    if (next.start !== end || !isHangul(next.text)) break
    text += next.text
    end = next.end
  }
  return [{ key: text.replace(particles, '').slice(0, 2), kind: 'plain', end }]
}

function isHangul(text: string): boolean {
  return /^[\uac00-\ud7a3]/.test(text)
}

/** In 1879-03-14 the second number is a month. */
function markIsoDates(words: Word[]): Word[] {
  for (const [index, year] of words.entries()) {
    const month = words[index + 1]
    const day = words[index + 2]
    if (year.kind !== 'number' || month?.kind !== 'number' || day?.kind !== 'number') continue
    const isIso =
      year.end - year.start === 4 &&
      month.start === year.end + 1 &&
      month.end === month.start + 2 &&
      day.start === month.end + 1 &&
      day.end === day.start + 2
    if (!isIso || Number(month.key) > 12) continue
    month.key = monthNumbered(Number(month.key))
    month.kind = 'name'
  }
  return words
}
