/** Folds what two copies of one text may differ in: white space, case, composition, shapes, invisible and typographic signs. */
import { INVISIBLE, isSubscript, kindOf, LETTER, MARK, SPACE } from './characters.ts'
import { type MappedText, MappedTextBuilder } from './mapped-text.ts'

const typographic: Record<string, string> = {
  "'": '‘’‚‛′ʼʻ‹›´',
  '"': '“”„‟″«»「」『』〝〞',
  '-': '‐‑‒–—―−﹘﹣',
}

// Other shapes of the same letters, which NFC leaves alone: ligatures and presentation forms, of which PDF text is full,
// and full-width and half-width forms. And the ellipsis.
const otherShape = /^[\u2026\ufb00-\ufdff\ufe70-\ufefc\uff01-\uffee]/
// Arabic and Hebrew are written with their vowels or without.
const vowels = /[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u0652\u0670]/g

// What one unit folds to, filled as units are met: asking the engine for every letter is what would cost.
const unitFolds = new Uint16Array(0x10000)
const UNKNOWN = 0
/** Nothing: control characters are folded away, so this one is free to say it. */
const NOTHING = 1
const WHITE_SPACE = 0x20
/** Several units, or something that depends on the next one. */
const SEVERAL = 0xffff
const fixedFolds = new Map<string, string>()
for (const [plain, signs] of Object.entries(typographic)) {
  for (const sign of signs) fixedFolds.set(sign, plain)
}

function foldCharacters(characters: string): string {
  const fixed = fixedFolds.get(characters)
  if (fixed !== undefined) return fixed
  if (otherShape.test(characters)) {
    const plain = characters.normalize('NFKC')
    if (!otherShape.test(plain)) return foldCharacters(plain)
  }
  // Lower-casing İ yields i and a dot; a final sigma is a sigma.
  const folded = characters.normalize('NFC').toLowerCase().normalize('NFC')
  return folded.replaceAll('i̇', 'i').replaceAll('ς', 'σ').replace(vowels, '')
}

function foldOf(unit: number): number {
  const known = unitFolds[unit] as number
  if (known !== UNKNOWN) return known
  const kind = kindOf(unit)
  let result = SEVERAL
  if (kind === SPACE) result = WHITE_SPACE
  else if (kind === INVISIBLE) result = NOTHING
  else if (unit < 0xd800 || unit > 0xdfff) {
    const folded = foldCharacters(String.fromCharCode(unit))
    if (folded.length === 1) result = folded.charCodeAt(0)
  }
  unitFolds[unit] = result
  return result
}

// Beyond what any language writes; keeps the engine's reordering of marks from being fed a megabyte of them.
const longestCluster = 32

// A character and the marks on it, invisible characters between them passed over.
function foldCluster(text: string, start: number, output: MappedTextBuilder): number {
  const units = (text.codePointAt(start) as number) > 0xffff ? 2 : 1
  let end = start + units
  let characters = text.slice(start, end)
  for (let index = end; index < text.length && index - start < longestCluster; ) {
    const code = text.codePointAt(index) as number
    const next = index + (code > 0xffff ? 2 : 1)
    const kind = kindOf(code)
    if (kind !== MARK && kind !== INVISIBLE) break
    if (kind === MARK) {
      characters += text.slice(index, next)
      end = next
    }
    index = next
  }
  output.addText(foldCharacters(characters), start, end)
  return end
}

// Nothing of the next unit belongs to this one.
function isPlainNext(text: string, index: number): boolean {
  const unit = text.charCodeAt(index)
  if ((unit < 0x300 && unit !== 0xad) || index >= text.length) return true
  const kind = kindOf(unit)
  return kind !== MARK && kind !== INVISIBLE
}

// ASCII and Latin letters with single spaces in between, which are only lower-cased; no mark follows the last one.
const plainRun = /(?:[!-~À-ÿ](?![^\t-~À-ÿ])| (?=[!-~À-ÿ]))+/y
// Below that the engine's help costs more than it spares.
const shortestRun = 16

/** Where the plain run that begins at `index` ends; `index` where none does. */
function endOfPlainRun(text: string, index: number): number {
  plainRun.lastIndex = index
  return plainRun.test(text) ? plainRun.lastIndex : index
}

function isBeforeSubscript(unit: number): boolean {
  return unit === 0x29 || kindOf(unit) === LETTER
}

/**
 * The text folded, mapped to the text as given. A run of white space is one space; a character and its marks
 * are one unit or several units of one part.
 */
export function fold(text: string): MappedText {
  const output = new MappedTextBuilder(text.length)
  // no second look at a run that was too short
  let looked = 0
  let subscriptEnd = -1
  for (let index = 0; index < text.length; ) {
    const unit = text.charCodeAt(index)
    if (index >= looked && unit > WHITE_SPACE && unit < 0x7f) {
      looked = endOfPlainRun(text, index)
      if (looked - index >= shortestRun) {
        output.addRun(text.slice(index, looked).toLowerCase(), index)
        index = looked
        continue
      }
    }
    const folded = foldOf(unit)
    if (isSubscript(unit) && (index === subscriptEnd || isBeforeSubscript(output.last))) {
      // H₂O is H2O, but 10₂ is not 102.
      output.add(unit - 0x2080 + 0x30, index, ++index)
      subscriptEnd = index
    } else if (folded === WHITE_SPACE) {
      index++
      if (output.last === WHITE_SPACE) output.extendLast(index)
      else output.add(WHITE_SPACE, index - 1, index)
    } else if (folded === NOTHING) {
      index++
    } else if (folded !== SEVERAL && isPlainNext(text, index + 1)) {
      output.add(folded, index, ++index)
    } else if (kindOf(text.codePointAt(index) as number) === INVISIBLE) {
      index += 2
    } else {
      index = foldCluster(text, index, output)
    }
  }
  return output.build()
}

/** The folded text without white space at its ends, where only the text matters. */
export function foldText(text: string): string {
  return fold(text).text.trim()
}
