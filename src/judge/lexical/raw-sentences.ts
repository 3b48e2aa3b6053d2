/** A text cut into sentences, and these into words as they stand there. */
import { codeAt, DIGIT, kindOf } from '../../recall/characters.ts'
import { unomittable } from '../../recall/omission.ts'
import { readText } from '../../recall/read-text.ts'
import type { RawWord } from './words.ts'

/** The words of a text, by sentence; every sentence has some. */
export function rawSentences(text: string): RawWord[][] {
  const { folded, sequence } = readText(text)
  const all = sequence.words.text
  const stops = new Set(sequence.stops)
  const negations = negationsAmong(text, unomittable(folded, sequence))
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
    if (before === undefined || (stops.has(at - 1) && endsSentence(text, before, word)))
      sentences.push([word])
    else sentences.at(-1)?.push(word)
    at = until + 1
  }
  return sentences
}

function isCapitalAt(text: string, index: number): boolean {
  const first = text.charAt(index)
  return first !== first.toLowerCase()
}

function negationsAmong(text: string, positions: readonly number[]): number[] {
  return positions.filter(at => {
    if (kindOf(codeAt(text, at)) === DIGIT || /[-.]/.test(text.charAt(at))) return false
    // "No. 4" counts, "not only" adds
    return !/^(?:no\. ?\d|not (?:only|just|merely)\b|nicht nur\b)/i.test(text.slice(at, at + 14))
  })
}

// Behind these a dot seldom ends a sentence
const shortForms = new Set('no inc ltd co corp jr sr eg ie cf al op vol pp p ed eds etc ca bzw'.split(' '))

/** Whether the stop between two words is the end of a sentence, and not the dot of an initial or a short form. */
function endsSentence(text: string, before: RawWord, word: RawWord): boolean {
  const between = text.slice(before.end, word.start)
  if (/[\n\r|{}]/.test(between) || !/^["'”’)\]]*\./.test(between)) return true
  if (shortForms.has(before.text) || (before.isCapital && /^\p{L}$/u.test(before.text))) return false
  const first = text.charAt(word.start)
  return first === first.toUpperCase()
}

// Room for what encloses a sentence: quotation marks, brackets, emphasis, its final sign
const mostSigns = 8
// recheck: of as many
const opening = /["'“„‘«([「『`*_$€£]*$/
const closing = /^["'”’»)\]」』`*_%]*[.!?。！？:：]*["'”’»)\]」』`*_]*/

/** The offsets of a sentence with what encloses it and its final sign. */
export function enclosed(text: string, start: number, end: number): { start: number; end: number } {
  const before = opening.exec(text.slice(Math.max(0, start - mostSigns), start))?.[0] ?? ''
  const after = closing.exec(text.slice(end, end + mostSigns))?.[0] ?? ''
  return { start: start - before.length, end: end + after.length }
}
