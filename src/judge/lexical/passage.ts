/** A text by sentences, as far as it is compared with others. */
import { rawSentences } from './raw-sentences.ts'
import { findTables, type Row } from './table.ts'
import { comparedWords, type RawWord, type Word } from './words.ts'

/** A sentence, list item, table row or the like. */
export interface Sentence {
  /** Offsets in the text. */
  start: number
  end: number
  words: Word[]
}

/** The sentences of a text, in order; a row of a table is one, with the names of its columns. */
export function readSentences(text: string): Sentence[] {
  const raw = rawSentences(text)
  const tables = findTables(text)
  if (tables.length === 0) return raw.map(words => toSentence(text, words))
  const rows = tables.flat()
  const prose = raw
    .map(words => words.filter(word => !rows.some(row => word.start >= row.start && word.end <= row.end)))
    .filter(words => words.length > 0)
  const words = raw.flat()
  return [
    ...prose.map(sentence => toSentence(text, sentence)),
    ...tables.flatMap(table => rowSentences(table, words)),
  ]
}

function toSentence(text: string, words: readonly RawWord[]): Sentence {
  const start = words[0]?.start ?? 0
  const end = words.at(-1)?.end ?? start
  return {
    ...enclosed(text, start, end),
    words: clausesOf(text, words).flatMap(clause =>
      comparedWords(
        clause,
        clause.some(word => word.negates),
      ),
    ),
  }
}

// Room for what encloses a sentence: quotation marks, brackets, emphasis, its final sign
const mostSigns = 8

function enclosed(text: string, start: number, end: number): { start: number; end: number } {
  const before = /["'“„‘«([「『`*_]*$/.exec(text.slice(Math.max(0, start - mostSigns), start))?.[0] ?? ''
  const after =
    /^["'”’»)\]」』`*_]*[.!?。！？]?["'”’»)\]」』`*_]*/.exec(text.slice(end, end + mostSigns))?.[0] ?? ''
  return { start: start - before.length, end: end + after.length }
}

function rowSentences(table: readonly Row[], words: readonly RawWord[]): Sentence[] {
  const [header] = table
  const named = header?.cells.map(cell => cellWords(words, cell)) ?? []
  return table.map(row => {
    const cells = row.cells.map(cell => cellWords(words, cell))
    const isHeader = row === header
    return {
      start: row.start,
      end: row.end,
      words: cells.flatMap((cell, column) => (isHeader ? cell : [...(named[column] ?? []), ...cell])),
    }
  })
}

function cellWords(words: readonly RawWord[], { start, end }: { start: number; end: number }): Word[] {
  const own = words.filter(word => word.start >= start && word.end <= end)
  return comparedWords(
    own,
    own.some(word => word.negates),
  )
}

const clauseWords = new Set(
  `and but who whom whose which that because while whereas although though und aber sondern weil obwohl
  et mais qui car y pero sino porque e ma perché и но что`.split(/\s+/),
)

/** What a negation reaches: up to a comma, a bracket or a conjunction. */
function clausesOf(text: string, words: readonly RawWord[]): RawWord[][] {
  const clauses: RawWord[][] = []
  for (const word of words) {
    const clause = clauses.at(-1)
    const before = clause?.at(-1)
    const isNew =
      before === undefined ||
      clauseWords.has(word.text) ||
      /[,;:()–—、，；：|]/.test(text.slice(before.end, word.start))
    if (isNew) clauses.push([word])
    else clause?.push(word)
  }
  return clauses
}
