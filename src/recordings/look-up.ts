/** Looks a question up in a store, under its present prompt and under those of earlier releases. */
import { DamagedRecordingError } from '../errors.ts'
import type { JudgeSettings, RequestKind } from '../protocol.ts'
import { type KeyedRequest, keyRequest } from './key.ts'
import { parseRecording, type Recording } from './recording.ts'
import type { RecordingStore } from './store.ts'

/** What a store has for a question. */
export type LookUp =
  | { state: 'found' | 'older-prompt'; recording: Recording; file: string }
  | { state: 'damaged' | 'newer-format'; error: DamagedRecordingError; name: string; text: string }
  | { state: 'missing' }

/** Per kind the digest of the prompt, and those of earlier default prompts, the newest first. */
export type PromptDigests = Readonly<Record<RequestKind, PromptDigest>>

interface PromptDigest {
  digest: string
  earlier: readonly string[]
  /** What is sent with every question, the user's own guidance included. */
  instructions?: string
}

/** Finds a question's recording; one that cannot be trusted is never taken for missing. */
export function lookUp(
  store: RecordingStore,
  keyed: KeyedRequest,
  { model, settings, prompts }: { model: string; settings: JudgeSettings; prompts: PromptDigests },
): LookUp {
  const current = readRecording(store, keyed)
  if (current.state !== 'missing') return current
  for (const promptDigest of prompts[keyed.request.kind].earlier) {
    const found = readRecording(
      store,
      keyRequest(keyed.request, { model, settings, promptDigest }, keyed.digests),
    )
    if (found.state === 'found') return { ...found, state: 'older-prompt' }
    if (found.state !== 'missing') return found
  }
  return current
}

function readRecording(store: RecordingStore, asked: KeyedRequest): LookUp {
  const { name } = asked
  const text = store.read(name)
  if (text === undefined) return { state: 'missing' }
  const file = `${store.location}/${name}`
  try {
    return { state: 'found', recording: parseRecording(text, file, asked), file }
  } catch (error) {
    if (!DamagedRecordingError.isInstance(error)) throw error
    return { state: error.fault === 'newer-format' ? 'newer-format' : 'damaged', error, name, text }
  }
}
