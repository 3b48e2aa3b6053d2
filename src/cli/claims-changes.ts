/** Ground truths whose claims are others now, where no attribution shows it. */
import type { ClaimsRecording, Recording } from '../recordings/recording.ts'
import { claimsIn, claimsKey } from './entries.ts'

export interface ClaimsChange {
  groundTruth: string
  /** Names of the recordings; null where there is none. */
  before: string | null
  after: string | null
  added: string[]
  removed: string[]
  /** Corrected by hand since. */
  edited?: true
}

type Extracted = readonly [name: string, recording: ClaimsRecording]

/** The changes between two states of the recordings, but for ground truths in `shown`. */
export function claimsChangesBetween(
  before: ReadonlyMap<string, Recording>,
  after: ReadonlyMap<string, Recording>,
  shown: ReadonlySet<string>,
): ClaimsChange[] {
  const old = extractedIn(before)
  const present = extractedIn(after)
  return [...new Set([...old.keys(), ...present.keys()])].flatMap(identity => {
    const change = changeOf(old.get(identity), present.get(identity))
    return change === undefined || shown.has(change.groundTruth) ? [] : [change]
  })
}

function extractedIn(recordings: ReadonlyMap<string, Recording>): Map<string, Extracted> {
  const found = new Map<string, Extracted>()
  for (const [name, recording] of recordings)
    if (recording.kind === 'claims') found.set(JSON.stringify(recording.request), [name, recording])
  return found
}

function changeOf(before: Extracted | undefined, after: Extracted | undefined): ClaimsChange | undefined {
  if (before?.[1] === after?.[1]) return undefined
  const [old, now] = [before, after].map(each => (each === undefined ? [] : claimsIn(each[1])))
  if (before !== undefined && after !== undefined && claimsKey(old ?? []) === claimsKey(now ?? []))
    return undefined
  return {
    groundTruth: (after ?? before)?.[1].request.groundTruth ?? '',
    before: before?.[0] ?? null,
    after: after?.[0] ?? null,
    added: (now ?? []).filter(claim => !old?.includes(claim)),
    removed: (old ?? []).filter(claim => !now?.includes(claim)),
    ...(after?.[1].edited === true && { edited: true }),
  }
}
