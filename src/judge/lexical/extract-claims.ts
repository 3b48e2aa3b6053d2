/** The claims of a text, by rule: its sentences, taken apart where that is safe. */
import { uniqueClaims } from '../../recall/claims.ts'
import { findTables, type Row } from './table.ts'
import { enclosed, rawSentences } from './raw-sentences.ts'
import { splitSentence } from './split-sentence.ts'
import type { RawWord } from './words.ts'

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
    .filter(isAssertion)
  return uniqueClaims([
    ...sentences.flatMap(splitSentence),
    ...tables.flatMap(table => table.slice(1).map(row => rowClaim(text, table[0], row))),
  ])
}

/** A sentence with what encloses it and its final sign, without the bullet before it. */
function sentenceAt(text: string, words: readonly RawWord[]): string {
  const { start, end } = enclosed(text, words[0]?.start ?? 0, words.at(-1)?.end ?? 0)
  return text.slice(start, end).replace(/\s+/g, ' ').trim()
}

const opinions =
  /^(?:(?:well|so|but|and|sorry|unfortunately|honestly),? )*(?:i(?:'m| am)? (?:think|believe|guess|feel|suppose|hope|would say|don'?t know|do not know|not sure|not certain|sorry|cannot|can'?t|couldn'?t)|in my (?:opinion|view)|it is unclear|ich (?:glaube|denke|finde|weiß nicht)|meiner meinung nach|je (?:pense|crois|ne sais pas)|à mon avis|creo que|no sé|我(?:觉得|认为|想|不知道)|私は?.{0,4}思い|わかりません|모르겠|제 생각)/i

function isAssertion(sentence: string): boolean {
  if (/[?？][)"”'’»」』]*$/.test(sentence)) return false
  // What only announces a list says nothing itself
  if (/[:：]$/.test(sentence)) return false
  if (opinions.test(sentence.replaceAll('’', "'"))) return false
  return /[\p{L}\p{N}]/u.test(sentence) && !/^\d{1,2}[.)]?$/.test(sentence)
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
