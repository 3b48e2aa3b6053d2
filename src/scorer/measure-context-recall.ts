/** Measures context recall: claims of the ground truth, their attribution to the contexts, one result. */
import type { RunnerContext } from '../config.ts'
import { UsageError } from '../errors.ts'
import { countedClaims, uniqueClaims } from '../recall/claims.ts'
import { arrangeContexts, type ArrangedContexts } from '../recall/contexts.ts'
import { composeResult, type ContextRecallResult, type JudgeReport } from '../recall/result.ts'
import {
  changedVerdicts,
  settleVerdicts,
  type SettledVerdict,
  type VerdictChange,
} from '../recall/verdicts.ts'
import type { RecordedAnswers } from '../recordings/recorded-judge.ts'
import { isBlank, normaliseLineEnds } from '../text.ts'
import type { AttributionAnswer, ClaimsAnswer } from '../wire.ts'
import { checkOptions } from './check-options.ts'
import { compose, type Composed } from './compose.ts'
import { contextsFrom, describe, type FoundContexts } from './contexts-from.ts'
import type { CallOptions, RunOptions } from './options.ts'

export interface MeasureInput {
  groundTruth: unknown
  found: FoundContexts
  options: CallOptions & RunOptions
  scale?: number
  runner: RunnerContext
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
  /** The contexts in which evidence is given: as found, redacted. */
  texts: string[]
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
  const claims = await claimsOf(asking, options.question)
  const arranged = arrangeContexts(texts)
  const verdicts = claims.length === 0 ? [] : await attribute(asking, claims, arranged)
  const judge = report(asking)
  const result =
    claims.length === 0 ? emptyResult(judge) : composeResult(verdicts, texts, arranged, scale, judge)
  const { answers, changes } = asking
  return { result, how: describeHow(answers), answers, changes, found, texts }
}

/** The claims of a ground truth, once counted, and what it took to know them. */
export async function measureClaims(
  groundTruth: unknown,
  options: CallOptions & RunOptions,
  runner: RunnerContext,
): Promise<{ claims: string[]; judge: JudgeReport }> {
  const asking = startAsking(groundTruth, options, runner)
  return { claims: await claimsOf(asking, options.question), judge: report(asking) }
}

function startAsking(groundTruth: unknown, options: CallOptions & RunOptions, runner: RunnerContext): Asking {
  const given = readGroundTruth(groundTruth)
  const composed = compose(options, runner)
  const prepare = (text: string): string => normaliseLineEnds(redactText(composed, text))
  const prepared = typeof given === 'string' ? prepare(given) : given.map(prepare)
  return {
    composed,
    groundTruth: prepared,
    answers: [],
    changes: [],
    context: {
      rerun: composed.rerun,
      groundTruth: typeof prepared === 'string' ? prepared : prepared.join(' '),
      ...(runner.signal !== undefined && { signal: runner.signal }),
    },
  }
}

/** What is gathered while asking for one measurement. */
interface Asking {
  composed: Composed
  /** Redacted, line ends normalised. */
  groundTruth: string | readonly string[]
  answers: RecordedAnswers[]
  changes: VerdictChange[]
  context: { signal?: AbortSignal; rerun: string; groundTruth: string }
}

async function claimsOf(
  { composed, groundTruth, answers, context }: Asking,
  question: string | undefined,
): Promise<string[]> {
  if (typeof groundTruth !== 'string') return uniqueClaims(groundTruth)
  const answer = await composed.judge.ask(
    {
      kind: 'claims',
      groundTruth,
      ...(question !== undefined && { question: normaliseLineEnds(redactText(composed, question)) }),
    },
    context,
  )
  answers.push(answer)
  return countedClaims(answer.answers as ClaimsAnswer[])
}

async function attribute(
  { composed, answers, changes, context }: Asking,
  claims: readonly string[],
  { sent, positions }: ArrangedContexts,
): Promise<SettledVerdict[]> {
  if (sent.length === 0) return claims.map(missingWithoutContexts)
  const answer = await composed.judge.ask(
    { kind: 'attribution', claims, contexts: sent },
    { ...context, positions },
  )
  answers.push(answer)
  const verdicts = settleVerdicts(answer.answers as AttributionAnswer[], claims, sent)
  if (answer.replaced !== undefined)
    changes.push(
      ...changedVerdicts(settleVerdicts(answer.replaced as AttributionAnswer[], claims, sent), verdicts),
    )
  return verdicts
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

function missingWithoutContexts(text: string): SettledVerdict {
  return {
    text,
    attributed: false,
    status: 'missing',
    evidence: [],
    rejected: [],
    gap: 'there are no contexts',
    answered: true,
  }
}

function emptyResult(judge: JudgeReport): ContextRecallResult {
  const reason = 'The ground truth makes no claim that could be checked.'
  return { score: 0, reason, recall: 0, attributed: 0, total: 0, claims: [], judge }
}

function report({ composed, answers }: Asking): JudgeReport {
  return {
    model: composed.model,
    calls: answers.reduce((sum, answer) => sum + answer.calls, 0),
    replayed: answers.filter(answer => answer.how === 'replayed').length,
    usage: {
      inputTokens: answers.reduce((sum, answer) => sum + answer.usage.inputTokens, 0),
      outputTokens: answers.reduce((sum, answer) => sum + answer.usage.outputTokens, 0),
    },
    recordings: answers.flatMap(answer => (answer.file === undefined ? [] : [answer.file])),
  }
}

const told: Readonly<Record<RecordedAnswers['how'], string>> = {
  replayed: 'replayed',
  recorded: 'recorded',
  live: 'asked live, not recorded',
  'by-rule': 'a rough word-overlap judge, not recorded',
}

function describeHow(answers: readonly RecordedAnswers[]): string {
  const last = answers.at(-1)
  if (last === undefined) return 'not asked'
  const how = told[last.how]
  const notes = [last.edited && 'edited by hand', last.olderPrompt && "an earlier release's prompt"]
  const noted = notes.filter(note => note !== false)
  return noted.length === 0 ? how : `${how} (${noted.join(', ')})`
}
