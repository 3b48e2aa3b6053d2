/** Asks a judge live: the question, once more what fails its schema, and the one second question about what is in doubt. */
import { ContextRecallError, JudgeError } from '../errors.ts'
import { findAddedNumbers } from '../verdicts/claims.ts'
import { findLostSentences } from '../verdicts/lost-sentences.ts'
import { findDoubts, inRequestNumbering, isSoft, settleVerdicts } from '../verdicts/verdicts.ts'
import type {
  Answer,
  AttributionAnswer,
  AttributionRequest,
  ClaimsAnswer,
  ClaimsRequest,
  Doubt,
  JudgeSettings,
  RecallRequest,
  RequestKind,
  Usage,
} from '../protocol.ts'
import { plainError } from './failure.ts'
import type { Judge, JudgeRequest } from './judge.ts'
import type { Limiter } from './limiter.ts'
import type { Prompt } from './prompts/prompt.ts'
import { renderRequest, type SecondQuestion } from './prompts/render-request.ts'
import { createRedactor } from './redact.ts'

/** What came of asking: one answer, or two when a second question was needed. */
export interface Asked {
  /** All in the numbering of the request. */
  answers: Answer[]
  /** The exact model that gave the last answer, where known. */
  answeredBy?: string
  usage: Usage
  /** Live calls made, not counting a judge's own retries. */
  calls: number
}

/** Asks one request; see `createAsk`. */
export type Ask = (request: RecallRequest, signal?: AbortSignal) => Promise<Asked>

/** Whom to ask, and how. */
export interface AskOptions {
  /** Called for every request: resolve once and keep the promise. */
  judge: () => Promise<Judge>
  prompts: { readonly [K in RequestKind]: Prompt }
  settings: JudgeSettings
  limiter: Limiter
}

/**
 * Makes the function that asks. It rejects with a `JudgeError` whenever there is no answer to build on. Once the
 * signal is aborted no call starts; the one in flight is waited for, and its answer returned if it needs no other.
 */
export function createAsk(options: AskOptions): Ask {
  return async (request, signal) => {
    const judge = await options.judge()
    const asked: Asked = { answers: [], usage: { inputTokens: 0, outputTokens: 0 }, calls: 0 }
    const ask = (question: RecallRequest, second?: SecondQuestion): Promise<Answer> =>
      askUntilValid(judge, toJudgeRequest(question, options, signal, second), options.limiter, asked)
    const first = await ask(request)
    asked.answers.push(first)
    if (request.kind === 'claims') {
      const second = doubtsAboutClaims(first as ClaimsAnswer, request)
      if (second !== undefined && !isOver(signal)) asked.answers.push(await ask(request, second))
    } else {
      const doubts = findDoubts(first as AttributionAnswer, request.claims, request.contexts)
      if (doubts.length > 0 && !(isOver(signal) && doubts.every(isSoft))) {
        const again = await ask(requestInDoubt(request, doubts), { doubts: renumber(doubts) })
        asked.answers.push(inRequestNumbering(again as AttributionAnswer, doubts))
      }
      refuseUnanswered(asked.answers as AttributionAnswer[], request, judge.id)
    }
    return asked
  }
}

/** Numbers that the claims add and sentences that they leave out, if any. An empty list is an answer of its own. */
function doubtsAboutClaims({ claims }: ClaimsAnswer, request: ClaimsRequest): SecondQuestion | undefined {
  const addedNumbers = findAddedNumbers(claims, request)
  const lostSentences = findLostSentences(claims, request.groundTruth)
  if (addedNumbers.length + lostSentences.length === 0 || claims.length === 0) return undefined
  return {
    ...(addedNumbers.length > 0 && { addedNumbers }),
    ...(lostSentences.length > 0 && { lostSentences }),
  }
}

/** Whether the test is over: what can do without another answer then does. */
function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true
}

function requestInDoubt(
  { claims, contexts }: AttributionRequest,
  doubts: readonly Doubt[],
): AttributionRequest {
  const ids = new Set(doubts.map(doubt => doubt.claim))
  return { kind: 'attribution', claims: claims.filter((_, index) => ids.has(index + 1)), contexts }
}

