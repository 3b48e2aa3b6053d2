/** Measures context recall: claims of the ground truth, their attribution to the contexts, one result. */
import type { RunnerContext } from '../options/config.ts'
import { UsageError } from '../errors.ts'
import { countedClaims, uniqueClaims } from '../verdicts/claims.ts'
import { arrangeContexts } from '../contexts/arrange-contexts.ts'
import { findLostSentences } from '../verdicts/lost-sentences.ts'
import { composeResult, type ContextRecallResult, type JudgeReport } from '../verdicts/result.ts'
import { tokensIn } from './tokens.ts'
import type { VerdictChange } from '../verdicts/verdicts.ts'
import type { RecordedAnswers } from '../recordings/recorded-judge.ts'
import type { EstimatedCall } from '../protocol.ts'
import { isBlank, normaliseLineEnds } from '../text.ts'
import type { ClaimsAnswer, ClaimsRequest } from '../protocol.ts'
import type { Asking } from './measurement.ts'
import { attribute } from './attribute.ts'
import { checkOptions } from '../options/check-options.ts'
import { compose, type Composed } from './compose.ts'
import { contextsFrom, describe, type FoundContexts } from '../contexts/read-contexts.ts'
import { describeHow, judgeReport } from './judge-report.ts'
import type { CallOptions, RunOptions } from '../options/options.ts'

export interface MeasureInput {
  groundTruth: unknown
  found: FoundContexts
  options: CallOptions & RunOptions
  scale?: number
  /** Of the text that the claims, given as an array, were taken from. */
  uncovered?: string[]
  runner: RunnerContext
  /** Whether the caller looks at `estimate`; a result that nobody measured goes to no other. */
  takesEstimate?: boolean
}

/** A result, and how its answers came about. */
export interface Measurement {
  /** `total` is 0 when the ground truth makes no checkable claim. */
  result: ContextRecallResult
  /** For messages: `replayed`, `recorded`, `asked live`, with notes. */
  how: string
  answers: RecordedAnswers[]
  /** Verdicts that differ from those of a recording this measurement replaced. */
  changes: VerdictChange[]
  found: FoundContexts
  /** In mode `estimate` what would have to be asked: the result then means nothing. */
  estimate?: EstimatedCall[]
  /** The contexts in which evidence is given: as found, redacted. */
  texts: string[]
  /** The question that the ground truth answers, redacted. */
  question?: string | undefined
}

/**
 * Measures one set of contexts against a ground truth, without a runner: the same judge, recordings and modes.
 * Throws `UsageError`, `JudgeError`, `MissingRecordingError`, `DamagedRecordingError`, `StoreError` or `SecretError`.
 */
export async function measureContextRecall(
  input: {
    /** A text whose claims are extracted, or the claims. */
    groundTruth: string | readonly string[]
    /** Texts, or documents, nodes, rows or hits of the common libraries. */
    contexts: unknown
  } & CallOptions,
): Promise<ContextRecallResult> {
  if (typeof input !== 'object' || input === null)
    throw new UsageError(`measureContextRecall takes { groundTruth, contexts, … }, not ${describe(input)}.`)
  const { groundTruth, contexts, ...options } = input
  checkOptions(options, 'measurement')
  const found = await contextsFrom(contexts)
  const { result } = await measure({ groundTruth, found, options, runner: {} })
  if (result.total === 0) throw new UsageError(`${result.reason} Nothing can be measured.`)
  return result
}

/** The measurement every door uses. Options are taken as checked. */
export async function measure(input: MeasureInput): Promise<Measurement> {
  const { found, options, scale = 1, runner } = input
  const asking = startAsking(input.groundTruth, options, runner)
  const texts = found.contexts.map(({ text }) => redactText(asking.composed, text))
  const { claims, uncovered } = await claimsOf(asking, options.question, texts)
  const arranged = arrangeContexts(texts)
  const verdicts = claims.length === 0 ? [] : await attribute(asking, claims, arranged)
  const judge = judgeReport(asking)
  const result =
    claims.length === 0
      ? emptyResult(judge)
      : composeResult({ verdicts, uncovered: input.uncovered ?? uncovered }, texts, arranged, scale, judge)
  const { answers, changes, composed } = asking
  const question = options.question && redactText(composed, options.question)
  const measurement = { result, how: describeHow(asking), answers, changes, found, texts, question }
  if (composed.policy.mode !== 'estimate') return measurement
  const estimate = answers.flatMap(({ estimated }) => estimated ?? [])
  if (input.takesEstimate === true) return { ...measurement, estimate }
  throw new UsageError(
    `Mode estimate measures nothing, so there is no score. This would take about ${judge.calls} calls, ${judge.usage.inputTokens} input and ${judge.usage.outputTokens} output tokens.\n` +
      '  do  run it without CONTEXT_RECALL_MODE=estimate, which is for suites that assert with toHaveContextRecall',
  )
}

