/**
 * Where a sentence ends, in any language, and whether it states something. One rule for all who ask; our own tables,
 * since what is asked of a judge and what it is thought to have left out depend on it.
 */
import { codeBefore, DIGIT, kindOf, LETTER, MARK, OTHER, saysSomething } from './characters.ts'
import { isFunctionWord, withoutMarks } from './function-words.ts'

export interface SentenceSpan {
  start: number
  end: number
}

const listed = (words: string): ReadonlySet<string> => new Set(words.normalize('NFC').trim().split(/\s+/))

/** Written with a capital their dot ends no sentence, whatever follows. */
const titles = listed(`
  dr mr mrs ms prof st gen col sgt capt lt maj sen rep gov pres rev hon mt hr fr frl dipl ing mme mlle mm pr ste sra srta
  dra dott sig sigg mgr`)
/** And these, which are no other words. */
const links = listed('vs approx ca cf viz vgl bzw bspw bijv dhr mevr fig')
/** Nor does it before a number. */
const numbered = listed(`
  no nos nr nrn figs vol vols p pp ch chap sec eq ref par art abs kap ziff rn rz bd abb tab lit anm ed ver
  jan feb mar apr jun jul aug sep sept oct okt nov dec dez pag pág págs núm num blz kl ok стр рис табл см`)
/** Behind these, as behind an initial, a sentence ends only where the next begins with a word of a sentence's beginning. */
const shortened = listed(`
  etc inc ltd co corp llc jr sr al eds dept govt bros ave blvd rd univ esq
  usw uvm geb gest inkl exkl evtl ggf zzgl abzgl max min sog std sek mio mrd tel str jh hrsg aufl chr
  av env ex éd ud uds ee uu ej aprox ecc drs bv enz resp kr np ul hab tzn tzw itd itp św např tj tzv atd
  гг вв др ул кв тыс млн млрд руб проф акад напр`)
/** Behind these a number with a dot is an ordinal (`Am 3. Oktober`), as it is before the months. */
const beforeOrdinal = listed(`
  am im vom zum zur beim der die das den dem des ab bis seit nach mit und oder ihr ihre ihrem ihren ihrer sein seine
  seinem seinen seiner dieser jeder jedem`)
const afterOrdinal = listed(`
  januar jänner februar märz april mai juni juli august september oktober november dezember jan feb apr jun jul aug sep
  sept okt nov dez jahrhundert jahrhunderts jh`)
/** Words of sentences' beginnings that are parts of names, too: J. Van Dyke, George W. Will. */
const inNames = listed('van de la le les el du di da des del los las will may')

