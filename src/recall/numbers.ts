/** The numbers of a text by value, and those of a claim that other texts do not state. */
import { codeBefore, kindOf, LETTER } from './characters.ts'
import { figures, readFigures, withPlainDigits } from './figures.ts'
import { countingWords, isMonth, scales, valueOfWord } from './number-words.ts'

interface NumberInText {
  /** As it stands there. */
  text: string
  /** What it may be worth: more than one where notation leaves it open, as in `1.200`. */
  values: readonly number[]
  /** Of a decade or a century: any year between these bears it. */
  span?: readonly [number, number]
  /** The word it makes a name with, lower-cased: `gpt` in `GPT-4`, `apollo` in `Apollo 11`. */
  name?: string | undefined
  /** The beginning of the word behind it, lower-cased. */
  counted: string
  /** Whether it only says how many there are of something, and few. */
  isCount: boolean
  /** Whether it is one that others are compared with: `more than 1,000`. */
  isBound: boolean
}

// A capital at the beginning of a sentence makes no name of these.
const beforeQuantities = new Set(
  (
    'a about after all almost an and approximately around at before between by circa during exactly for from in least ' +
    'more most nearly no of on only or over roughly rs since some than the these those to under until up us with'
  ).split(' '),
)
const boundWords = new Set(
  'than over under above below least most before after until till since exceeding'.split(' '),
)
const mostCounted = 12

/** The numbers of a text in figures, and in English words from two on. */
function numbersIn(source: string): NumberInText[] {
  const text = withPlainDigits(source)
  const numbers: NumberInText[] = []
  for (const { 0: token, index } of text.matchAll(figures)) numbers.push(...numbersAt(text, token, index))
  for (const { 0: word, index } of text.matchAll(/[a-z]+/gi)) {
    const value = countingWords.has(word.toLowerCase()) ? valueOfWord(word.toLowerCase()) : undefined
    if (value === undefined) continue
    const counted = wordAfter(text, index + word.length)
    const isBound = boundWords.has(wordBefore(text, index).word.toLowerCase())
    numbers.push({ text: word, values: [value], counted, isCount: value <= mostCounted, isBound })
  }
  return numbers
}

function numbersAt(text: string, token: string, start: number): NumberInText[] {
  const end = start + token.length
  const readings = readFigures(token)
  const { word, isApart } = wordBefore(text, start)
  const isBound = boundWords.has(word.toLowerCase())
  const common = { text: token, name: nameOf(word, isApart), counted: wordAfter(text, end), isBound }
  const [values = []] = readings
  // of a date or a version each part is a number
  if (readings.length > 1) return readings.map(part => ({ ...common, values: part, isCount: false }))
  const meant = scaled(values, text, end) ?? inFull(values, text, start, end)
  const span = spanOf(text, token, end)
  const isSmall = /^\d\d?$/.test(token) && Number(token) <= mostCounted
  const isCount = isSmall && span === undefined && isBare(text, start, end)
  return [{ ...common, values: meant, isCount, ...(span !== undefined && { span }) }]
}

// No part of a date, a time or an amount, and no ordinal.
function isBare(text: string, start: number, end: number): boolean {
  const [before = ''] = /[^\s\d]*\s?$/.exec(text.slice(Math.max(0, start - 24), start)) ?? []
  if (/[$€£¥₽₹:/.,–-]$/.test(before) || isMonth(before.trim().toLowerCase())) return false
  const after = text.slice(end, end + 24)
  if (/^\s?[%‰°€$£¥₽₹:/]|^[-–]\d/.test(after)) return false
  return !isMonth(/^(?:st|nd|rd|th|\.)?\s?(?:of\s)?([a-zÀ-ɏ]+)/i.exec(after)?.[1]?.toLowerCase() ?? '')
}

function wordAfter(text: string, end: number): string {
  return (
    /^(?:st|nd|rd|th)?[\s-]?([a-zÀ-ɏ]+)/i
      .exec(text.slice(end, end + 24))?.[1]
      ?.slice(0, 4)
      .toLowerCase() ?? ''
  )
}

