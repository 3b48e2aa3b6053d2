/** For messages about claims without evidence: the passage that shares the most words with one. Nothing is judged. */
import type { Evidence } from '../../verdicts/verdicts.ts'
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
    const holders = new Uint32Array(claim.words.length)
    for (const { words } of found) for (const word of words) holders[word] = (holders[word] ?? 0) + 1
    const best = greatest(found, ({ words }) =>
      words.reduce((sum, word) => sum + 1 + 1e-6 / (holders[word] ?? 1), 0),
    )
    if (best === undefined) return undefined
    const { context, sentence } = best
    // from the first shared word to the last: of a sentence as long as a page the rest need not be shown
    const shared = sentence.words.filter(
      ({ key, start }) => claim.positions.has(key) && start >= sentence.start,
    )
    const start = greatest(shared, word => -word.start)?.start ?? sentence.start
    const end = greatest(shared, word => word.end)?.end ?? sentence.end
    return { context, quote: (contexts[context] ?? '').slice(start, end), start, end }
  }
}

/** The first of the greatest; not by `Math.max(…)`, as texts have more words than a call takes arguments. */
function greatest<T>(items: readonly T[], of: (item: T) => number): T | undefined {
  let most = Number.NEGATIVE_INFINITY
  let best: T | undefined
  for (const item of items) {
    const value = of(item)
    if (value > most) [most, best] = [value, item]
  }
  return best
}
