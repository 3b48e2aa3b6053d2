/** A text by sentences, as far as it is compared with others. */
import { enclosed, rawSentences } from './raw-sentences.ts'
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
  const byRow: RawWord[][] = rows.map(() => [])
  const prose: RawWord[][] = []
  let next = 0
  for (const sentence of raw) {
    const outside = sentence.filter(word => {
      while (next < rows.length && (rows[next] as Row).end <= word.start) next++
      const isInRow = next < rows.length && (rows[next] as Row).start <= word.start
      if (isInRow) byRow[next]?.push(word)
      return !isInRow
    })
    if (outside.length > 0) prose.push(outside)
  }
  let first = 0
  const ofTables = tables.flatMap(table => {
    const words = byRow.slice(first, first + table.length)
    first += table.length
    return rowSentences(table, words)
  })
  return [...prose.map(sentence => toSentence(text, sentence)), ...ofTables]
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

function rowSentences(table: readonly Row[], words: readonly (readonly RawWord[])[]): Sentence[] {
  const cells = table.map((row, index) => cellsOf(row, words[index] ?? []))
  const [names] = cells
  return table.map(({ start, end }, index) => ({
    start,
    end,
    words: (cells[index] ?? []).flatMap((cell, column) =>
      index === 0 ? cell : [...(names?.[column] ?? []), ...cell],
    ),
  }))
}

function cellsOf({ cells }: Row, words: readonly RawWord[]): Word[][] {
  let next = 0
  return cells.map(({ end }) => {
    const own: RawWord[] = []
    for (; next < words.length && (words[next] as RawWord).start < end; next++)
      own.push(words[next] as RawWord)
    return comparedWords(
      own,
      own.some(word => word.negates),
    )
  })
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
