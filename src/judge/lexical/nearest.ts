/** For messages about claims without evidence: the passage that shares the most words with one. Nothing is judged. */
import type { Evidence } from '../../recall/verdicts.ts'
import { matchClaim, readClaim } from './match.ts'
import { readSentences, type Sentence } from './passage.ts'

/**
 * Finds a claim's nearest passage in the contexts: of those with as many shared words the one whose words the others
 * have not, then the first. None when no word is shared.
 */
export function nearestIn(contexts: readonly string[]): (claim: string) => Evidence | undefined {
  let read: Sentence[][] | undefined
  return text => {
    read ??= contexts.map(readSentences)
    const claim = readClaim(text)
    const { found } = matchClaim(claim, read, 'polarity')
    const holders = claim.words.map((_, word) => found.filter(({ words }) => words.includes(word)).length)
    const weights = found.map(({ words }) =>
      words.reduce((sum, word) => sum + 1 + 1e-6 / (holders[word] ?? 1), 0),
    )
    const best = found[weights.indexOf(Math.max(...weights))]
    if (best === undefined) return undefined
    const { context, sentence } = best
    // from the first shared word to the last: of a sentence as long as a page the rest need not be shown
    const shared = sentence.words.filter(
      ({ key, start }) => claim.positions.has(key) && start >= sentence.start,
    )
    const start = Math.min(...shared.map(word => word.start))
    const end = Math.max(...shared.map(word => word.end))
    return { context, quote: (contexts[context] ?? '').slice(start, end), start, end }
  }
}
