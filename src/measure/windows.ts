/** Plans the questions of one attribution: contexts in windows, claims in batches, every pair in one question. */
import { UsageError } from '../errors.ts'
import { isBlank } from '../text.ts'
import type { Span } from '../evidence/locate-quote.ts'
import { splitText } from './split-text.ts'
import { bytesFor, tokensIn } from './tokens.ts'

/** A part of a context, or all of it, by the position of the context in the arranged list. */
export interface Passage extends Span {
  context: number
}

/** What one question may hold. */
export interface Room {
  /** Of claims and contexts together, as `tokensIn` counts them. */
  tokens: number
  claims: number
}

/** Each window is asked about with each batch; claims by their position. */
export interface Plan {
  windows: Passage[][]
  batches: number[][]
}

// Windows are the dearer: each is sent anew with every batch.
const batchShare = 1 / 4
const claimShare = 1 / 2

/**
 * One question where everything fits. Else batches of claims, at most a quarter of the room each, and windows of
 * contexts in the rest, the same for every batch; a context longer than that is split. Throws a `UsageError` for a
 * claim that would leave contexts less than half of the room.
 */
export function planWindows(claims: readonly string[], contexts: readonly string[], room: Room): Plan {
  const sizes = claims.map(tokensIn)
  const claimTokens = sum(sizes)
  const whole = contexts.map((text, context) => ({ context, start: 0, end: text.length }))
  if (claims.length <= room.claims && claimTokens + sum(contexts.map(tokensIn)) <= room.tokens)
    return { windows: [whole], batches: [claims.map((_, index) => index)] }
  const tooLong = sizes.findIndex(size => size > room.tokens * claimShare)
  if (tooLong !== -1) throw claimTooLong(tooLong, sizes[tooLong] as number, room)
  const isOneBatch = claims.length <= room.claims && claimTokens <= room.tokens * batchShare
  const batches = isOneBatch
    ? [claims.map((_, index) => index)]
    : pack(
        claims.map((_, index) => ({ item: index, size: sizes[index] as number })),
        {
          tokens: room.tokens * batchShare,
          items: room.claims,
        },
      )
  const largest = Math.max(...batches.map(batch => sum(batch.map(index => sizes[index] as number))))
  const left = Math.floor(room.tokens - largest)
  const passages = whole.flatMap(passage => partsOf(passage, contexts[passage.context] as string, left))
  return { windows: pack(passages, { tokens: left, items: Infinity }), batches }
}

interface Sized<T> {
  item: T
  size: number
}

function partsOf(whole: Passage, text: string, tokens: number): Sized<Passage>[] {
  const size = tokensIn(text)
  if (size <= tokens) return [{ item: whole, size }]
  return splitText(text, bytesFor(tokens)).flatMap(({ start, end }) => {
    const part = text.slice(start, end)
    return isBlank(part) ? [] : [{ item: { context: whole.context, start, end }, size: tokensIn(part) }]
  })
}

/** Fills one list after the other, in order; what is too large for any has one to itself. */
function pack<T>(items: readonly Sized<T>[], most: { tokens: number; items: number }): T[][] {
  const packed: T[][] = []
  let used = Infinity
  for (const { item, size } of items) {
    const last = packed.at(-1)
    if (last === undefined || used + size > most.tokens || last.length >= most.items) {
      packed.push([item])
      used = size
    } else {
      last.push(item)
      used += size
    }
  }
  return packed
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0)
}

function claimTooLong(index: number, size: number, { tokens }: Room): UsageError {
  return new UsageError(
    `Claim ${index + 1} counts as ${size} tokens, and a question has room for ${tokens}, half of it for contexts.\n` +
      '  do  raise maxInputTokens as far as the model allows, or give shorter claims',
  )
}
