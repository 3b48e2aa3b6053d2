/** Which claims count: those of the last answer that say something, equal ones once. */
import type { AddedNumbers, ClaimsAnswer, ClaimsRequest } from '../wire.ts'
import { saysSomething } from './characters.ts'
import { StatedNumbers } from './numbers.ts'

const finalPunctuation = /(?<![\s.!?;:,…。！？；：，、｡])[\s.!?;:,…。！？；：，、｡]+$/

/** White space that is more than single spaces. */
const unevenSpace = /[^\S ]| {2}/

/** Claims without those that equal an earlier one but for case, white space and final punctuation. */
export function uniqueClaims(claims: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const claim of claims) {
    const trimmed = claim.trim()
    const lower = trimmed.normalize('NFC').toLowerCase()
    const spaced = unevenSpace.test(lower) ? lower.trim().replace(/\s+/g, ' ') : lower
    const folded = spaced.replace(finalPunctuation, '')
    if (!seen.has(folded)) seen.set(folded, trimmed)
  }
  return [...seen.values()]
}

/**
 * The claims that a recording's answers come to: those of the last one, since it was asked for because of what was
 * wrong with the first; but an empty list takes no claims away. A claim without a letter or a number is none.
 */
export function countedClaims(answers: readonly ClaimsAnswer[]): string[] {
  const lists = answers.map(({ claims }) => claims.filter(saysSomething))
  return uniqueClaims(lists.findLast(claims => claims.length > 0) ?? [])
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
