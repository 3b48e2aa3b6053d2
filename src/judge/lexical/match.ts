/** How far the contexts hold the words of a claim: which and in what sentences. */
import { readSentences, type Sentence } from './passage.ts'
import type { Word } from './words.ts'

/** A claim made ready to be looked for. */
export interface Claim {
  text: string
  /** Equal ones once, but for numbers, which may count different things. */
  words: Word[]
  /** How often a word must be met to be held: a number that is claimed twice, twice. */
  needed: number[]
  /** Positions in `words`. */
  positions: ReadonlyMap<string, readonly number[]>
}

/** A sentence, where it stands, and which words of the claim it holds, by their positions. */
export interface Found {
  context: number
  sentence: Sentence
  words: readonly number[]
}

export interface Match {
  found: Found[]
  /** By position in the claim: 1 where some sentence holds the word. */
  held: Uint8Array
  /** Whether what the claim negates is negated somewhere; true when it negates nothing. */
  isDenied: boolean
}

/** What is to be overlooked when a claim is looked for a second time, to learn why it was not found. */
export type Overlooked = 'nothing' | 'polarity'

const mostRepeated = 8

export function readClaim(text: string): Claim {
  const words: Word[] = []
  const needed: number[] = []
  const positions = new Map<string, number[]>()
  for (const word of readSentences(text).flatMap(sentence => sentence.words)) {
    const known = positions.get(word.key) ?? []
    const same = known.filter(position => isSame(words[position] as Word, word))
    if (same.length > 0 && (word.kind !== 'number' || same.length >= mostRepeated)) continue
    needed.push(same.length + 1)
    positions.set(word.key, [...known, words.length])
    words.push(word)
  }
  return { text, words, needed, positions }
}

function isSame(a: Word, b: Word): boolean {
  return a.isNegated === b.isNegated && a.unit === b.unit
}

/**
 * Looks for the words of a claim in all contexts. A further context can only add to what is held: nothing is
 * weighed by how often it occurs in them.
 */
export function matchClaim(
  claim: Claim,
  contexts: readonly (readonly Sentence[])[],
  overlooked: Overlooked = 'nothing',
): Match {
  const size = claim.words.length
  const isAffirmed = !claim.words.some(word => word.isNegated)
  const match: Match = {
    found: [],
    held: new Uint8Array(size),
    isDenied: isAffirmed || overlooked === 'polarity',
  }
  const met = new Uint32Array(size)
  for (const [context, sentences] of contexts.entries()) {
    for (const sentence of sentences) {
      const hits = hitsIn(claim, sentence, overlooked)
      if (hits.length === 0) continue
      match.isDenied ||= isDeniedIn(claim, sentence)
      for (const position of hits) {
        const times = ((met[position] as number) += 1)
        if (times >= (claim.needed[position] as number)) match.held[position] = 1
      }
      match.found.push({ context, sentence, words: [...new Set(hits)] })
    }
  }
  return match
}

/** The positions in the claim of what a sentence holds, as often as it does. */
function hitsIn(claim: Claim, { words }: Sentence, overlooked: Overlooked): number[] {
  const hits: number[] = []
  for (const word of words) {
    for (const position of claim.positions.get(word.key) ?? [])
      if (agree(claim.words[position] as Word, word, overlooked)) hits.push(position)
  }
  return hits
}

function isDeniedIn({ words: claimed, positions }: Claim, { words }: Sentence): boolean {
  return words.some(
    word => word.isNegated && (positions.get(word.key) ?? []).some(position => claimed[position]?.isNegated),
  )
}

function agree(claimed: Word, word: Word, overlooked: Overlooked): boolean {
  if (claimed.unit !== undefined && word.unit !== undefined && claimed.unit !== word.unit) return false
  if (overlooked === 'polarity' || claimed.isNegated === word.isNegated) return true
  // What is not so may be said of somebody who is named elsewhere
  return claimed.isNegated && claimed.kind !== 'plain'
}
