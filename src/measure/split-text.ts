/** Cuts a text that is too long for one question into parts that overlap a little. */
import type { Span } from '../evidence/locate-quote.ts'
import { breaksBetween, endWithin } from './text-breaks.ts'

// Reading a whole part for its sentences would cost more, and its end alone is cut.
const readAtMost = 4096
const overlapAtMost = 400

/**
 * Parts of at most `bytes` bytes of UTF-8 that together hold the whole text, in order. Each begins a little before the
 * one before it ends, so that a quote across a cut stands whole in one of them.
 */
export function splitText(text: string, bytes: number): Span[] {
  const parts: Span[] = []
  for (let start = 0; start < text.length; ) {
    const limit = endWithin(text, start, bytes)
    const end = limit === text.length ? limit : cutBefore(text, start, limit)
    parts.push({ start, end })
    start = end === text.length ? end : overlapStart(text, start, end)
  }
  return parts
}

// At least half of what is allowed: else a text with few sentence ends would need too many parts.
function cutBefore(text: string, start: number, limit: number): number {
  const lowest = Math.max(start + ((limit - start) >> 1), limit - readAtMost)
  return breaksBetween(text, lowest, limit + 1).at(-1) ?? limit
}

// From a sentence to the cut, where there is one so near; else the cut itself, unless it stands inside a sentence.
function overlapStart(text: string, start: number, end: number): number {
  const lowest = end - Math.min(overlapAtMost, (end - start) >> 3)
  const [first = lowest] = breaksBetween(text, lowest - 1, end + 1)
  return isInsidePair(text, first) ? first + 1 : first
}

function isInsidePair(text: string, index: number): boolean {
  return index > 0 && (text.codePointAt(index - 1) ?? 0) > 0xffff
}
