/**
 * Signs that carry meaning. Punctuation between quoted words is passed over; these are not, or `5 C` would be
 * found in `-5 C` and `x > 5` in `x < 5`.
 */
import { DIGIT, isWordKind, kindOf } from './characters.ts'

const tickMarks = new Set('✓✔✅☑')
const crossMarks = new Set('✗✘✖❌❎☒')
const currencies = new Set('€£¥¢¤₽₹₩₪₫₴₺₦₱฿₿￥￡￠￦')
const always = new Set('±×÷‰¬≈')

export interface Sign {
  /** The same for every way to write the sign. */
  name: string
  /** UTF-16 units it takes in the text. */
  length: number
}

function isDigitAt(text: string, index: number): boolean {
  return index >= 0 && index < text.length && kindOf(text.charCodeAt(index)) === DIGIT
}

function isWordAt(text: string, index: number): boolean {
  return index >= 0 && index < text.length && isWordKind(kindOf(text.codePointAt(index) as number))
}

// Whether a digit stands on the side named of the sign at `index`, with or without a space or emphasis between.
function isDigitBeside(text: string, index: number, step: 1 | -1): boolean {
  let at = index + step
  while (Math.abs(at - index) < 4 && at >= 0 && ' *_`'.includes(text.charAt(at))) at += step
  return isDigitAt(text, at)
}

/**
 * Whether the dash at `index` makes what follows negative: directly before a number or an amount, and not
 * behind a word, a number or a bracket, where it is a hyphen or a range.
 */
export function isMinus(text: string, index: number): boolean {
  if (text[index] !== '-') return false
  let next = index + 1
  if (text[next] === '$' || currencies.has(text[next] ?? '')) next++
  if (text[next] === '.') next++
  if (!isDigitAt(text, next)) return false
  return !isWordAt(text, index - 1) && !/[)\]\-%]/.test(text[index - 1] ?? '')
}

function angle(text: string, index: number, isLineStart: boolean): Sign | undefined {
  const sign = text[index] as string
  const next = text[index + 1]
  const previous = text[index - 1]
  if (sign === '<') {
    if (next === '=' || next === '>') return { name: next === '=' ? '<=' : '!=', length: 2 }
    const isArrow = next === '-' && !isDigitAt(text, index + 2)
    return next === '/' || next === '!' || isArrow ? undefined : { name: '<', length: 1 }
  }
  // Behind these it ends an arrow, a tag or a comment; at the beginning of a line it marks a quotation.
  if (previous === '-' || previous === '=' || previous === '/') return undefined
  if (next === '=') return { name: '>=', length: 2 }
  if (isLineStart && !isDigitBeside(text, index, 1)) return undefined
  return { name: '>', length: 1 }
}

function exclamation(text: string, index: number): Sign | undefined {
  if (text[index + 1] === '=') return { name: '!=', length: 2 }
  const isPrefix = !isWordAt(text, index - 1) && (text[index + 1] === '(' || isWordAt(text, index + 1))
  return isPrefix ? { name: '!', length: 1 } : undefined
}

const fixedNames: Record<string, string> = { '≠': '!=', '≤': '<=', '≥': '>=', '⩽': '<=', '⩾': '>=' }

function byContext(text: string, index: number, isLineStart: boolean): Sign | undefined {
  const isSign = (is: boolean): Sign | undefined =>
    is ? { name: text[index] as string, length: 1 } : undefined
  switch (text[index]) {
    case '<':
    case '>':
      return angle(text, index, isLineStart)
    case '!':
      return exclamation(text, index)
    case '$':
      return isSign(isDigitBeside(text, index, 1) || isDigitBeside(text, index, -1))
    case '%':
      return isSign(isDigitBeside(text, index, -1))
    case '-':
      return isSign(isMinus(text, index))
    // At the beginning of a line a bullet.
    case '+':
      return isSign(!isLineStart || isDigitAt(text, index + 1))
    // Twice it strikes out.
    case '~':
      return isSign(isDigitBeside(text, index, 1) && text[index - 1] !== '~')
    default:
      return undefined
  }
}

/** The sign with a meaning of its own that begins at `index` of a folded text, if one does. */
export function signAt(text: string, index: number, isLineStart: boolean): Sign | undefined {
  const unit = text.charCodeAt(index)
  if (unit < 0x7f) return byContext(text, index, isLineStart)
  const character = text[index] as string
  const fixed = fixedNames[character]
  if (fixed !== undefined) return { name: fixed, length: 1 }
  if (tickMarks.has(character)) return { name: '✓', length: 1 }
  if (crossMarks.has(character)) return { name: '✗', length: 1 }
  // Mathematical operators, but for the dots and the slash that only stand between things.
  const isOperator = unit >= 0x2200 && unit <= 0x22ff && !'∕∙⋅'.includes(character)
  if (isOperator || always.has(character) || currencies.has(character)) return { name: character, length: 1 }
  return undefined
}
