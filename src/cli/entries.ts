/** Every recording of a directory as a command sees it: read, or with what is wrong with it. */
import { DamagedRecordingError, StoreError } from '../errors.ts'
import { countedClaims } from '../verdicts/claims.ts'
import { recallOf } from '../verdicts/score.ts'
import { settleVerdicts, type SettledVerdict } from '../verdicts/verdicts.ts'
import {
  type AttributionRecording,
  type ClaimsRecording,
  parseRecording,
  type Recording,
} from '../recordings/recording.ts'
import { parseUnchecked } from '../recordings/recording-unchecked.ts'
import type { RecordingStore } from '../recordings/store.ts'

export interface Entry {
  name: string
  /** The path, as messages show it. */
  file: string
  text: string
  recording: Recording | undefined
  error: DamagedRecordingError | StoreError | undefined
}

/** Reads one; what is wrong with it is part of the result. `parse` may look less closely, and then give undefined. */
export function readEntry(
  store: RecordingStore,
  name: string,
  parse: (text: string, file: string) => Recording | undefined = parseRecording,
): Entry {
  const file = `${store.location}/${name}`
  let text = ''
  try {
    text = store.read(name) ?? ''
    return { name, file, text, recording: parse(text, file) ?? parseRecording(text, file), error: undefined }
  } catch (error) {
    if (DamagedRecordingError.isInstance(error) || StoreError.isInstance(error))
      return { name, file, text, recording: undefined, error }
    throw error
  }
}

export function readEntries(store: RecordingStore): Entry[] {
  return store.list().map(name => readEntry(store, name))
}

/** The same without a look at seals and keys, which are `audit`'s business, so that thousands are read at once. */
export function readQuickly(store: RecordingStore): Entry[] {
  return store.list().map(name => readEntry(store, name, parseUnchecked))
}

/** The claims a claims recording stands for, once counted. */
export function claimsIn({ answers, request }: ClaimsRecording): string[] {
  return countedClaims(answers, request.groundTruth)
}

export interface SettledRecording {
  verdicts: SettledVerdict[]
  /** The contexts are not there to look for the evidence in: more may be attributed here than in the test. */
  isUnverified: boolean
}

/** The verdicts an attribution recording stands for. */
export function settle({ answers, request }: AttributionRecording): SettledRecording {
  const { claims, contexts } = request
  if (contexts !== undefined)
    return { verdicts: settleVerdicts(answers, claims, contexts), isUnverified: false }
  // each quote stands for the context that it was found in when it was recorded
  const quotes = [...new Set(answers.flatMap(({ verdicts }) => verdicts.flatMap(quotesOf)))]
  return { verdicts: settleVerdicts(answers, claims, quotes), isUnverified: true }
}

function quotesOf({ evidence }: AttributionRecording['answers'][number]['verdicts'][number]): string[] {
  return evidence.map(({ quote }) => quote)
}

/** Undefined where nothing was judged. */
export function recallIn(verdicts: readonly { attributed: boolean }[]): number | undefined {
  const attributed = verdicts.filter(verdict => verdict.attributed).length
  return verdicts.length === 0 ? undefined : recallOf(attributed, verdicts.length)
}

/** What tells judgements of one ground truth from others. */
export function claimsKey(claims: readonly string[]): string {
  return JSON.stringify(claims)
}
