/** Mode `estimate`: in the place of answers that are not on record, what asking for them would come to. */
import { UsageError } from '../errors.ts'
import { rawSentences } from '../judge/lexical/raw-sentences.ts'
import { bytesPerToken, type Prompt, tokensAsked, tokensOf } from '../judge/prompts/prompt.ts'
import { type JudgeParts, recordingKey } from '../recordings/key.ts'
import type { RecordedAnswers } from '../recordings/recorded-judge.ts'
import { toOneLine } from '../text.ts'
import type { Answer, RecallRequest, Usage } from '../protocol.ts'
import type { Prices } from '../options/options.ts'

/** What people make of ordinary prose, English or Chinese, is 1.6 to 1.9; of dense biographies it is 4. */
const claimsPerSentence = 2
/** What a verdict with its quotes has in recordings, 150 on average. */
const bytesPerVerdict = 150

/** How it is estimated, for people. */
export const howEstimated: string = `Tokens are UTF-8 bytes / ${bytesPerToken} of what is sent and answered, without thinking, second questions and retries.`

/** What these tokens cost, in whatever the prices are in. */
export function moneyOf({ inputTokens, outputTokens }: Usage, { input, output }: Prices): number {
  return (inputTokens * input + outputTokens * output) / 1_000_000
}

/** Prices written as `in,out`. Anything else is a `UsageError` that names `where`. */
export function parsePrices(text: string, where: string): Prices {
  const [input = Number.NaN, output = Number.NaN, ...more] = text
    .split(',')
    .map(part => (part.trim() === '' ? Number.NaN : Number(part)))
  if (more.length === 0 && input >= 0 && output >= 0) return { input, output }
  throw new UsageError(
    `${where} is ${toOneLine(text)}. It must be two prices, of a million input and a million output tokens: 1.25,10.`,
  )
}

/** An answer of the right size that says nothing, and what the true one would take. */
export function estimateAnswer(
  request: RecallRequest,
  judge: JudgeParts,
  prompt: Prompt,
  prices: Prices | undefined,
): RecordedAnswers {
  const answer = emptyAnswer(request)
  const outputTokens =
    'claims' in answer
      ? tokensOf(JSON.stringify(answer))
      : Math.ceil((answer.verdicts.length * bytesPerVerdict) / bytesPerToken)
  const usage = { inputTokens: tokensAsked(request, prompt), outputTokens }
  const money = prices === undefined ? undefined : moneyOf(usage, prices)
  const key = recordingKey({ request, ...judge })
  return {
    answers: [answer],
    how: 'live',
    usage,
    calls: 1,
    edited: false,
    olderPrompt: false,
    estimated: { key, ...usage, ...(money !== undefined && { money }) },
  }
}

function emptyAnswer(request: RecallRequest): Answer {
  if (request.kind === 'attribution')
    return {
      verdicts: request.claims.map((_, index) => ({
        claim: index + 1,
        status: 'missing',
        evidence: [],
        gap: '',
      })),
    }
  const { groundTruth } = request
  const sentences = rawSentences(groundTruth).map(words =>
    groundTruth.slice(words.at(0)?.start, words.at(-1)?.end),
  )
  const known = sentences.length === 0 ? [groundTruth] : sentences
  // numbered, since equal claims count once
  return {
    claims: known.flatMap(sentence =>
      Array.from({ length: claimsPerSentence }, (_, index) => `${sentence} (${index + 1})`),
    ),
  }
}
