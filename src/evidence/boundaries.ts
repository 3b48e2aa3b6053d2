/** Decides whether a part of a text is whole: no word, number or negation cut at either end. */
import {
  codeAt,
  codeBefore,
  DIGIT,
  INVISIBLE,
  isSubscript,
  isWordKind,
  kindOf,
  LETTER,
  MARK,
  OTHER,
  SCRIPT,
  SPACE,
  unitsOf,
} from './characters.ts'

const apostrophes = "'’‘ʼ＇"
const dashes = '-‐‑‒–−﹣－'
// As they stand in the text as given, and in other scripts.
const numberJoints = `.,:/^_．，：／٫٬${apostrophes}`
// The last part of a date or a time has no thousands.
const dateBegun = /\d([-‐‑–:/.])\d\d?\1$/
// Line breaks and tabs stand between numbers of different cells and lines.
const groupSpaces = ' \u00a0\u2009\u202f'
const currencies = '$€£¥₽₹₩₪₺￥'
// Ten to trillion: 10 of 10万 is another number.
const multipliers = '十百千万萬亿億兆만억조천백'
const negatingPrefixes = new Set(['non', 'not', 'no', 'un', 'anti', 'nicht'])

/** The end of the `++`, `+` or `#` that belongs to the word ending at `end`, as in `C++`, `C#`, `18+`. */
export function endOfTail(text: string, end: number): number {
  const sign = text[end]
  if (sign !== '+' && sign !== '#') return end
  let tail = end + 1
  while (text[tail] === sign) tail++
  // `a+b` and `page#part` are two words; `C++17` is not C followed by something.
  const next = kindOf(codeAt(text, tail))
  const isOperator = isWordKind(next) && (sign === '#' || tail === end + 1 || next === MARK)
  return isOperator ? end : tail
}

function visibleAfter(text: string, index: number): number {
  let at = index
  for (let code = codeAt(text, at); code !== -1 && kindOf(code) === INVISIBLE; code = codeAt(text, at)) {
    at += unitsOf(code)
  }
  return at
}

function visibleBefore(text: string, index: number): number {
  let at = index
  for (
    let code = codeBefore(text, at);
    code !== -1 && kindOf(code) === INVISIBLE;
    code = codeBefore(text, at)
  ) {
    at -= unitsOf(code)
  }
  return at
}

function kindAfter(text: string, index: number): number {
  return kindOf(codeAt(text, visibleAfter(text, index)))
}

function kindBefore(text: string, index: number): number {
  return kindOf(codeBefore(text, visibleBefore(text, index)))
}

function isWithin(signs: string, text: string, index: number): boolean {
  return index >= 0 && index < text.length && signs.includes(text[index] as string)
}

function isSurrogateCut(text: string, index: number): boolean {
  return index > 0 && index < text.length && codeBefore(text, index + 1) > 0xffff
}

function isRun(kind: number): boolean {
  return kind === LETTER || kind === DIGIT || kind === MARK
}

/**
 * Whether a space between digits, the one behind `before` and in front of `after`, parts the thousands of one number:
 * up to three digits that are no part of a name (Q4), a date or a time; then exactly three.
 */
function isGroupSpace(text: string, before: number, after: number): boolean {
  let start = before
  while (before - start < 4 && kindOf(codeBefore(text, start)) === DIGIT)
    start -= unitsOf(codeBefore(text, start))
  let end = after
  while (end - after < 4 && kindOf(codeAt(text, end)) === DIGIT) end += unitsOf(codeAt(text, end))
  if (before - start > 3 || end - after !== 3) return false
  return (
    kindOf(codeBefore(text, start)) !== LETTER && !dateBegun.test(text.slice(Math.max(0, start - 5), start))
  )
}

function isNumberContinued(text: string, end: number): boolean {
  const next = visibleAfter(text, end)
  if (kindOf(codeAt(text, next)) === SCRIPT || isWithin(multipliers, text, next)) return true
  if (kindAfter(text, next + 1) !== DIGIT) return false
  if (isWithin(numberJoints, text, next)) return true
  return isWithin(groupSpaces, text, next) && isGroupSpace(text, end, next + 1)
}

// n't of "can't": what is left says the opposite.
function isNegationCutOff(text: string, end: number): boolean {
  const next = visibleAfter(text, end)
  return (
    /[nN]/.test(text[end - 1] ?? '') &&
    isWithin(apostrophes, text, next) &&
    /[tT]/.test(text[next + 1] ?? '') &&
    !isRun(kindAfter(text, next + 2))
  )
}

