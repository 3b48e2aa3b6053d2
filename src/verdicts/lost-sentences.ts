/** Which sentences of a ground truth its claims have lost: those of which no claim has a word of their own. */
import { composed } from '../text.ts'
import { codeAt, DIGIT, kindOf, LETTER, MARK, OTHER, unitsOf } from '../evidence/characters.ts'
import { isFunctionWord, languagesOf, withoutMarks } from '../evidence/function-words.ts'
import { mayState, sentencesOf } from '../evidence/sentences.ts'

const longestWord = 64

interface Content {
  /** Folded, without accents. */
  words: string[]
  /** What tells it from another text: beginnings of content words, numbers, and short pieces of scripts that run on. */
  pieces: Set<string>
  /** How many letters each script has. */
  letters: Map<string, number>
}

// Fewer are a greeting, a "Yes." or a heading more often than a statement
const fewestPieces = 2
// A sentence shares a piece or two by chance where it has many
const leastShare = 0.15
// Of the letters: less in another language is no translation
const leastOfTranslation = 0.25

/** The sentences that state something and of which no claim has a content word or a number of their own. */
export function findLostSentences(claims: readonly string[], groundTruth: string): string[] {
  const sentences = sentencesOf(groundTruth).map(({ start, end }) => {
    const text = groundTruth.slice(start, end)
    return { text, end, content: contentOf(text) }
  })
  const uses = new Map<string, number>()
  for (const { content } of sentences)
    for (const piece of content.pieces) uses.set(piece, (uses.get(piece) ?? 0) + 1)
  const isKept = ({ pieces }: Content, given: ReadonlySet<string>): boolean => {
    const own = [...pieces].filter(piece => uses.get(piece) === 1)
    // what mostly repeats others is kept with them
    const looked = own.length * 3 > pieces.size ? own : [...pieces]
    const found = looked.filter(piece => given.has(piece)).length
    return found >= Math.max(1, looked.length * leastShare)
  }
  const fewest = sentences.length === 1 ? 1 : fewestPieces
  const claimed = contentOf(claims.join('\n'))
  const lost = sentences.filter(
    ({ text, end, content }) =>
      content.pieces.size >= fewest &&
      content.letters.size > 0 &&
      !isKept(content, claimed.pieces) &&
      mayState(text) &&
      !(text.startsWith('#') || (end < groundTruth.trimEnd().length && looksLikeHeading(text))),
  )
  // seldom needed, and dear
  if (lost.length === 0 || isTranslation(claimed, contentOf(groundTruth))) return []
  const parts = partsOf(claimed)
  return lost.filter(({ content }) => !isKept(content, parts)).map(({ text }) => text)
}

/** A short line without an end, that is no item of a list or row of a table. */
function looksLikeHeading(text: string): boolean {
  return text.length <= 40 && /[\p{L}\p{N}\p{M}*_]$/u.test(text) && !/^(?:[-*+•‣▪◦·|]\s|\(?\d|\|)/.test(text)
}

/** The pieces of a text, and all that may be a piece inside of its words: Nobelpreis and Preis. */
function partsOf({ words, pieces }: Content): Set<string> {
  const parts = new Set(pieces)
  for (const word of words)
    for (let at = 0; at + 3 <= word.length; at++)
      parts.add(word.slice(at, at + 3)).add(word.slice(at, at + 4))
  return parts
}

/** Whether the claims are of another script or language, and long enough to say the same. */
function isTranslation(claims: Content, truth: Content): boolean {
  const [script, most] = mostOf(claims.letters)
  const [otherScript, all] = mostOf(truth.letters)
  if (most < all * leastOfTranslation) return false
  if (script !== otherScript) return true
  const [languages, others] = [languagesOf(claims.words), languagesOf(truth.words)]
  return languages.length > 0 && others.length > 0 && !languages.some(language => others.includes(language))
}

function mostOf(letters: ReadonlyMap<string, number>): [string, number] {
  return [...letters].reduce((most, entry) => (entry[1] > most[1] ? entry : most), ['', 0])
}

function contentOf(source: string): Content {
  const text = composed(source).toLowerCase()
  const content: Content = { words: [], pieces: new Set(), letters: new Map() }
  for (let index = 0; index < text.length; ) {
    const kind = groupAt(text, index)
    const start = index
    do index += unitsOf(codeAt(text, index))
    while (index < text.length && groupAt(text, index) === kind)
    if (kind === LETTER)
      addWord(content, withoutMarks(text.slice(start, Math.min(index, start + longestWord))))
    else if (kind === OTHER) addRun(content, text.slice(start, index))
  }
  return content
}

/** Letters and digits of words, those of other scripts, and all else. */
function groupAt(text: string, index: number): number {
  const kind = kindOf(codeAt(text, index))
  if (kind === DIGIT) return LETTER
  return kind === MARK ? OTHER : kind === LETTER || kind === OTHER ? kind : 0
}

function addWord({ words, pieces, letters }: Content, word: string): void {
  words.push(word)
  if (/^\d/.test(word)) pieces.add(word)
  else {
    if (word.length > 2 && !isFunctionWord(word)) pieces.add(word.slice(0, 4))
    count(letters, scriptOf(codeAt(word, 0)), word.length)
  }
}

function addRun({ pieces, letters }: Content, run: string): void {
  const characters = Array.from(run)
  const script = scriptOf(codeAt(run, 0))
  // pairs tell words of thousands of signs apart, but not those of an alphabet
  const size = script === 'Han' || script === 'Hangul' ? 2 : 3
  for (let at = 0; at === 0 || at + size <= characters.length; at++)
    pieces.add(characters.slice(at, at + size).join(''))
  count(letters, script, characters.length)
}

function count(letters: Map<string, number>, script: string, more: number): void {
  letters.set(script, (letters.get(script) ?? 0) + more)
}

function scriptOf(code: number): string {
  if (code < 0x370) return 'Latin'
  if ((code >= 0xac00 && code < 0xd7b0) || (code >= 0x1100 && code < 0x1200)) return 'Hangul'
  if (code >= 0x2e80) return 'Han'
  return `from ${code < 0x530 ? code & ~0xff : code & ~0x7f}`
}
