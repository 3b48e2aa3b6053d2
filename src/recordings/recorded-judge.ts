/** The judge that answers from recordings, and asks the real one where mode and recordings say so. */
import { JudgeError } from '../errors.ts'
import type { EstimatedCall } from '../protocol.ts'
import type { Answer, JudgeSettings, RecallRequest, Usage } from '../protocol.ts'
import { hideInError } from './hide-in-error.ts'
import { areEqualAnswers, checkAnswers, keepAnswers } from './keep-answers.ts'
import { canonicalJson } from '../json.ts'
import { type KeyedRequest, keyRequest } from './key.ts'
import { type LookUp, lookUp, type PromptDigests } from './look-up.ts'
import { missingRecording } from './miss.ts'
import { decideAction, type Policy } from './mode.ts'
import { contextName, textsOf } from './question-texts.ts'
import type { Recording } from './recording.ts'
import { makeRecording } from './recording-making.ts'
import { type Environment, hideSecrets, refuseSecrets } from './secrets.ts'
import { type Flight, shareCall } from './share-call.ts'
import type { RecordingStore } from './store.ts'

/** What a live question came to: one answer, or two when the judge was asked once more. */
export interface LiveAnswers {
  answers: Answer[]
  /** The exact model that answered. */
  answeredBy?: string | undefined
  usage: Usage
  calls: number
}

/** Asks the real judge. No new call may start once `signal` is aborted; what is in flight may finish. */
export type Ask = (request: RecallRequest, signal?: AbortSignal) => Promise<LiveAnswers>

/** Answers, and how they came about. */
export interface RecordedAnswers {
  answers: Answer[]
  how: 'replayed' | 'recorded' | 'live' | 'by-rule'
  /** The recording's path, as messages show it. */
  file?: string
  answeredBy?: string
  /** Of calls made for this question; zero when another waiter's call was shared. */
  usage: Usage
  calls: number
  /** A person corrected the answers. */
  edited: boolean
  /** Made with an earlier release's default prompt. */
  olderPrompt: boolean
  /** Nobody was asked (mode `estimate`): what it would take. */
  estimated?: EstimatedCall
  /** The other answers that were recorded before. */
  replaced?: Answer[]
}

/** What a question comes with beside its keyed parts. */
export interface QuestionContext {
  signal?: AbortSignal | undefined
  /** The command that runs the test again and records it. */
  rerun?: string | undefined
  groundTruth: string
  /** The question beside claims that were given: with no claims recorded for it, the attribution has it for people to read. */
  question?: string | undefined
  /** For each sent context, where the caller had it; messages name the first. */
  positions?: readonly (readonly number[])[] | undefined
  /** What later questions of the assertion will send: secrets in it are refused before this one is paid for. */
  contexts?: readonly string[] | undefined
  /** Which of several questions of one assertion this is; for messages. */
  part?: string | undefined
}

/**
 * Answers requests from recordings. Throws `MissingRecordingError`, `DamagedRecordingError`, `StoreError`,
 * `SecretError`, and whatever the real judge throws.
 */
export interface RecordedJudge {
  ask(request: RecallRequest, context: QuestionContext): Promise<RecordedAnswers>
  /** What is recorded, or undefined where `ask` would ask the real judge. Throws what `ask` would before it asks. */
  replay(request: RecallRequest, context: QuestionContext): RecordedAnswers | undefined
}

/** A live call under way, shared by all of a process who wait for the same answer. */
export type AnswerFlight = Flight<RecordedAnswers>

export interface RecordedJudgeParts {
  /** The model id that is keyed. */
  model: string
  prompts: PromptDigests
  settings: JudgeSettings
  store: RecordingStore
  policy: Policy
  ask: Ask
  environment: Environment
  allowSecrets: readonly (string | RegExp)[]
  /** Shared by all recorded judges of a process. */
  inFlight: Map<string, AnswerFlight>
  /** Keys of this store that mode `record` has asked in this process: a retry or a second test gets that answer. */
  askedAnew: Set<string>
  /** `digest` records without the texts of contexts. */
  texts?: 'full' | 'digest' | undefined
  /** Called before a live call. */
  announce?: (() => void) | undefined
  /** Whether git ignores the recordings, for messages. */
  isIgnored?: (() => boolean) | undefined
}

/** Wraps a judge by recordings. Settings that JSON cannot hold are a `UsageError`. */
export function createRecordedJudge(parts: RecordedJudgeParts): RecordedJudge {
  canonicalJson({ settings: parts.settings })
  return {
    ask: (request, context) => answer(parts, request, context),
    replay: (request, context) => {
      const prepared = prepare(parts, request, context)
      return 'answers' in prepared ? prepared : undefined
    },
  }
}

const noUsage: Usage = { inputTokens: 0, outputTokens: 0 }

