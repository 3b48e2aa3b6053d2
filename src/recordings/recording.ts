/** A recording: one question, what was answered, and the seal that shows whether anyone changed either. */
import { UsageError } from '../errors.ts'
import type { AttributionAnswer, ClaimsAnswer, JudgeSettings, RecallRequest } from '../protocol.ts'
import { canonicalJson, sha256 } from '../json.ts'
import {
  digestRequest,
  type JudgeParts,
  type KeyedRequest,
  keyOf,
  type RequestDigests,
  recordingName,
} from './key.ts'
import { damagedRecording, textFaultOf } from './recording-fault.ts'
import { isMembers, parseText, shapeFaultOf } from './recording-shape.ts'

interface RecordingParts {
  format: 1
  /** SHA-256 over the canonical values of everything else, each text of the request by its digest. */
  seal: string
  key: string
  model: string
  /** Digest of the prompt of this kind. */
  prompt: string
  settings: JudgeSettings
  answeredBy?: string
  /** A person corrected the answers and resealed the file. */
  edited?: true
}

export interface ClaimsRecording extends RecordingParts {
  kind: 'claims'
  request: { groundTruth: string; question?: string }
  answers: ClaimsAnswer[]
}

export interface AttributionRecording extends RecordingParts {
  kind: 'attribution'
  /** Without the texts of the contexts when those are not to be stored; the key is the same. */
  request:
    | {
        claims: readonly string[]
        contexts: readonly string[]
        contextDigests?: never
        contextLengths?: never
      }
    | {
        claims: readonly string[]
        contexts?: never
        contextDigests: readonly string[]
        /** In UTF-16 units. */
        contextLengths: readonly number[]
      }
  answers: AttributionAnswer[]
  /** What the claims answer, where they were given and so have no recording that says it; nothing depends on it. */
  question?: string
}

/** One file of the recordings directory, format 1. No clock, usage or header is in it. */
export type Recording = ClaimsRecording | AttributionRecording

/** The seal of a recording, whatever seal it carries. Values count, not bytes: line ends and layout are free. */
export function sealOf(recording: Recording): string {
  return sealWith(recording, digestsIn(recording))
}

/** The same from digests of the request's texts that are already made. */
export function sealWith(recording: Recording, digests: RequestDigests): string {
  // Members that this version does not know are sealed as they are.
  const sealed = { ...recording, seal: undefined, request: { ...recording.request, ...digests } }
  return sha256(canonicalJson(sealed))
}

function digestsIn(recording: Recording): RequestDigests {
  if (recording.kind === 'claims') return digestRequest({ kind: 'claims', ...recording.request })
  const { claims, contexts, contextDigests } = recording.request
  const contextsDigested = contexts === undefined ? contextDigests : contexts.map(sha256)
  return { claims: claims.map(sha256), contexts: contextsDigested }
}

/** The text of a recording's file: JSON, two spaces, members in the documented order, a final line end. */
export function serialiseRecording(recording: Recording): string {
  const {
    format,
    seal,
    key,
    kind,
    model,
    prompt,
    settings,
    request,
    answers,
    answeredBy,
    edited,
    ...unknown
  } = recording
  const ordered = { format, seal, key, kind, model, prompt, settings, request, answers, answeredBy, edited }
  return `${JSON.stringify({ ...ordered, ...unknown }, null, 2)}\n`
}

/**
 * The recording in a file's text, its shape, seal, key and name checked. `file` is its path, as messages show it.
 * `asked` is the question it is read for: its digests are used again where the texts are equal.
 * Throws `DamagedRecordingError`.
 */
export function parseRecording(text: string, file: string, asked?: KeyedRequest): Recording {
  const value = parseJson(text, file)
  if (!isMembers(value) || typeof value.format !== 'number') throw damagedRecording('not-a-recording', file)
  if (Number.isInteger(value.format) && value.format > 1) {
    const detail = `Its format is ${value.format}; this release reads format 1.`
    throw damagedRecording('newer-format', file, { detail })
  }
  const shapeFault = value.format === 1 ? shapeFaultOf(value) : 'format'
  if (shapeFault !== undefined) {
    throw damagedRecording('not-a-recording', file, { detail: `Missing or wrong in it: ${shapeFault}.` })
  }
  const recording = value as unknown as Recording
  checkRecording(recording, file, asked)
  return recording
}

function parseJson(text: string, file: string): unknown {
  try {
    return parseText(text)
  } catch {
    throw damagedRecording(textFaultOf(text), file)
  }
}

function checkRecording(recording: Recording, file: string, asked: KeyedRequest | undefined): void {
  const isAsked = asked !== undefined && asksFor(recording, asked.request)
  const digests = isAsked ? asked.digests : digestsIn(recording)
  if (sealIn(recording, digests, file) !== recording.seal) throw damagedRecording('seal-broken', file)
  // the key of equal parts need not be made again
  const key = isAsked && isJudgedAs(recording, asked.judge) ? asked.key : keyIn(recording, digests)
  if (key !== recording.key) throw damagedRecording('key-broken', file)
  const name = asked?.key === key ? asked.name : recordingName(requestOf(recording), key)
  if (name !== file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)) {
    throw damagedRecording('wrong-name', file, { detail: `Its name would be ${name}.` })
  }
}

function isJudgedAs({ model, prompt, settings }: Recording, judge: JudgeParts): boolean {
  return (
    model === judge.model &&
    prompt === judge.promptDigest &&
    canonicalJson(settings) === canonicalJson(judge.settings)
  )
}

function keyIn({ kind, model, prompt, settings }: Recording, digests: RequestDigests): string {
  return keyOf(kind, { model, promptDigest: prompt, settings }, digests)
}

function sealIn(recording: Recording, digests: RequestDigests, file: string): string {
  try {
    return sealWith(recording, digests)
  } catch (error) {
    // JSON can say 1e999, which no recording of ours holds
    if (!UsageError.isInstance(error)) throw error
    throw damagedRecording('not-a-recording', file, { detail: error.message })
  }
}

function asksFor(recording: Recording, request: RecallRequest): boolean {
  if (recording.kind === 'claims') {
    if (request.kind !== 'claims') return false
    return (
      recording.request.groundTruth === request.groundTruth && recording.request.question === request.question
    )
  }
  const { claims, contexts } = recording.request
  return (
    request.kind === 'attribution' &&
    contexts !== undefined &&
    areEqual(claims, request.claims) &&
    areEqual(contexts, request.contexts)
  )
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index])
}

/** The question in a recording; without texts of contexts when they are not stored. */
export function requestOf(recording: Recording): RecallRequest {
  if (recording.kind === 'claims') return { kind: 'claims', ...recording.request }
  return { kind: 'attribution', claims: recording.request.claims, contexts: recording.request.contexts ?? [] }
}