function scaled(values: readonly number[], text: string, end: number): number[] | undefined {
  const behind = /^([ \u00a0-]?)([a-zÀ-ɏ]+|[百千천万萬만億亿억])/i.exec(text.slice(end, end + 24))
  const [, space = '', word = ''] = behind ?? []
  const scale = scales.get(word.toLowerCase())
  if (scale === undefined) return undefined
  const multiplied = values.map(value => value * scale)
  // `5 m` are metres, `5m` may be millions
  if (/^[a-z]$/i.test(word)) return space === '' ? [...values, ...multiplied] : undefined
  return multiplied
}

// The second year of `1998–99` is 1999 too.
function inFull(values: readonly number[], text: string, start: number, end: number): readonly number[] {
  if (end - start !== 2) return values
  const [, century] = /(?<!\d)(\d\d)\d\d[-–—/]$/.exec(text.slice(Math.max(0, start - 6), start)) ?? []
  return century === undefined ? values : [...values, Number(century + text.slice(start, end))]
}

function spanOf(text: string, token: string, end: number): [number, number] | undefined {
  const value = Number(token)
  const after = text.slice(end, end + 16)
  if (/^\d{3}0$/.test(token) && /^['’]?s\b/.test(after))
    return [value - 1, value + (value % 100 === 0 ? 100 : 10)]
  return /^(?:st|nd|rd|th)[\s-]century/i.test(after) ? [value * 100 - 101, value * 100 + 1] : undefined
}

/** The word before a number, and whether a space or a hyphen parts them. */
function wordBefore(text: string, start: number): { word: string; isApart: boolean } {
  const before = text.slice(Math.max(0, start - 40), start)
  const isApart = /[ ‑-]$/.test(before)
  const end = isApart ? before.length - 1 : before.length
  let first = end
  while (first > 0 && kindOf(codeBefore(before, first)) === LETTER) first--
  return { word: before.slice(first, end), isApart }
}

function nameOf(word: string, isApart: boolean): string | undefined {
  const lower = word.toLowerCase()
  if (word === '' || beforeQuantities.has(lower) || isMonth(lower)) return undefined
  return isApart && lower.startsWith(word.charAt(0)) ? undefined : lower
}

/** Every value that the texts state, in figures or in words. */
function valuesIn(texts: readonly string[]): Set<number> {
  const values = new Set<number>()
  for (const text of texts) {
    for (const number of numbersIn(text)) for (const value of number.values) values.add(value)
    const words = text.toLowerCase().match(/[a-zß-ɏ]+|[\u4e00-\u9fff\uac00-\ud7af]/g) ?? []
    for (const [index, word] of words.entries()) {
      const value = valueOfWord(word)
      if (value === undefined) continue
      values.add(value)
      const unit = valueOfWord(words[index + 1] ?? '')
      if (value >= 20 && value < 100 && unit !== undefined && unit < 10) values.add(value + unit)
    }
  }
  return values
}

/** The numbers of a claim that none of the texts state, as they stand in the claim. */
export function numbersNotIn(claim: string, texts: readonly string[]): string[] {
  return distinct(absentNumbers(claim, texts).absent)
}

/**
 * The same without those that a text may
 * bear without stating: part of a name, unless the texts have the name with another number (they may say "it"),
 * small counts of what the texts do not count (they may list it), and bounds of other numbers.
 */
export function numbersNotBorne(claim: string, texts: readonly string[]): string[] {
  const { absent, stated } = absentNumbers(claim, texts)
  if (absent.length === 0) return []
  const others = texts.flatMap(numbersIn)
  const names = new Set(others.map(other => other.name))
  const countedThere = new Set(others.map(other => other.counted))
  const unborne = absent.filter(({ name, counted, isCount, isBound }) => {
    if (isBound && stated.size > 0) return false
    if (name !== undefined) return names.has(name)
    return !isCount || (counted !== '' && countedThere.has(counted))
  })
  return distinct(unborne)
}

interface Absent {
  absent: NumberInText[]
  stated: ReadonlySet<number>
}

function absentNumbers(claim: string, texts: readonly string[]): Absent {
  const numbers = numbersIn(claim)
  const stated = numbers.length === 0 ? new Set<number>() : valuesIn(texts)
  const isStated = ({ values, span }: NumberInText): boolean =>
    values.some(value => stated.has(value)) ||
    (span !== undefined && [...stated].some(value => value > span[0] && value < span[1]))
  return { absent: numbers.filter(number => !isStated(number)), stated }
}

function distinct(numbers: readonly NumberInText[]): string[] {
  return [...new Set(numbers.map(({ text }) => text))]
}
