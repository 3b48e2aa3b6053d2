/** Which claims count: those of the last answer that say something, equal ones once. */
import { composed } from '../text.ts'
import type { AddedNumbers, ClaimsAnswer, ClaimsRequest } from '../protocol.ts'
import { saysSomething } from '../evidence/characters.ts'
import { findLostSentences } from './lost-sentences.ts'
import { StatedNumbers } from '../evidence/numbers.ts'

const finalPunctuation = '.!?;:,…。！？；：，、｡'

/** White space that is more than single spaces. */
const unevenSpace = /[^\S ]| {2}/

// A dash before a number may be its minus
const bullet = /^(?:[•‣▪◦●○■□]\s*|[–—*+-]\s+(?=\D|\d{1,3}[.)]\s))?(?:\(?(?:\d{1,3}|[a-z])\)\s*|\d{1,3}、)?/
// A number with a dot may be an ordinal: 1. Januar
const listNumber = /^\d{1,3}(?:\.\s+|[.．](?=[\u2e80-\ud7ff]))/

/**
 * Claims without those that equal an earlier one but for case, white space, final punctuation and a list mark. What
 * differs in a number with a dot may be two ordinals, and equals only what has none.
 */
export function uniqueClaims(claims: readonly string[]): string[] {
  const seen = new Set<string>()
  const numbered = new Set<string>()
  return claims.flatMap(claim => {
    const trimmed = claim.trim()
    const folded = foldClaim(trimmed).replace(bullet, '')
    const bare = folded.replace(listNumber, '')
    const isKnown = seen.has(folded) || seen.has(bare) || numbered.has(folded)
    seen.add(folded)
    if (bare !== folded) numbered.add(bare)
    return isKnown ? [] : [trimmed]
  })
}

function foldClaim(claim: string): string {
  const lower = composed(claim).toLowerCase()
  const spaced = unevenSpace.test(lower) ? lower.trim().replace(/\s+/g, ' ') : lower
  let end = spaced.length
  while (end > 0 && (finalPunctuation.includes(spaced.charAt(end - 1)) || spaced.charAt(end - 1) === ' '))
    end--
  return spaced.slice(0, end)
}

/**
 * The claims that a recording's answers come to: those of the last one, since it was asked for because of what was
 * wrong with the first, unless it loses more sentences of the ground truth; and an empty list takes no claims away. A
 * claim without a letter or a number is none.
 */
export function countedClaims(answers: readonly ClaimsAnswer[], groundTruth: string): string[] {
  const lists = answers
    .map(({ claims }) => uniqueClaims(claims.filter(saysSomething)))
    .filter(claims => claims.length > 0)
  const [first, last = first] = lists
  if (first === undefined || last === undefined || first === last) return last ?? []
  const lost = (claims: string[]): number => findLostSentences(claims, groundTruth).length
  return lost(last) > lost(first) ? first : last
}

/** The extracted claims with numbers that stand neither in the ground truth nor in the question. */
export function findAddedNumbers(
  claims: readonly string[],
  { groundTruth, question = '' }: ClaimsRequest,
): AddedNumbers[] {
  const stated = new StatedNumbers([groundTruth, question])
  return claims.flatMap(claim => {
    const numbers = stated.notStated(claim)
    return numbers.length === 0 ? [] : [{ claim, numbers }]
  })
}