/** The claims of a ground truth, what they leave out of it, and what it took to know them. */
export async function measureClaims(
  groundTruth: unknown,
  options: CallOptions & RunOptions,
  runner: RunnerContext,
): Promise<Claims & { judge: JudgeReport }> {
  const asking = startAsking(groundTruth, options, runner)
  return { ...(await claimsOf(asking, options.question)), judge: judgeReport(asking) }
}

function startAsking(groundTruth: unknown, options: CallOptions & RunOptions, runner: RunnerContext): Asking {
  const given = readGroundTruth(groundTruth)
  const composed = compose(options, runner)
  const prepare = (text: string): string => normaliseLineEnds(redactText(composed, text))
  const prepared = typeof given === 'string' ? prepare(given) : given.map(prepare)
  const { question } = options
  return {
    composed,
    groundTruth: prepared,
    answers: [],
    changes: [],
    context: {
      rerun: composed.rerun,
      groundTruth: typeof prepared === 'string' ? prepared : prepared.join(' '),
      ...(question !== undefined && typeof prepared !== 'string' && { question: prepare(question) }),
      ...(runner.signal !== undefined && { signal: runner.signal }),
    },
  }
}

interface Claims {
  claims: string[]
  uncovered: string[]
}

async function claimsOf(
  { composed, groundTruth, answers, context }: Asking,
  question: string | undefined,
  contexts?: readonly string[],
): Promise<Claims> {
  if (typeof groundTruth !== 'string') return { claims: uniqueClaims(groundTruth), uncovered: [] }
  const request: ClaimsRequest = {
    kind: 'claims',
    groundTruth,
    ...(question !== undefined && { question: normaliseLineEnds(redactText(composed, question)) }),
  }
  refuseTooLong(request, composed.claimsRoom)
  const answer = await composed.judge.ask(request, { ...context, contexts })
  answers.push(answer)
  const claims = countedClaims(answer.answers as ClaimsAnswer[], groundTruth)
  return { claims, uncovered: findLostSentences(claims, groundTruth) }
}

/** It is not split: whom a pronoun means may stand in another part, and then no claim could be read alone. */
function refuseTooLong({ groundTruth, question = '' }: ClaimsRequest, room: number): void {
  const tokens = tokensIn(groundTruth) + tokensIn(question)
  if (tokens <= room) return
  throw new UsageError(
    `The ground truth counts as ${tokens} tokens, more than the ${room} that one question has room for, and claims are taken from a whole text only.\n` +
      '  do  raise maxInputTokens as far as the model allows, give the claims as an array, or assert its parts one by one',
  )
}

function readGroundTruth(groundTruth: unknown): string | readonly string[] {
  if (typeof groundTruth === 'string') {
    if (!isBlank(groundTruth)) return groundTruth
    throw new UsageError(
      'The ground truth is empty. Give the right answer as a text, or its claims as an array.',
    )
  }
  if (!Array.isArray(groundTruth))
    throw new UsageError(
      `The ground truth must be a text or an array of claims, not ${describe(groundTruth)}.`,
    )
  if (groundTruth.length === 0)
    throw new UsageError('The ground truth is an empty array. Give at least one claim.')
  return groundTruth.map((claim: unknown, index) => {
    if (typeof claim === 'string' && !isBlank(claim)) return claim
    throw new UsageError(
      `Claim ${index} of the ground truth must be a text that is not empty, not ${typeof claim === 'string' ? 'blank' : describe(claim)}.`,
    )
  })
}

function redactText({ redact }: Composed, text: string): string {
  if (redact === undefined) return text
  const once = redact(text)
  if (typeof once !== 'string')
    throw new UsageError(`The function given as redact must return a text, not ${describe(once)}.`)
  if (redact(once) !== once)
    throw new UsageError(
      'The function given as redact changes its own result when applied again, so keys would not be stable.\n' +
        '  do  replace what it finds by something it does not find',
    )
  return once
}

function emptyResult(judge: JudgeReport): ContextRecallResult {
  const reason = 'The ground truth makes no claim that could be checked.'
  return { score: 0, reason, recall: 0, attributed: 0, total: 0, claims: [], uncovered: [], judge }
}