function renumber(doubts: readonly Doubt[]): Doubt[] {
  return doubts.map((doubt, index) => ({ ...doubt, claim: index + 1 }))
}

function toJudgeRequest(
  request: RecallRequest,
  { prompts, settings }: AskOptions,
  signal: AbortSignal | undefined,
  second: SecondQuestion | undefined,
): JudgeRequest {
  const { instructions, schema } = prompts[request.kind]
  return {
    ...request,
    instructions,
    prompt: renderRequest(request, second),
    schema,
    settings,
    ...second,
    ...(signal !== undefined && { signal }),
  }
}

/** An answer that fails its schema is asked for once more; tokens and calls are counted in `asked`. */
async function askUntilValid(
  judge: Judge,
  request: JudgeRequest,
  limiter: Limiter,
  asked: Asked,
): Promise<Answer> {
  const first = await askOnce(judge, request, limiter, asked)
  if ('answer' in first) return first.answer
  const second = await askOnce(judge, request, limiter, asked)
  if ('answer' in second) return second.answer
  const { problem, body } = second
  throw new JudgeError(
    `The judge ${judge.id} was asked twice for ${request.kind} and gave no valid answer: ${problem}.\n` +
      (body === '' ? '' : `  it said  ${body}\n`) +
      '  do       Use a model that supports structured output; a judge of your own has to keep to request.schema.',
    { model: judge.id, kind: 'invalid-answer', body },
  )
}

type Attempt = { answer: Answer } | { problem: string; body: string }

async function askOnce(
  judge: Judge,
  request: JudgeRequest,
  limiter: Limiter,
  asked: Asked,
): Promise<Attempt> {
  let returned: unknown
  try {
    const caller = { model: judge.id, signal: request.signal }
    returned = await limiter.run(() => {
      asked.calls++
      return judge.judge(request)
    }, caller)
  } catch (error) {
    if (JudgeError.isInstance(error) && error.kind === 'invalid-answer')
      return { problem: 'it is no JSON object', body: error.body ?? '' }
    throw ContextRecallError.isInstance(error) ? error : failedError(error, judge.id)
  }
  const { checkAnswer } = await import('./answer.ts')
  const checked = checkAnswer(request.kind, returned)
  asked.usage.inputTokens += checked.usage?.inputTokens ?? 0
  asked.usage.outputTokens += checked.usage?.outputTokens ?? 0
  if (!checked.ok) return { problem: checked.problem, body: redact(whatWasSaid(returned)) }
  if (checked.answeredBy !== undefined) asked.answeredBy = checked.answeredBy
  return { answer: checked.answer }
}

const redact = createRedactor([])

/** The answer alone: usage and the like were put beside it by us. */
function whatWasSaid(returned: unknown): string {
  if (typeof returned !== 'object' || returned === null || Array.isArray(returned))
    return typeof returned === 'string' ? returned : (JSON.stringify(returned) ?? '')
  const { usage: _usage, answeredBy: _answeredBy, ...answer } = returned as Record<string, unknown>
  return JSON.stringify(answer)
}

function failedError(error: unknown, model: string): JudgeError {
  const cause = plainError(error, redact)
  return new JudgeError(
    `The judge ${model} failed.\n  it said  ${cause.message}\n  do       See the cause of this error.`,
    {
      model,
      kind: 'failed',
      cause,
    },
  )
}

function refuseUnanswered(
  answers: readonly AttributionAnswer[],
  { claims, contexts }: AttributionRequest,
  model: string,
): void {
  const open = settleVerdicts(answers, claims, contexts).flatMap((verdict, index) =>
    verdict.answered ? [] : [`  claim ${index + 1}  ${redact(verdict.text)}`],
  )
  if (open.length === 0) return
  throw new JudgeError(
    [
      `The judge ${model} was asked twice and gave no single answer to ${open.length} of ${claims.length} claims.`,
      ...open,
      '  do       Use a stronger model, or fewer claims in one assertion.',
    ].join('\n'),
    { model, kind: 'unanswered' },
  )
}
