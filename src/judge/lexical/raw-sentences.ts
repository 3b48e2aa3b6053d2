/** A text cut into sentences, and these into words as they stand there. */
import { readText } from '../../evidence/read-text.ts'
import { negationsIn } from './negations.ts'
import { PART_END } from '../../evidence/sentence-end.ts'
import { endOfSigns, sentenceEndAt, startsPart } from '../../evidence/sentences.ts'
import type { RawWord } from './words.ts'

/** The words of a text, by sentence; every sentence has some. */
export function rawSentences(text: string): RawWord[][] {
  const { folded, sequence } = readText(text)
  const all = sequence.words.text
  const parts = new Set(sequence.stops.filter((_, index) => sequence.firmness[index] === PART_END))
  const negations = negationsIn(folded, sequence).filter(
    // "No. 4" counts, "not only" adds
    at => !/^(?:no\. ?\d|not (?:only|just|merely)\b|nicht nur\b)/i.test(text.slice(at, at + 14)),
  )
  const sentences: RawWord[][] = []
  for (let at = 1, next = 0; at < all.length; ) {
    const until = all.indexOf(' ', at)
    const start = sequence.words.startOf(at)
    const end = sequence.words.endOf(until - 1)
    let negates = false
    while (next < negations.length && (negations[next] as number) < end) {
      next++
      negates = true
    }
    const word = { text: all.slice(at, until), start, end, isCapital: isCapitalAt(text, start), negates }
    const before = sentences.at(-1)?.at(-1)
    if (before === undefined || parts.has(at - 1) || endsBetween(text, before, word)) sentences.push([word])
    else sentences.at(-1)?.push(word)
    at = until + 1
  }
  return sentences
}

function isCapitalAt(text: string, index: number): boolean {
  const first = text.charAt(index)
  return first !== first.toLowerCase()
}

/** Whether a sentence ends between two words. A line break ends one only where a list item follows. */
function endsBetween(text: string, { end }: RawWord, { start }: RawWord): boolean {
  for (let index = end; index < start; index++)
    if (text.charAt(index) === '\n' ? startsPart(text, index + 1) : sentenceEndAt(text, index) !== -1)
      return true
  return false
}

// Room for what encloses a sentence: quotation marks, brackets, emphasis, its final sign
const mostSigns = 8
// recheck: of as many
const opening = /["'“„‘«([「『`*_$€£]*$/
const closing = /^["'”’»)\]」』`*_%]*[:：]*/

/** The offsets of a sentence with what encloses it and its final sign. */
export function enclosed(text: string, start: number, end: number): { start: number; end: number } {
  const before = opening.exec(text.slice(Math.max(0, start - mostSigns), start))?.[0] ?? ''
  const after = closing.exec(text.slice(end, end + mostSigns))?.[0] ?? ''
  return { start: start - before.length, end: endOfSigns(text, end + after.length) }
}
