/** Shows evidence as the whole sentence it stands in, as far as a line holds it. For display only. */
import { shorten, toOneLine } from '../text.ts'
import { codeAt } from './characters.ts'
import type { Span } from './locate-quote.ts'
import { closingSigns, sentenceEndAt } from './sentences.ts'

const mostShown = 160
// What is more than white space beyond a line is not looked at, however long the sentence.
const margin = 16
/** The sentence, or the sentences, that a part of a context stands in, on one line; `…` marks what is left out. */
export function wholeSentence(context: string, { start, end }: Span): string {
  const farthest = Math.max(0, mostShown - (end - start)) + margin
  const begin = sentenceStart(context, start, farthest)
  const stop = sentenceEnd(context, end, farthest)
  if (!begin.isCut && !stop.isCut) {
    const whole = toOneLine(context.slice(begin.at, stop.at))
    if (whole.length <= mostShown) return whole
  }
  const quote = toOneLine(context.slice(start, end))
  if (quote.length >= mostShown) return shorten(quote, mostShown)
  const before = toOneLine(context.slice(begin.at, end))
  const after = toOneLine(context.slice(start, stop.at))
  // at the seams a command of a CI log may have been taken apart
  const lead = before.endsWith(quote) ? before.slice(0, before.length - quote.length) : ''
  const tail = after.startsWith(quote) ? after.slice(quote.length) : ''
  const room = mostShown - quote.length
  const shownLead = lastOf(lead, Math.max(room >> 1, room - tail.length), begin.isCut)
  return `${shownLead}${quote}${firstOf(tail, room - shownLead.length, stop.isCut)}`
}

interface Edge {
  at: number
  /** Whether the sentence goes on beyond it. */
  isCut: boolean
}

function sentenceStart(text: string, start: number, farthest: number): Edge {
  const limit = Math.max(0, start - farthest)
  for (let index = start - 1; index >= limit; index--) {
    const end = sentenceEndAt(text, index)
    if (end !== -1) return { at: Math.min(end, start), isCut: false }
  }
  return { at: limit, isCut: limit > 0 }
}

function sentenceEnd(text: string, end: number, farthest: number): Edge {
  const limit = Math.min(text.length, end + farthest)
  // the quote may hold the end itself, and what closes it
  for (let index = Math.max(0, end - 1); index < limit; index++) {
    const found = sentenceEndAt(text, index)
    if (found !== -1) return { at: Math.max(found, end), isCut: false }
    if (
      index === end - 1 &&
      closingSigns.includes(text.charAt(index)) &&
      sentenceEndAt(text, index - 1) >= end
    )
      return { at: end, isCut: false }
  }
  return { at: limit, isCut: limit < text.length }
}

function lastOf(text: string, length: number, isCut: boolean): string {
  if (text.length <= length && !isCut) return text
  const kept = text.slice(Math.max(0, text.length - Math.max(0, length - 1)))
  const isAtWord = text.charAt(text.length - kept.length - 1) === ' '
  const space = isAtWord ? -1 : kept.trimEnd().indexOf(' ')
  return `…${withoutHalf(kept.slice(space + 1))}`
}

function firstOf(text: string, length: number, isCut: boolean): string {
  if (text.length <= length && !isCut) return text
  const kept = text.slice(0, Math.max(0, length - 1))
  const space = text.charAt(kept.length) === ' ' ? -1 : kept.lastIndexOf(' ')
  return space > 0 ? `${kept.slice(0, space).trimEnd()}…` : shorten(`${kept}……`, kept.length + 1)
}

function withoutHalf(text: string): string {
  const code = codeAt(text, 0)
  return code >= 0xdc00 && code <= 0xdfff ? text.slice(1) : text
}
