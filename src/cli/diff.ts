/** `diff`: how the verdicts differ from those of a commit: what a reviewer reads instead of JSON. */
import { UsageError } from '../errors.ts'
import { shownRecall } from '../verdicts/score.ts'
import type { Status, Verdict } from '../verdicts/verdicts.ts'
import type { Recording } from '../recordings/recording.ts'
import { recordingNamePattern } from '../recordings/key.ts'
import { parseUnchecked } from '../recordings/recording-unchecked.ts'
import { shorten, toOneLine } from '../text.ts'
import { type ClaimsChange, claimsChangesBetween } from './claims-changes.ts'
import { readQuickly, recallIn } from './entries.ts'
import { textsAt } from './git-state.ts'
import { type CliIo, exit, type Outcome } from './io.ts'
import { causesOf, changesBetween, type JudgementChange, judgementsOf, verdictsOf } from './judgements.ts'
import type { UsersOf } from './known-use.ts'
import { commandFor, type RecordingsDirectory } from './recordings-directory.ts'

interface ClaimChange {
  claim: string
  before?: Status
  after?: Status
  /** Whether it was attributed and is not any more, or the other way round. */
  turn?: 'lost' | 'won'
  gap?: string
  evidence: string[]
}

/** A change as it is told. */
interface Told extends JudgementChange {
  groundTruth: string
  recall: { before: number | undefined; after: number | undefined }
  causes: string[]
  claims: ClaimChange[]
  /** Nothing but quotes differs. */
  otherEvidence: boolean
}

/** Prints what changed since `reference`, losses first; damaged recordings are counted, and left to `audit`. */
export function diff(
  io: CliIo,
  directory: RecordingsDirectory,
  reference: string,
  usersOf: UsersOf,
): Outcome {
  const entries = readQuickly(directory.store)
  const current = new Map(entries.map(({ name, text }) => [name, text]))
  const old = textsAt(io, directory, reference, current)
  if (old === undefined && !io.git(['-C', directory.path, 'rev-parse', '--git-dir']).ok)
    throw new UsageError(
      'There is no git repository here, or no git.\n  do  run this in the clone that has the recordings, with git installed',
    )
  if (old === undefined)
    throw new UsageError(
      `git knows no commit ${toOneLine(reference)} here.\n  do  name a branch, tag or commit, such as main or HEAD~1`,
    )
  const after = recordingsAmong(entries)
  const damaged = entries.filter(({ recording }) => recording === undefined)
  // most are the same on both sides and need not be parsed twice
  const before = recordingsAmong(
    [...old].map(([name, text]) => ({
      name,
      recording: (current.get(name) === text ? after.get(name) : undefined) ?? parseUnchecked(text),
    })),
  )
  // what is damaged is neither gone nor the same
  for (const { name } of damaged) before.delete(name)
  const all = judgementsOf(after)
  const changes = changesBetween(judgementsOf(before), all, ({ name }) => {
    const users = usersOf({ directory, name })
    return users && users.length > 0
  })
    .map(tell)
    .sort((a, b) => rankOf(a) - rankOf(b))
  const shown = changes.flatMap(change => [change.before, change.after].map(each => each?.groundTruth ?? ''))
  const claims = claimsChangesBetween(before, after, new Set(shown))
  for (const change of changes) print(io, directory, change)
  for (const change of claims) printClaims(io, change)
  io.out(countsOf(changes, all.length, claims.length, damaged.length))
  const where = { directory: directory.shown }
  return {
    code: exit.fine,
    json: [
      ...changes.map(change => ({ ...where, ...toJson(change) })),
      ...claims.map(each => ({ ...where, ...each })),
    ],
  }
}

function recordingsAmong(
  entries: readonly { name: string; recording: Recording | undefined }[],
): Map<string, Recording> {
  return new Map(
    entries.flatMap(({ name, recording }) =>
      recording === undefined || !recordingNamePattern.test(name) ? [] : [[name, recording] as const],
    ),
  )
}

function tell(change: JudgementChange): Told {
  const { before, after } = change
  const [old, now] = [before, after].map(each => each && verdictsOf(each))
  const quotes = (verdicts: readonly Verdict[] | undefined): string => JSON.stringify(verdicts?.map(quotesOf))
  return {
    ...change,
    groundTruth: (after ?? before)?.groundTruth ?? '',
    recall: { before: recallIn(old ?? []), after: recallIn(now ?? []) },
    causes: before === undefined ? ['new'] : after === undefined ? ['gone'] : causesOf(before, after),
    claims: claimChanges(old, now),
    otherEvidence: quotes(old) !== quotes(now),
  }
}

/** What a reviewer must not miss stands first. */
function rankOf({ before, after, claims, recall }: Told): number {
  if (before === undefined) return 4
  if (after === undefined) return 5
  if (turned(claims, 'lost').length > 0) return 0
  if ((recall.after ?? 0) < (recall.before ?? 0)) return 1
  return turned(claims, 'won').length > 0 ? 2 : 3
}

function turned(claims: readonly ClaimChange[], turn: ClaimChange['turn']): ClaimChange[] {
  return claims.filter(change => change.turn === turn)
}

