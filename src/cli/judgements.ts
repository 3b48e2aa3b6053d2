/** The judgements of one state of the recordings, and what became of each in another. */
import type { Verdict } from '../recall/verdicts.ts'
import type { AttributionRecording, Recording } from '../recordings/recording.ts'
import { claimsIn, claimsKey, settle } from './entries.ts'

/** One attribution, with the ground truth it belongs to where that is on record. */
export interface Judgement {
  name: string
  recording: AttributionRecording
  groundTruth: string
}

/** The verdicts of a judgement; made only of what is shown, since most of thousands have not changed. */
export function verdictsOf({ recording }: Judgement): Verdict[] {
  return settle(recording).verdicts
}

export interface JudgementChange {
  before: Judgement | undefined
  after: Judgement | undefined
}

/** The ground truths on record, by the `claimsKey` of the claims they were split into. */
export function groundTruthsOf(recordings: Iterable<Recording>): ReadonlyMap<string, string> {
  const groundTruths = new Map<string, string>()
  for (const recording of recordings)
    if (recording.kind === 'claims')
      groundTruths.set(claimsKey(claimsIn(recording)), recording.request.groundTruth)
  return groundTruths
}

/** The attributions among recordings, by name. */
export function judgementsOf(recordings: ReadonlyMap<string, Recording>): Judgement[] {
  const groundTruths = groundTruthsOf(recordings.values())
  return [...recordings].flatMap(([name, recording]) => {
    if (recording.kind !== 'attribution') return []
    const { claims } = recording.request
    return [{ name, recording, groundTruth: groundTruths.get(claimsKey(claims)) ?? claims.join(' ') }]
  })
}

/**
 * Pairs judgements: those of one name; then, of the rest, those of the same claims; then those of the same ground
 * truth. Those of several contexts each are paired in the order of their names. What is equal on both sides is left out.
 */
export function changesBetween(before: readonly Judgement[], after: readonly Judgement[]): JudgementChange[] {
  const byName = pair(before, after, ({ name }) => name)
  const changed = byName.pairs.filter(
    ({ before: old, after: next }) => old?.recording.seal !== next?.recording.seal,
  )
  const byClaims = pair(byName.before, byName.after, ({ recording }) => claimsKey(recording.request.claims))
  const byText = pair(byClaims.before, byClaims.after, ({ groundTruth }) => groundTruth)
  return [
    ...changed,
    ...byClaims.pairs,
    ...byText.pairs,
    ...byText.after.map(judgement => ({ before: undefined, after: judgement })),
    ...byText.before.map(judgement => ({ before: judgement, after: undefined })),
  ]
}

interface Paired {
  pairs: JudgementChange[]
  /** Those that are left. */
  before: Judgement[]
  after: Judgement[]
}

function pair(
  before: readonly Judgement[],
  after: readonly Judgement[],
  identify: (judgement: Judgement) => string,
): Paired {
  const waiting = Map.groupBy(after, identify)
  const pairs: JudgementChange[] = []
  const left = before.filter(old => {
    const next = waiting.get(identify(old))?.shift()
    if (next !== undefined) pairs.push({ before: old, after: next })
    return next === undefined
  })
  const taken = new Set(pairs.map(({ after: next }) => next))
  return { pairs, before: left, after: after.filter(next => !taken.has(next)) }
}

/** Why a judgement is another now, in words. */
export function causesOf({ recording: a }: Judgement, { recording: b }: Judgement): string[] {
  const causes = [
    claimsKey(a.request.claims) !== claimsKey(b.request.claims) && 'claims changed',
    contextsOf(a) !== contextsOf(b) && 'contexts changed',
    a.model !== b.model && `model ${a.model} → ${b.model}`,
    a.prompt !== b.prompt && 'prompt changed',
    JSON.stringify(a.settings) !== JSON.stringify(b.settings) && 'settings changed',
    b.edited === true && a.edited !== true && 'edited by hand',
  ].filter(cause => cause !== false)
  return causes.length === 0 ? ['asked again'] : causes
}

function contextsOf({ request }: AttributionRecording): string {
  return JSON.stringify(request.contexts ?? request.contextDigests)
}
