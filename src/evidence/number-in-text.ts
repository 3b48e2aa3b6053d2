/** A number where it stands in a text: what it may be worth, and what it is the number of. */
import { codeBefore, kindOf, LETTER } from './characters.ts'
import { figures, readFigures, withPlainDigits } from './figures.ts'
import { isMonth, numberWordsIn, scales } from './number-words.ts'

// A capital at the beginning of a sentence makes no name of these.
const beforeQuantities = new Set(
  (
    'a about after all almost an and approximately around at before between by circa during exactly for from in ' +
    'least more most nearly no of on only or over roughly rs since some than the these those to under until up us with'
  ).split(' '),
)
const boundWords = new Set(
  'than over under above below least most before after until till since exceeding'.split(' '),
)
const currencyBefore = /(?:[$€£¥₽₹₩]|usd|eur|gbp|chf|jpy|inr|rs\.?)\s?$/i
const measured =
  /^\s?(?:[%‰°$€£¥₽₹]|(?:[kmµn]?[mgswvl]|[kmgt]i?b|cm|h|ft|lbs?|mi|percent|per ?cent|points?|euros?|dollars?|pounds?)(?![a-z]))/i
const mostCounted = 12

/** Beside its values everything is read when asked for: of most numbers nobody asks. */
export class NumberInText {
  /** As it stands there. */
  readonly token: string
  /** What it may be worth: more than one where notation leaves it open, as in `1.200`. */
  readonly values: readonly number[]
  private readonly text: string
  private readonly start: number
  private readonly end: number

  constructor(text: string, token: string, start: number, values: readonly number[]) {
    this.text = text
    this.token = token
    this.start = start
    this.end = start + token.length
    this.values = values
  }

  /** Whether it may be a version, of which 3.10 and 3.1 are two: without a unit. */
  get mayBeVersion(): boolean {
    if (!/^\d+\.\d+$/.test(this.token) || measured.test(this.behind)) return false
    if (currencyBefore.test(this.text.slice(Math.max(0, this.start - 5), this.start))) return false
    return scaleBehind(this.text, this.end) === undefined
  }

  /** Whether it only says how many there are of something, and few. */
  get isCount(): boolean {
    if (!isDigits(this.token)) return this.values.every(value => value <= mostCounted)
    const isSmall = /^\d\d?$/.test(this.token) && Number(this.token) <= mostCounted
    const isOther = this.isOfName || this.span !== undefined
    return isSmall && !isOther && isBare(this.text, this.start, this.end)
  }

  /** Whether it is one that others are compared with: `more than 1,000`. */
  get isBound(): boolean {
    return boundWords.has(wordBefore(this.text, this.start).word.toLowerCase())
  }

  /** Of a decade or a century: any year between these bears it. */
  get span(): readonly [number, number] | undefined {
    const value = Number(this.token)
    if (/^\d{3}0$/.test(this.token) && /^['’]?s\b/.test(this.behind))
      return [value - 1, value + (value % 100 === 0 ? 100 : 10)]
    return /^(?:st|nd|rd|th)[\s-]century/i.test(this.behind)
      ? [value * 100 - 101, value * 100 + 1]
      : undefined
  }

  /** Whether it makes a name with the word before it: `GPT-4`, `Apollo 11`. */
  private get isOfName(): boolean {
    const { word, isApart } = wordBefore(this.text, this.start)
    const lower = word.toLowerCase()
    if (word === '' || beforeQuantities.has(lower) || isMonth(lower)) return false
    return !isApart || !lower.startsWith(word.charAt(0))
  }

  private get behind(): string {
    return this.text.slice(this.end, this.end + 16)
  }
}

function isDigits(token: string): boolean {
  return /^\d/.test(token)
}

/** The numbers of a text in figures. */
export function figuresIn(source: string): NumberInText[] {
  const text = withPlainDigits(source)
  const numbers: NumberInText[] = []
  for (const { 0: token, index } of text.matchAll(figures)) {
    const readings = readFigures(token)
    const [values = []] = readings
    const end = index + token.length
    // of a date or a version each part is a number
    if (readings.length > 1)
      for (const part of readings) numbers.push(new NumberInText(text, token, index, part))
    else
      numbers.push(
        new NumberInText(text, token, index, scaled(values, text, end) ?? inFull(values, text, index, end)),
      )
  }
  return numbers
}

/** The numbers of a text in figures, and in English words from two on. */
export function numbersIn(source: string): NumberInText[] {
  const words = numberWordsIn(source).filter(({ isLookedFor }) => isLookedFor)
  return [
    ...figuresIn(source),
    ...words.map(({ token, start, values: [value] }) => new NumberInText(source, token, start, [value])),
  ]
}

// No part of a date, a time or an amount, and no ordinal.
function isBare(text: string, start: number, end: number): boolean {
  // recheck: of 24 characters
  const [before = ''] = /[^\s\d]*\s?$/.exec(text.slice(Math.max(0, start - 24), start)) ?? []
  if (/[$€£¥₽₹:/.,–-]$/.test(before) || isMonth(before.trim().toLowerCase())) return false
  const after = text.slice(end, end + 24)
  if (/^\s?[%‰°€$£¥₽₹:/]|^[-–]\d/.test(after)) return false
  return !isMonth(/^(?:st|nd|rd|th|\.)?\s?(?:of\s)?([a-zÀ-ɏ]+)/i.exec(after)?.[1]?.toLowerCase() ?? '')
}

function scaled(values: readonly number[], text: string, end: number): number[] | undefined {
  const behind = scaleBehind(text, end)
  if (behind === undefined) return undefined
  const multiplied = values.map(value => value * behind.scale)
  return behind.isSure ? multiplied : [...values, ...multiplied]
}

/** What the word behind a number multiplies it by. `5 m` are metres, `5m` may be millions. */
function scaleBehind(text: string, end: number): { scale: number; isSure: boolean } | undefined {
  if (!mayBeWord(text, end)) return undefined
  const behind = /^([ \u00a0-]?)([a-zÀ-ɏ]+|[百千천万萬만億亿억])/i.exec(text.slice(end, end + 24))
  const [, space = '', word = ''] = behind ?? []
  const scale = scales.get(word.toLowerCase())
  const isLetter = /^[a-z]$/i.test(word)
  return scale === undefined || (isLetter && space !== '') ? undefined : { scale, isSure: !isLetter }
}

// Most numbers have none behind them, and it is quickly seen.
function mayBeWord(text: string, end: number): boolean {
  const unit = text.charCodeAt(end)
  const first = unit === 0x20 || unit === 0xa0 || unit === 0x2d ? text.charCodeAt(end + 1) : unit
  return first > 0x40
}

// The second year of `1998–99` is 1999 too.
function inFull(values: readonly number[], text: string, start: number, end: number): readonly number[] {
  if (end - start !== 2) return values
  const [, century] = /(?<!\d)(\d\d)\d\d[-–—/]$/.exec(text.slice(Math.max(0, start - 6), start)) ?? []
  return century === undefined ? values : [...values, Number(century + text.slice(start, end))]
}

/** The word before a number, and whether a space or a hyphen parts them. */
function wordBefore(text: string, start: number): { word: string; isApart: boolean } {
  const before = text.slice(Math.max(0, start - 40), start)
  const isApart = /[ ‑-]$/.test(before)
  const end = isApart ? before.length - 1 : before.length
  let first = end
  // Node.js is one word
  while (
    first > 0 &&
    (kindOf(codeBefore(before, first)) === LETTER || (first < end && before[first - 1] === '.'))
  )
    first--
  return { word: before.slice(first, end), isApart }
}