/** What ends sentences beside `.`, `!` and `?`. */
export const wideSigns = '。｡！？．؟۔।॥։።፧᙮‼⁇⁈⁉။។།༎᠃'
/** What may close behind the end of a sentence. */
export const closingSigns = '"\'”’»)]』」）】*_`'
const openingSigns = /["'“„‘«‹(（「『【[¿¡*_`]/
const partStart = /(?:[-*+•‣▪◦·#>|]|\d{1,3}[.)]|\(?[a-z]\))(?:\s|$)|[|#]/iy
const citations = /(?:\[\d{1,3}\]|【\d{1,3}】)+/y
// Shorter lines are headings, items, cells; longer ones are wrapped.
const shortestWrapped = 50

/** Where the sentence ends that the sign or line break at `index` ends, with what closes it; -1 where it ends none. */
export function sentenceEndAt(text: string, index: number): number {
  const unit = text.charCodeAt(index)
  // most characters of most texts
  if (unit > 0x3f && unit < 0x80) return -1
  const sign = text.charAt(index)
  if (sign === '\n') return isLineEnd(text, index) ? index : -1
  if (unit > 0x7f && sign !== '…') return isWideEnd(text, index) ? endOfSigns(text, index) : -1
  if (sign === '' || !('.!?…'.includes(sign) || isAsking(text, index))) return -1
  const end = endOfClosing(text, index + 1)
  if (!isGapAt(text, index, end)) return -1
  const next = nextCharacter(text, end)
  if (next === -1) return end
  const isSmall = text.charAt(next) !== text.charAt(next).toUpperCase()
  if (sign === '!' || sign === '?') return isSmall && end > index + 1 ? -1 : end
  if (isSmall) return -1
  return sign !== '.' || isFullStop(text, index, next) ? end : -1
}

/** The sentences of a text that say something, in order; a heading, a list item, a row of a table is one. */
export function sentencesOf(text: string): SentenceSpan[] {
  const spans: SentenceSpan[] = []
  const add = (from: number, to: number): void => {
    const part = text.slice(from, to)
    const start = from + part.length - part.trimStart().length
    if (saysSomething(part)) spans.push({ start, end: start + part.trim().length })
  }
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const end = sentenceEndAt(text, index)
    if (end === -1) continue
    add(start, end)
    start = end
    index = Math.max(index, end - 1)
  }
  add(start, text.length)
  return spans
}

/** Whether the dot behind a short form, in small letters, never ends a sentence. */
export function endsNever(word: string): boolean {
  return links.has(word) || titles.has(word)
}

/** Where the signs that end a sentence, and what closes it, end from `index` on. */
export function endOfSigns(text: string, index: number): number {
  let end = isAsking(text, index) ? index + 1 : index
  while (end < text.length && (wideSigns + '.!?…').includes(text.charAt(end))) end++
  return endOfClosing(text, end)
}

function endOfClosing(text: string, index: number): number {
  let end = index
  while (end < text.length && closingSigns.includes(text.charAt(end))) end++
  citations.lastIndex = end
  return citations.test(text) ? citations.lastIndex : end
}

function isWideEnd(text: string, index: number): boolean {
  const sign = text.charAt(index)
  if (!wideSigns.includes(sign)) return sign === '\u037e'
  return sign !== '．' || kindOf(text.charCodeAt(index - 1)) !== DIGIT
}

/** Whether a semicolon asks, as it does in Greek. */
function isAsking(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1)
  return (
    text.charAt(index) === ';' &&
    ((before >= 0x370 && before < 0x400) || (before >= 0x1f00 && before < 0x2000))
  )
}

/** White space, a tag or the end; or a letter of East Asia behind another, which may follow a dot at once. */
function isGapAt(text: string, index: number, end: number): boolean {
  if (end >= text.length || /[\s<]/.test(text.charAt(end))) return true
  return (
    text.charCodeAt(end) >= 0x2e80 &&
    kindOf(text.charCodeAt(end)) === OTHER &&
    text.charCodeAt(index - 1) >= 0x2e80
  )
}

/** Behind white space and what opens a sentence; -1 at the end of the text. */
function nextCharacter(text: string, from: number): number {
  let next = from
  while (next < text.length && /\s/.test(text.charAt(next))) next++
  for (let opened = 0; opened < 4 && openingSigns.test(text.charAt(next)); opened++) next++
  return next < text.length ? next : -1
}

function isFullStop(text: string, dot: number, next: number): boolean {
  const first = startOfWord(text, dot)
  const word = text.slice(first, dot)
  if (word === '') return !isOrdinal(text, dot, next)
  if (word.length === 1) return !/^$|[\s.([“„"«'‘-]/.test(text.charAt(first - 1)) || opensSentence(text, next)
  const small = word.toLowerCase().normalize('NFC')
  if (links.has(small) || (titles.has(small) && word.charAt(0) !== small.charAt(0))) return false
  if (numbered.has(small) && /^(?:\p{Nd}|[IVX]+(?![\p{L}]))/u.test(text.slice(next, next + 8))) return false
  return !shortened.has(small) || opensSentence(text, next)
}

const longestWord = 16

/** Where the word that ends before `end` begins; a longer one than any in the tables is not read in full. */
function startOfWord(text: string, end: number): number {
  let first = end
  while (end - first < longestWord && isOfWord(text, first)) first--
  while (first < end && /['’]/.test(text.charAt(first))) first++
  return first
}

function isOfWord(text: string, end: number): boolean {
  const kind = kindOf(codeBefore(text, end))
  return kind === LETTER || kind === MARK || /['’]/.test(text.charAt(end - 1))
}

/** Whether the word at `index` begins sentences rather than names: a capital on a word of no meaning of its own. */
function opensSentence(text: string, index: number): boolean {
  const word = wordAt(text, index)
  const small = word.toLowerCase()
  const isCapitals = word.length > 1 && word.slice(1) !== small.slice(1)
  if (isCapitals || text.charAt(index + word.length) === '.' || inNames.has(small)) return false
  return isFunctionWord(withoutMarks(small))
}

/** Whether a short form stands before the number that belongs to it: `No. 5`, `S. 12`. */
function isBeforeNumber(word: string): boolean {
  return word.length === 1 || numbered.has(word.toLowerCase())
}

function wordAt(text: string, index: number): string {
  return /^[\p{L}\p{M}]*/u.exec(text.slice(index, index + longestWord))?.[0] ?? ''
}

/** Whether the number before a dot counts something, or an item of a list: `1. FC Köln`, `am 3. Oktober`. */
function isOrdinal(text: string, dot: number, next: number): boolean {
  const digits = /(?<![\d.,:/-])\d{1,3}$/.exec(text.slice(Math.max(0, dot - 4), dot))?.[0]
  if (digits === undefined) return false
  let before = dot - digits.length
  while (before > 0 && dot - before < longestWord && /[^\S\n]/.test(text.charAt(before - 1))) before--
  if (before === 0 || afterOrdinal.has(wordAt(text, next).toLowerCase())) return true
  const sign = text.charAt(before - 1)
  if (sign === '.') return !isBeforeNumber(text.slice(startOfWord(text, before - 1), before - 1))
  if ((wideSigns + '\n!?:#>*•(').includes(sign)) return true
  const word = text.slice(startOfWord(text, before), before).toLowerCase()
  return beforeOrdinal.has(word) && !opensSentence(text, next)
}

// A line break in running text ends nothing.
function isLineEnd(text: string, index: number): boolean {
  const next = endOfIndent(text, index + 1)
  if (text.charAt(next) === '\n' || startsPart(text, next)) return true
  const lineStart = text.lastIndexOf('\n', index - 1) + 1
  if (/[#|]/.test(text.charAt(lineStart))) return true
  const first = text.charAt(next)
  return index - lineStart < shortestWrapped && first === first.toUpperCase()
}

function endOfIndent(text: string, lineStart: number): number {
  let next = lineStart
  while (next < text.length && next - lineStart < longestWord && /[^\S\n]/.test(text.charAt(next))) next++
  return next
}

/** Whether a list item, a heading or a row of a table begins on the line that starts at `lineStart`. */
export function startsPart(text: string, lineStart: number): boolean {
  partStart.lastIndex = endOfIndent(text, lineStart)
  return partStart.test(text)
}

const questionEnd = /[?？؟⁇⁈⁉፧\u037e][!！?？"'”’»)\]』」）】*_`\s]{0,15}$|[\u0370-\u03ff\u1f00-\u1fff];$/
// Questions that are written with a full stop
const saidAsQuestion = /(?:[すたんうのる]|ない)か[。｡]?[」』）]{0,4}$|니까[.。]?$/

/** Whether a sentence asks, in any script. */
export function isQuestion(sentence: string): boolean {
  const end = sentence.slice(-16)
  return questionEnd.test(end) || saidAsQuestion.test(end)
}

const opinions =
  /^(?:(?:well|so|but|and|sorry|unfortunately|honestly),? )*(?:i(?:'m| am)? (?:think|believe|guess|feel|suppose|hope|would say|don'?t know|do not know|not sure|not certain|sorry|cannot|can'?t|couldn'?t)|in my (?:opinion|view)|it is unclear|ich (?:glaube|denke|finde|weiß nicht)|meiner meinung nach|je (?:pense|crois|ne sais pas)|à mon avis|creo que|no sé|我(?:觉得|认为|想|不知道)|私は?.{0,4}思い|わかりません|모르겠|제 생각)/i

/** Whether a sentence may claim something: no question, no opinion, no admission, nothing that only announces a list. */
export function mayState(sentence: string): boolean {
  return (
    !isQuestion(sentence) &&
    !/[:：]["'”’*_]{0,7}$/.test(sentence.slice(-8)) &&
    !opinions.test(sentence.slice(0, 160).replaceAll('’', "'")) &&
    !/^\(?\d{1,3}[.)]?$/.test(sentence) &&
    saysSomething(sentence)
  )
}