function countsOf(changes: readonly Told[], all: number, claimsAlone: number, damaged: number): string {
  const count = (is: (change: Told) => boolean): number => changes.filter(is).length
  const changed = count(({ before, after }) => before !== undefined && after !== undefined)
  const added = count(({ before }) => before === undefined)
  const standing = count(change => change.standing !== undefined)
  const claims = changes.flatMap(change => change.claims)
  const [lost, won] = [turned(claims, 'lost').length, turned(claims, 'won').length]
  return [
    lost + won === 0 ? '' : `claims: ${lost} lost, ${won} won; `,
    `${changed} changed, ${added} new, ${changes.length - changed - added} gone, `,
    `${all - changed - added - standing} the same`,
    claimsAlone === 0 ? '' : `; claims alone: ${claimsAlone}`,
    damaged === 0 ? '' : `; ${damaged} damaged: see audit`,
  ].join('')
}

function print(io: CliIo, directory: RecordingsDirectory, told: Told): void {
  const { before, after, causes, claims, standing } = told
  io.out(`• ${shorten(toOneLine(told.groundTruth), 110)}`)
  io.out(`  recall ${recallsOf(told)} (${toOneLine(causes.join(', '))})`)
  if (after !== undefined) io.out(`  ${after.name}`)
  if (standing === 'unused') io.out(`  in the place of ${before?.name}, which no test uses now`)
  if (standing === 'guessed')
    io.out(
      `  paired by its claims with ${before?.name}, which is there still (${commandFor([directory], 'prune')} tells whether a test uses it)`,
    )
  for (const change of claims) {
    io.out(`    ${headOf(told, change)}`)
    if (change.gap !== undefined) io.out(`        gap: ${toOneLine(change.gap)}`)
    for (const quote of change.evidence) io.out(`        "${shorten(toOneLine(quote), 100)}"`)
  }
  if (claims.length === 0 && before !== undefined && after !== undefined)
    io.out(`    no verdict changed${told.otherEvidence ? '; the evidence did' : ''}`)
  io.out('')
}

function headOf({ before }: Told, change: ClaimChange): string {
  const claim = toOneLine(change.claim)
  const is = change.after ?? 'no longer a claim'
  if (before === undefined) return `${is}  ${claim}`
  const became = `${change.before ?? 'not a claim'} → ${is}`
  return change.turn === undefined ? `${became}  ${claim}` : `${change.turn}: ${claim} (${became})`
}

function printClaims(io: CliIo, { groundTruth, before, after, added, removed, edited }: ClaimsChange): void {
  io.out(`• ${shorten(toOneLine(groundTruth), 110)}`)
  const what = before === null ? 'new claims' : after === null ? 'claims gone' : 'claims changed'
  io.out(`  ${what}${edited === true ? ' (edited by hand)' : ''}`)
  for (const claim of removed) io.out(`    -  ${toOneLine(claim)}`)
  for (const claim of added) io.out(`    +  ${toOneLine(claim)}`)
  io.out('')
}

function recallsOf({ before, after, recall }: Told): string {
  const shown = (value: number | undefined): string => (value === undefined ? '–' : shownRecall(value))
  if (before === undefined) return shown(recall.after)
  return after === undefined ? shown(recall.before) : `${shown(recall.before)} → ${shown(recall.after)}`
}

/**
 * Claims whose status differs, those lost first, then those won; of a new judgement those that are not attributed, of
 * one that is gone none.
 */
function claimChanges(
  before: readonly Verdict[] | undefined,
  after: readonly Verdict[] | undefined,
): ClaimChange[] {
  if (after === undefined) return []
  const old = new Map(before?.map(verdict => [verdict.text, verdict]))
  const changed = after.flatMap(verdict => {
    const was = old.get(verdict.text)
    old.delete(verdict.text)
    const isTold = before === undefined ? !verdict.attributed : was?.status !== verdict.status
    return isTold ? [changeOf(was, verdict)] : []
  })
  const gone = [...old.values()].map(({ text, status }) => ({ claim: text, before: status, evidence: [] }))
  return [...turned(changed, 'lost'), ...turned(changed, 'won'), ...turned(changed, undefined), ...gone]
}

function changeOf(before: Verdict | undefined, after: Verdict): ClaimChange {
  const isTurned = before !== undefined && before.attributed !== after.attributed
  return {
    claim: after.text,
    ...(before !== undefined && { before: before.status }),
    after: after.status,
    ...(isTurned && { turn: after.attributed ? 'won' : 'lost' }),
    ...(after.gap !== undefined && { gap: after.gap }),
    evidence: after.attributed ? quotesOf(after) : [],
  }
}

function quotesOf({ evidence }: Verdict): string[] {
  return evidence.map(({ quote }) => quote)
}

function toJson({ before, after, recall, groundTruth, causes, claims, standing }: Told): object {
  const texts = (turn: ClaimChange['turn']): string[] => turned(claims, turn).map(({ claim }) => claim)
  return {
    groundTruth,
    before: before?.name ?? null,
    after: after?.name ?? null,
    recall: { before: recall.before ?? null, after: recall.after ?? null },
    lost: texts('lost'),
    won: texts('won'),
    ...(standing !== undefined && { standing }),
    causes: before === undefined || after === undefined ? [] : causes,
    claims,
  }
}
