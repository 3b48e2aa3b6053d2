/** Where a text may be cut: at sentence ends, else at line ends, else at white space, never inside a surrogate pair. */
import { sentenceEndAt } from '../evidence/sentences.ts'

// A word or two beyond the part looked at tell whether a sentence ends there.
const lookahead = 64

/**
 * The places from `from` up to `to`, neither included, at which the text may be cut, ascending: before the first
 * character of a sentence; where none begins, of a line; where none does either, behind white space.
 */
export function breaksBetween(text: string, from: number, to: number): number[] {
  const inside = (breaks: number[]): number[] => breaks.filter(at => at > from && at < to)
  const part = text.slice(from, to + lookahead)
  const sentences = inside(sentenceBreaks(part).map(at => from + at))
  if (sentences.length > 0) return sentences
  const ends = (pattern: RegExp): number[] =>
    inside(Array.from(part.matchAll(pattern), match => from + match.index + match[0].length))
  const lines = ends(/\n+/g)
  return lines.length > 0 ? lines : ends(/\s+/g)
}

/** Behind the white space that follows a sentence. */
function sentenceBreaks(text: string): number[] {
  const breaks: number[] = []
  for (let index = 0; index < text.length; index++) {
    let next = sentenceEndAt(text, index)
    if (next === -1) continue
    while (next < text.length && /\s/.test(text.charAt(next))) next++
    if (next < text.length) breaks.push(next)
    index = Math.max(index, next - 1)
  }
  return breaks
}

/** The farthest end such that the text from `start` has at most `bytes` bytes of UTF-8, but one character at least. */
export function endWithin(text: string, start: number, bytes: number): number {
  let end = start
  for (let left = bytes; end < text.length; ) {
    const [units, size] = sizeAt(text, end)
    left -= size
    if (left < 0 && end > start) return end
    end += units
  }
  return end
}

/** The farthest start such that the text up to `end` has at most `bytes` bytes of UTF-8. */
export function startWithin(text: string, end: number, bytes: number): number {
  let start = end
  for (let left = bytes; start > 0; ) {
    const isPair = start > 1 && sizeAt(text, start - 2)[0] === 2
    const units = isPair ? 2 : 1
    left -= sizeAt(text, start - units)[1]
    if (left < 0) return start
    start -= units
  }
  return start
}

/** UTF-16 units and bytes of UTF-8 of the character at `index`; a lone surrogate has three, as U+FFFD. */
function sizeAt(text: string, index: number): [units: number, bytes: number] {
  const code = text.codePointAt(index) ?? 0
  if (code > 0xffff) return [2, 4]
  return [1, code < 0x80 ? 1 : code < 0x800 ? 2 : 3]
}
