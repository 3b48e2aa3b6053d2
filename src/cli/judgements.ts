/** The judgements of one state of the recordings, and what became of each in another. */
import { promptChange } from '../judge/prompts/prompt.ts'
import type { Verdict } from '../verdicts/verdicts.ts'
import { sha256 } from '../json.ts'
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
  /** `before` is on disk still: `unused` by any test, or `guessed` to be what `after` took the place of. */
  standing?: 'unused' | 'guessed'
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
 * Pairs judgements: those of one name; then a new one with one that is gone, of the same claims or else of the same
 * ground truth; then likewise with one that is still there, unchanged, and that the tests do not use (`isUsed` tells,
 * where it is known). Each is paired once, those of one model and the most common contexts first. What is equal on both
 * sides is left out. What is known of use is older than a new judgement whose use is not known, and then says nothing.
 */
export function changesBetween(
  before: readonly Judgement[],
  after: readonly Judgement[],
  isUsed: (judgement: Judgement) => boolean | undefined,
): JudgementChange[] {
  const present = new Map(after.map(judgement => [judgement.name, judgement]))
  const known = new Set(before.map(({ name }) => name))
  const old = Object.groupBy(before, ({ name, recording }) => {
    const next = present.get(name)
    return next === undefined ? 'gone' : next.recording.seal === recording.seal ? 'standing' : 'changed'
  })
  const changes: JudgementChange[] = (old.changed ?? []).map(judgement => ({
    before: judgement,
    after: present.get(judgement.name),
  }))
  let fresh = after.filter(({ name }) => !known.has(name))
  let gone = old.gone ?? []
  let standing = old.standing ?? []
  const ways = [({ recording }: Judgement) => claimsKey(recording.request.claims), groundTruthOf]
  for (const identify of ways) {
    const paired = pairUp(gone, fresh, identify)
    changes.push(...paired.pairs)
    ;[gone, fresh] = [paired.before, paired.after]
  }
  for (const identify of ways) {
    const paired = pairUp(standing, fresh, identify, (was, next) => !(isUsed(was) && isUsed(next)))
    for (const pair of paired.pairs)
      changes.push({
        ...pair,
        standing: isUsed(pair.after) && isUsed(pair.before) === false ? 'unused' : 'guessed',
      })
    ;[standing, fresh] = [paired.before, paired.after]
  }
  return [
    ...changes,
    ...fresh.map(judgement => ({ before: undefined, after: judgement })),
    ...gone.map(judgement => ({ before: judgement, after: undefined })),
  ]
}

function groundTruthOf({ groundTruth }: Judgement): string {
  return groundTruth
}

interface Paired {
  pairs: { before: Judgement; after: Judgement }[]
  /** Those that are left. */
  before: Judgement[]
  after: Judgement[]
}

function pairUp(
  before: readonly Judgement[],
  after: readonly Judgement[],
  identify: (judgement: Judgement) => string,
  mayBe: (before: Judgement, after: Judgement) => boolean | undefined = () => true,
): Paired {
  const candidates = Map.groupBy(before, identify)
  const possible = after
    .flatMap(next =>
      (candidates.get(identify(next)) ?? [])
        .filter(old => mayBe(old, next))
        .map(old => ({ before: old, after: next, nearness: nearness(old, next) })),
    )
    .sort((a, b) => b.nearness - a.nearness)
  const taken = new Set<Judgement>()
  const pairs = possible.filter(({ before: old, after: next }) => {
    const isFree = !taken.has(old) && !taken.has(next)
    if (isFree) taken.add(old).add(next)
    return isFree
  })
  const left = (judgement: Judgement): boolean => !taken.has(judgement)
  return { pairs, before: before.filter(left), after: after.filter(left) }
}

function nearness({ recording: a }: Judgement, { recording: b }: Judgement): number {
  const contexts = contextsOf(a)
  const common = contextsOf(b).filter(context => contexts.includes(context)).length
  return common + (a.model === b.model ? 1_000_000 : 0)
}

/** Why a judgement is another now, in words. */
export function causesOf({ recording: a }: Judgement, { recording: b }: Judgement): string[] {
  const causes = [
    claimsKey(a.request.claims) !== claimsKey(b.request.claims) && 'claims changed',
    String(contextsOf(a)) !== String(contextsOf(b)) && 'contexts changed',
    a.model !== b.model && `model ${a.model} → ${b.model}`,
    a.prompt !== b.prompt && `prompt changed: ${promptChange(a.kind, a.prompt, b.prompt)}`,
    JSON.stringify(a.settings) !== JSON.stringify(b.settings) && 'settings changed',
    b.edited === true && a.edited !== true && 'edited by hand',
  ].filter(cause => cause !== false)
  return causes.length === 0 ? ['asked again'] : causes
}

const digested = new WeakMap<AttributionRecording, readonly string[]>()

/** As digests: also those that are stored as nothing else. */
function contextsOf(recording: AttributionRecording): readonly string[] {
  const { contextDigests, contexts = [] } = recording.request
  const digests = contextDigests ?? digested.get(recording) ?? contexts.map(sha256)
  digested.set(recording, digests)
  return digests
}
