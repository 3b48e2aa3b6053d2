/** `diff`: how the verdicts differ from those of a commit: what a reviewer reads instead of JSON. */
import { UsageError } from '../errors.ts'
import { recallOf, shownRecall } from '../recall/score.ts'
import type { Status, Verdict } from '../recall/verdicts.ts'
import type { Recording } from '../recordings/recording.ts'
import { recordingNamePattern } from '../recordings/key.ts'
import { shorten, toOneLine } from '../text.ts'
import { type ClaimsChange, claimsChangesBetween } from './claims-changes.ts'
import { textsAt } from './git-state.ts'
import { type CliIo, exit } from './io.ts'
import {
  causesOf,
  changesBetween,
  type Judgement,
  type JudgementChange,
  judgementsOf,
  verdictsOf,
} from './judgements.ts'
import type { RecordingsDirectory } from './recordings-directory.ts'
import { parseUnchecked } from '../recordings/recording-unchecked.ts'

interface ClaimChange {
  claim: string
  before?: Status
  after?: Status
  gap?: string
  evidence: string[]
}

/** Prints what changed since `reference`; damaged recordings are counted, and left to `audit`. */
export function diff(
  io: CliIo,
  directory: RecordingsDirectory,
  reference: string,
  { json = false }: { json?: boolean },
): number {
  const { store } = directory
  const current = new Map(store.list().map(name => [name, store.read(name) ?? '']))
  const old = textsAt(io, directory, reference, current)
  if (old === undefined && !io.git(['rev-parse', '--git-dir']).ok)
    throw new UsageError(
      'There is no git repository here, or no git.\n  do  run this in the clone that has the recordings, with git installed',
    )
  if (old === undefined)
    throw new UsageError(
      `git knows no commit ${toOneLine(reference)} here.\n  do  name a branch, tag or commit, such as main or HEAD~1`,
    )
  const after = read(current)
  // most are the same on both sides and need not be parsed twice
  const known = (name: string, text: string): Recording | undefined =>
    current.get(name) === text ? after.recordings.get(name) : undefined
  const before = read(old, known)
  // what is damaged is neither gone nor the same
  for (const name of after.damaged) before.recordings.delete(name)
  const all = judgementsOf(after.recordings)
  const changes = changesBetween(judgementsOf(before.recordings), all)
  const shown = changes.flatMap(change => [change.before, change.after].map(each => each?.groundTruth ?? ''))
  const claims = claimsChangesBetween(before.recordings, after.recordings, new Set(shown))
  if (json) {
    io.out(JSON.stringify([...changes.map(toJson), ...claims], null, 2))
    return exit.fine
  }
  for (const change of changes) print(io, change)
  for (const change of claims) printClaims(io, change)
  const count = (is: (change: JudgementChange) => boolean): number => changes.filter(is).length
  const changed = count(change => change.before !== undefined && change.after !== undefined)
  const added = count(change => change.before === undefined)
  const same = all.length - changed - added
  const damaged = after.damaged.length === 0 ? '' : `; ${after.damaged.length} damaged: see audit`
  const others = claims.length === 0 ? '' : `; claims alone: ${claims.length}`
  io.out(
    `${changed} changed, ${added} new, ${changes.length - changed - added} gone, ${same} the same${others}${damaged}`,
  )
  return exit.fine
}

function read(
  texts: ReadonlyMap<string, string>,
  known: (name: string, text: string) => Recording | undefined = () => undefined,
): { recordings: Map<string, Recording>; damaged: string[] } {
  const recordings = new Map<string, Recording>()
  const damaged: string[] = []
  for (const [name, text] of texts) {
    if (!recordingNamePattern.test(name)) continue
    const recording = known(name, text) ?? parseUnchecked(text)
    if (recording === undefined) damaged.push(name)
    else recordings.set(name, recording)
  }
  return { recordings, damaged }
}

