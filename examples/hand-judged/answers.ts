/** The judgements written by hand into answers.json, in the form in which a model would answer. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Asked } from './read-prompt.ts'

type Status = 'supported' | 'partial' | 'contradicted' | 'missing'

interface HandJudgedClaim {
  text: string
  status: Status
  /** From the contexts; white space may differ. */
  quotes: string[]
  gap: string
}

/** What was written about one ground truth and the contexts retrieved for it. */
interface HandJudgement {
  groundTruth: string
  /** Digest of the contexts that were read: for others, the verdicts may not be true. */
  contexts: string
  claims: HandJudgedClaim[]
}

interface Verdict {
  claim: number
  evidence: { context: number; quote: string }[]
  status: Status
  gap: string
}

const file = new URL('answers.json', import.meta.url)
const judgements = JSON.parse(readFileSync(file, 'utf8')) as HandJudgement[]

/** Nobody has written an answer to what is asked; the message says what to add. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
}

/** The claims of a ground truth. */
export function answerClaims({ groundTruth }: Asked): { claims: string[] } {
  const judgement = judgements.find(candidate => candidate.groundTruth === groundTruth)
  if (judgement === undefined) {
    throw new NoAnswerError(`answers.json has no claims for the ground truth ${JSON.stringify(groundTruth)}.`)
  }
  return { claims: judgement.claims.map(claim => claim.text) }
}

/** The verdicts on the claims asked about, and on no others; they are found by their text. */
export function answerAttribution({ claims, contexts }: Asked): { verdicts: Verdict[] } {
  const candidates = judgements.filter(({ claims: known }) =>
    claims.every(text => known.some(claim => claim.text === text)),
  )
  const [first] = candidates
  if (first === undefined) {
    throw new NoAnswerError(`answers.json has no verdicts on the claims ${JSON.stringify(claims)}.`)
  }
  const digest = digestOf(contexts)
  const judgement = candidates.find(candidate => candidate.contexts === digest)
  if (judgement === undefined) {
    throw new NoAnswerError(
      `Other contexts were retrieved than the ones judged for ${JSON.stringify(first.groundTruth)}. ` +
        `Read them, correct the verdicts in answers.json, and set its "contexts" to "${digest}".`,
    )
  }
  const verdicts = claims.map((text, index) => {
    const claim = judgement.claims.find(known => known.text === text)
    if (claim === undefined)
      throw new NoAnswerError(`answers.json has no verdict on ${JSON.stringify(text)}.`)
    return {
      claim: index + 1,
      evidence: claim.quotes.map(quote => findQuote(quote, contexts)),
      status: claim.status,
      gap: claim.gap,
    }
  })
  return { verdicts }
}

function digestOf(contexts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(contexts.toSorted())).digest('hex').slice(0, 16)
}

/** The quote as it stands in the first context that has it, with the number of that context. */
function findQuote(quote: string, contexts: readonly string[]): { context: number; quote: string } {
  const words = quote.split(/\s+/).map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(words.join('\\s+'))
  for (const [index, context] of contexts.entries()) {
    const found = pattern.exec(context)
    if (found !== null) return { context: index + 1, quote: found[0] }
  }
  throw new NoAnswerError(
    `answers.json quotes what stands in none of the contexts: ${JSON.stringify(quote)}.`,
  )
}
