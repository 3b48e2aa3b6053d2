/** Reads a token of digits: what `1,200`, `3.5`, `1.200` or `14.03.1879` may be worth. */
import { codeAt, DIGIT, kindOf, unitsOf } from './characters.ts'

/** Tokens of digits and the signs that may join them, in a text with plain digits. */
export const figures: RegExp =
  /(?<!\d)\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,'’٫٬]\d+)*/g

/** One list of possible values for a token that is one number; several for a date or a version. */
export function readFigures(token: string): number[][] {
  const parts = token.split(/\D/)
  const signs = token.replace(/\d/g, '')
  const [sign = ''] = signs
  if (sign === '') return [[Number(token)]]
  const hasFraction = signs.length > 1 && signs.at(-1) !== sign
  const whole = hasFraction ? parts.slice(0, -1) : parts
  const isGrouped =
    areGroups(sign, whole) && signs.slice(0, whole.length - 1) === sign.repeat(whole.length - 1)
  if (hasFraction && isGrouped) return [[Number(`${whole.join('')}.${parts.at(-1)}`)]]
  if (parts.length === 2 && /[.,٫٬]/.test(sign)) {
    const decimal = Number(parts.join('.'))
    // 1.200 is one thing in English and another in German
    return [isGrouped ? [Number(parts.join('')), decimal] : [decimal]]
  }
  if (!isGrouped || hasFraction) return parts.map(part => [Number(part)])
  const joined = Number(parts.join(''))
  return [/\s/.test(sign) ? [joined, ...parts.map(Number)] : [joined]]
}

// Thousands, or with commas the Indian way: 12,34,567.
function areGroups(sign: string, [first = '', ...groups]: string[]): boolean {
  if (first.length > 3 || first.startsWith('0') || groups.length === 0) return false
  const isIndian = sign === ',' && groups.length > 1 && groups.at(-1)?.length === 3
  return groups.every(group => group.length === 3 || (isIndian && group.length === 2))
}

/** The text with the digits of every script as 0 to 9. */
export function withPlainDigits(text: string): string {
  // oxlint-disable-next-line no-control-regex -- no other digit stands before U+0660
  if (!/[^\u0000-\u065f]/.test(text)) return text
  let plain = ''
  for (let index = 0; index < text.length; ) {
    const code = codeAt(text, index)
    const character = text.slice(index, index + unitsOf(code))
    plain += code > 0x7f && kindOf(code) === DIGIT ? String(digitOf(code)) : character
    index += character.length
  }
  return plain
}

// Digits come in rows of ten, the zero first.
function digitOf(code: number): number {
  let first = code
  while (kindOf(first - 1) === DIGIT) first--
  return (code - first) % 10
}
