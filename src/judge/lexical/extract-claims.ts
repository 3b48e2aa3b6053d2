/** The claims of a text, by rule: its sentences, taken apart where that is safe. */
import { uniqueClaims } from '../../verdicts/claims.ts'
import { mayState } from '../../evidence/sentences.ts'
import { findTables, type Row } from './table.ts'
import { enclosed, rawSentences } from './raw-sentences.ts'
import { splitSentence } from './split-sentence.ts'
import type { RawWord } from './words.ts'

const listNumber = /^\(?\d{1,3}(?:[.)]\s+|[.．、)](?=[\u2e80-\ud7ff]))/
const footnotes = /【\d+】|\[\d+\]|<\d+>/g

/** The claims a text makes, in order, equal ones once; none for questions, opinions and what is not known. */
export function extractClaims(groundTruth: string): string[] {
  const text = groundTruth.replace(footnotes, ' ')
  const tables = findTables(text)
  const rows = tables.flat()
  const sentences = rawSentences(text)
    .filter(
      words => !rows.some(row => (words[0]?.start ?? 0) >= row.start && (words[0]?.start ?? 0) < row.end),
    )
    .map(words => sentenceAt(text, words))
    .filter(mayState)
  return uniqueClaims([
    ...sentences.flatMap(sentence => splitSentence(sentence.replace(listNumber, ''))),
    ...tables.flatMap(table => table.slice(1).map(row => rowClaim(text, table[0], row))),
  ])
}

/** A sentence with what encloses it and its final sign, without the bullet before it. */
function sentenceAt(text: string, words: readonly RawWord[]): string {
  const { start, end } = enclosed(text, words[0]?.start ?? 0, words.at(-1)?.end ?? 0)
  return text.slice(start, end).replace(/\s+/g, ' ').trim()
}

function rowClaim(text: string, header: Row | undefined, row: Row): string {
  return row.cells
    .map((cell, column) => {
      const name = header?.cells[column]
      const value = text.slice(cell.start, cell.end).trim()
      return name === undefined ? value : `${text.slice(name.start, name.end).trim()}: ${value}`
    })
    .join(', ')
}