// `lastEnd` is where the last word character of the part ends, `end` where the part does.
function isEndWhole(text: string, lastEnd: number, end: number): boolean {
  const last = kindOf(codeBefore(text, lastEnd))
  const next = kindAfter(text, end)
  if (next === MARK) return false
  if (lastEnd === end && last !== OTHER && (next === LETTER || next === DIGIT)) return false
  if (lastEnd === end && last === LETTER && isSubscript(codeAt(text, visibleAfter(text, end)))) return false
  if (last === DIGIT && isNumberContinued(text, lastEnd)) return false
  if (isRun(last) && endOfTail(text, lastEnd) > end) return false
  return !isNegationCutOff(text, lastEnd)
}

// A dash that stands directly before the number, or before its currency sign, outside the part.
function isMinusCutOff(text: string, first: number, start: number): boolean {
  let at = visibleBefore(text, first)
  while (isWithin(currencies, text, at - 1)) at = visibleBefore(text, at - 1)
  if (at > start || !isWithin(dashes, text, at - 1)) return false
  // Behind a letter it is a hyphen (COVID-19), behind another dash an option or a rule (--5); behind a number
  // it is a range or a date, and neither may be cut.
  const before = kindBefore(text, at - 1)
  return before !== LETTER && before !== MARK && before !== OTHER && !isWithin(dashes, text, at - 2)
}

function isNumberBegunBefore(text: string, first: number, start: number): boolean {
  const at = visibleBefore(text, first)
  const before = visibleBefore(text, at - 1)
  if (kindOf(codeBefore(text, before)) !== DIGIT) {
    // .5 is not 5
    const isDotLeftOut = text[at - 1] === '.' && at <= start
    return isDotLeftOut && (before === 0 || /[\s(\-−$€£]/.test(text[before - 1] as string))
  }
  if (isWithin(numberJoints, text, at - 1)) return true
  return isWithin(groupSpaces, text, at - 1) && isGroupSpace(text, before, first)
}

// non-toxic, n'existe
function isNegationBefore(text: string, start: number): boolean {
  let at = visibleBefore(text, start)
  // The line may have ended behind the dash.
  while (start - at < 32 && kindOf(codeBefore(text, at)) === SPACE) at--
  const isElided = at === visibleBefore(text, start) && isWithin(apostrophes, text, at - 1)
  if (!isElided && !isWithin(dashes, text, at - 1)) return false
  let first = at - 1
  while (first > 0 && at - first < 8 && isRun(kindOf(codeBefore(text, first)))) first--
  const word = text.slice(first, at - 1).toLowerCase()
  return isElided ? word === 'n' : negatingPrefixes.has(word)
}

// `first` is where the first word character of the part begins, `start` where the part does.
function isStartWhole(text: string, first: number, start: number): boolean {
  const kind = kindOf(codeAt(text, first))
  if (first === start) {
    if (kind === MARK) return start === 0
    const before = kindBefore(text, start)
    if (kind !== OTHER && (before === LETTER || before === DIGIT || before === SCRIPT)) return false
    // The mark belongs to a letter of this word, or to a script that runs on.
    if ((kind === LETTER || kind === DIGIT) && before === MARK && isMarkedLetterBefore(text, start))
      return false
    if (isNegationBefore(text, start)) return false
  }
  return kind !== DIGIT || !(isNumberBegunBefore(text, first, start) || isMinusCutOff(text, first, start))
}

function isMarkedLetterBefore(text: string, index: number): boolean {
  let at = visibleBefore(text, index)
  for (let count = 0; count < 32 && kindOf(codeBefore(text, at)) === MARK; count++) {
    at = visibleBefore(text, at - unitsOf(codeBefore(text, at)))
  }
  return kindOf(codeBefore(text, at)) === LETTER
}

/**
 * Whether `text.slice(start, end)` begins and ends where words and numbers do. It may not begin or end inside a
 * Latin, Greek or Cyrillic word (an apostrophe ends one), cut a number short, leave out a minus or a negation
 * fused to its word, or divide a character. A part without any word is not whole.
 */
export function isWhole(text: string, start: number, end: number): boolean {
  if (isSurrogateCut(text, start) || isSurrogateCut(text, end)) return false
  let first = start
  while (first < end && !isWordKind(kindOf(codeAt(text, first)))) first += unitsOf(codeAt(text, first))
  let lastEnd = end
  while (lastEnd > first && !isWordKind(kindOf(codeBefore(text, lastEnd)))) {
    lastEnd -= unitsOf(codeBefore(text, lastEnd))
  }
  if (first >= lastEnd) return false
  return isStartWhole(text, first, start) && isEndWhole(text, lastEnd, end)
}
