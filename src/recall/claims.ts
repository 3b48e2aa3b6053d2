/** Which claims count: equal ones once. */

const finalPunctuation = /[\s.!?;:,…。！？；：，、｡]+$/

/** Claims without those that equal an earlier one but for case, white space and final punctuation. */
export function uniqueClaims(claims: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const claim of claims) {
    const folded = claim
      .normalize('NFC')
      .toLowerCase()
      .trim()
      .replace(/\s+/g, ' ')
      .replace(finalPunctuation, '')
    if (!seen.has(folded)) seen.set(folded, claim.trim())
  }
  return [...seen.values()]
}