function print(io: CliIo, { before, after }: JudgementChange): void {
  const either = after ?? before
  if (either === undefined) return
  io.out(`• ${shorten(toOneLine(either.groundTruth), 110)}`)
  const why = before === undefined ? ['new'] : after === undefined ? ['gone'] : causesOf(before, after)
  io.out(`  recall ${recallsOf(before, after)} (${toOneLine(why.join(', '))})`)
  if (after !== undefined) io.out(`  ${after.name}`)
  const claims = claimChanges(before, after)
  for (const change of claims) {
    const is = change.after ?? 'no longer a claim'
    const told = before === undefined ? is : `${change.before ?? 'not a claim'} → ${is}`
    io.out(`    ${told}  ${toOneLine(change.claim)}`)
    if (change.gap !== undefined) io.out(`        gap: ${toOneLine(change.gap)}`)
    for (const quote of change.evidence) io.out(`        "${shorten(toOneLine(quote), 100)}"`)
  }
  if (claims.length === 0 && before !== undefined && after !== undefined)
    io.out(`    no verdict changed${hasOtherEvidence(before, after) ? '; the evidence did' : ''}`)
  io.out('')
}

function printClaims(io: CliIo, { groundTruth, before, after, added, removed, edited }: ClaimsChange): void {
  io.out(`• ${shorten(toOneLine(groundTruth), 110)}`)
  const what = before === null ? 'new claims' : after === null ? 'claims gone' : 'claims changed'
  io.out(`  ${what}${edited === true ? ' (edited by hand)' : ''}`)
  for (const claim of removed) io.out(`    -  ${toOneLine(claim)}`)
  for (const claim of added) io.out(`    +  ${toOneLine(claim)}`)
  io.out('')
}

function recallsOf(before: Judgement | undefined, after: Judgement | undefined): string {
  const shown = (judgement: Judgement | undefined): string => {
    const recall = recallIn(judgement)
    return recall === undefined ? '–' : shownRecall(recall)
  }
  if (before === undefined) return shown(after)
  return after === undefined ? shown(before) : `${shown(before)} → ${shown(after)}`
}

function recallIn(judgement: Judgement | undefined): number | undefined {
  const verdicts = judgement === undefined ? [] : verdictsOf(judgement)
  const attributed = verdicts.filter(verdict => verdict.attributed).length
  return verdicts.length === 0 ? undefined : recallOf(attributed, verdicts.length)
}

/** Claims whose status differs; of a new judgement those that are not attributed, of one that is gone none. */
function claimChanges(before: Judgement | undefined, after: Judgement | undefined): ClaimChange[] {
  if (after === undefined) return []
  const old = new Map(before && verdictsOf(before).map(verdict => [verdict.text, verdict]))
  const changed = verdictsOf(after).flatMap(verdict => {
    const was = old.get(verdict.text)
    old.delete(verdict.text)
    const isTold = before === undefined ? !verdict.attributed : was?.status !== verdict.status
    return isTold ? [changeOf(was, verdict)] : []
  })
  const gone = [...old.values()].map(({ text, status }) => ({ claim: text, before: status, evidence: [] }))
  return [...changed, ...gone]
}

function changeOf(before: Verdict | undefined, after: Verdict): ClaimChange {
  return {
    claim: after.text,
    ...(before !== undefined && { before: before.status }),
    after: after.status,
    ...(after.gap !== undefined && { gap: after.gap }),
    evidence: after.attributed ? quotesOf(after) : [],
  }
}

function quotesOf({ evidence }: Verdict): string[] {
  return evidence.map(({ quote }) => quote)
}

function hasOtherEvidence(before: Judgement, after: Judgement): boolean {
  const quotes = (judgement: Judgement): string => JSON.stringify(verdictsOf(judgement).map(quotesOf))
  return quotes(before) !== quotes(after)
}

function toJson({ before, after }: JudgementChange): object {
  return {
    groundTruth: (after ?? before)?.groundTruth,
    before: before?.name ?? null,
    after: after?.name ?? null,
    recall: { before: recallIn(before) ?? null, after: recallIn(after) ?? null },
    causes: before === undefined || after === undefined ? [] : causesOf(before, after),
    claims: claimChanges(before, after),
  }
}