/** A question that has to be asked, and what there was for it. */
interface Pending {
  keyed: KeyedRequest
  found: LookUp
  action: 'record' | 'replace' | 'call'
}

function prepare(
  parts: RecordedJudgeParts,
  request: RecallRequest,
  context: QuestionContext,
): RecordedAnswers | Pending {
  const { model, settings, prompts } = parts
  const keyed = keyRequest(request, { model, settings, promptDigest: prompts[request.kind].digest })
  const found: LookUp =
    parts.policy.mode === 'live' ? { state: 'missing' } : lookUp(parts.store, keyed, parts)
  const recording = 'recording' in found ? found.recording : undefined
  const action = decideAction(parts.policy, found.state, request.kind, recording?.edited)
  const isFresh = found.state === 'found' && parts.askedAnew.has(keyed.key)
  if ((action === 'replay' || isFresh) && 'recording' in found) return replayed(found)
  if (action === 'error' || action === 'replay') {
    if ('error' in found) throw found.error
    throw missingRecording({ ...parts, hide: hidingOf(parts) }, keyed, context)
  }
  refuseSecrets(textsOf(request, context.positions, parts), secretsOf(parts))
  if (context.question !== undefined) refuseSecrets([['The question', context.question]], secretsOf(parts))
  refuseSecrets(
    (context.contexts ?? []).map((text, index) => [contextName(index, undefined), text]),
    secretsOf(parts),
  )
  return { keyed, found, action }
}

async function answer(
  parts: RecordedJudgeParts,
  request: RecallRequest,
  context: QuestionContext,
): Promise<RecordedAnswers> {
  const prepared = prepare(parts, request, context)
  if ('answers' in prepared) return prepared
  const { keyed, action } = prepared
  const shared = await shareCall(
    parts.inFlight,
    `${action === 'call' ? 'live' : 'kept'} ${parts.store.location} ${keyed.key}`,
    signal => askAndKeep(parts, prepared, context.question, signal),
    { signal: context.signal, left: () => givenUp(parts.model) },
  )
  if (shared.mine) return shared.value
  const { replaced: _, ...value } = shared.value
  return { ...value, usage: noUsage, calls: 0 }
}

function hidingOf(parts: RecordedJudgeParts): (text: string) => string {
  return text => hideSecrets(text, secretsOf(parts))
}

function secretsOf({ environment, allowSecrets }: RecordedJudgeParts) {
  return { environment, allow: allowSecrets }
}

function replayed(found: { state: string; recording: Recording; file: string }): RecordedAnswers {
  const { recording, file } = found
  return {
    ...fromRecording(recording),
    how: 'replayed',
    file,
    usage: noUsage,
    calls: 0,
    olderPrompt: found.state === 'older-prompt',
  }
}

function fromRecording({ answers, answeredBy, edited }: Recording) {
  return { answers, edited: edited === true, ...(answeredBy === undefined ? undefined : { answeredBy }) }
}

async function askHiding(
  parts: RecordedJudgeParts,
  request: RecallRequest,
  signal: AbortSignal,
): Promise<LiveAnswers> {
  try {
    return await parts.ask(request, signal)
  } catch (error) {
    hideInError(error, hidingOf(parts))
    throw error
  }
}

async function askAndKeep(
  parts: RecordedJudgeParts,
  { keyed, found, action }: Pending,
  question: string | undefined,
  signal: AbortSignal,
): Promise<RecordedAnswers> {
  parts.announce?.()
  const { answers, answeredBy, usage, calls } = await askHiding(parts, keyed.request, signal)
  const cost = { usage, calls, olderPrompt: false }
  if (action === 'call') {
    return {
      answers,
      how: 'live',
      edited: false,
      ...cost,
      ...(answeredBy === undefined ? undefined : { answeredBy }),
    }
  }
  checkAnswers({ model: parts.model, ...secretsOf(parts) }, keyed.request.kind, answers)
  const recording = makeRecording(keyed, { answers, answeredBy, texts: parts.texts, question })
  const standing = keepAnswers(parts.store, keyed, found, recording)
  if (parts.policy.mode === 'record') parts.askedAnew.add(keyed.key)
  const before = 'recording' in found ? found.recording.answers : undefined
  return {
    ...fromRecording(standing),
    how: 'recorded',
    file: `${parts.store.location}/${keyed.name}`,
    ...cost,
    ...(before === undefined || areEqualAnswers(before, standing.answers) ? undefined : { replaced: before }),
  }
}

function givenUp(model: string): JudgeError {
  const message =
    `Waiting for ${model} was given up, because the test was over or timed out.\n` +
    '  do  give the test more time (testTimeout); an answer that still comes is recorded for the next run'
  return new JudgeError(message, { model, kind: 'aborted' })
}
