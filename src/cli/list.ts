/** `list`: every recording in a line. */
import { UsageError } from '../errors.ts'
import { shownRecall } from '../verdicts/score.ts'
import { kindInName } from '../recordings/key.ts'
import type { Recording } from '../recordings/recording.ts'
import { shorten, toOneLine } from '../text.ts'
import { claimsIn, claimsKey, type Entry, readQuickly, recallIn, settle } from './entries.ts'
import { committedAt, statesOf } from './git-state.ts'
import { type CliIo, exit, type Outcome } from './io.ts'
import { groundTruthsOf } from './judgements.ts'
import { type RecordingsDirectory, hashOf } from './recordings-directory.ts'
import { layOutTable } from './table.ts'

/** Each leaves out what it does not name. */
export interface ListOptions {
  /** Recall is less than that. */
  below?: string
  /** Git has not the file as it is. */
  uncommitted?: boolean
  /** The id of who judged. */
  model?: string
}

interface Line {
  directory: string
  name: string
  hash: string
  kind: string
  /** The ground truth, or the claims where it is not on record. */
  text: string
  /** Of an attribution; undefined where it cannot be told. */
  recall?: number
  /** The contexts are not stored, so that the evidence was not looked for again. */
  unverified?: true
  claims?: number
  model?: string
  edited?: true
  /** When it was last committed, in seconds since 1970. */
  committed?: number
  /** In bytes. */
  size: number
  /** What is wrong with it. */
  fault?: string
}

/** Prints a line for each. */
export function list(io: CliIo, directory: RecordingsDirectory, options: ListOptions): Outcome {
  const isWanted = filterOf(io, directory, options)
  const committed = committedAt(io, directory)
  const entries = readQuickly(directory.store)
  const groundTruths = groundTruthsOf(entries.flatMap(({ recording }) => recording ?? []))
  const lines = entries
    .map(entry => lineOf(directory, entry, committed.get(entry.name), groundTruths))
    .filter(isWanted)
  if (lines.length === 0)
    io.err(`No recordings in ${directory.shown}${entries.length > 0 ? ' are like that' : ''}.`)
  const now = Date.now() / 1000
  for (const row of layOutTable(lines.length === 0 ? [] : [header, ...lines.map(line => cells(line, now))]))
    io.out(row)
  return { code: exit.fine, json: lines }
}

const header = ['hash', 'kind', 'recall', 'age', 'size', 'model', 'of']

function filterOf(
  io: CliIo,
  directory: RecordingsDirectory,
  { below, uncommitted, model }: ListOptions,
): (line: Line) => boolean {
  const limit = below === undefined ? undefined : Number(below)
  if (below?.trim() === '' || (limit !== undefined && !(limit > 0 && limit <= 1)))
    throw new UsageError(`--below takes a recall, as 0.8, not ${toOneLine(String(below))}.`)
  const states = uncommitted === true ? statesOf(io, directory) : undefined
  if (uncommitted === true && states === undefined)
    throw new UsageError(`${directory.shown} is in no git repository, so --uncommitted says nothing.`)
  return line =>
    (limit === undefined || (line.recall !== undefined && line.recall < limit)) &&
    (states === undefined || states.has(line.name)) &&
    (model === undefined || line.model === model)
}

function lineOf(
  { shown }: RecordingsDirectory,
  { name, text, recording, error }: Entry,
  committed: number | undefined,
  groundTruths: ReadonlyMap<string, string>,
): Line {
  return {
    directory: shown,
    name,
    hash: hashOf(name),
    kind: kindInName(name),
    ...(recording === undefined
      ? { text: name, fault: error?.message.split('\n')[0] ?? '' }
      : contentOf(recording, groundTruths)),
    ...(committed !== undefined && { committed }),
    size: Buffer.byteLength(text),
  }
}

function contentOf(
  recording: Recording,
  groundTruths: ReadonlyMap<string, string>,
): Pick<Line, 'text'> & Partial<Line> {
  const { model, edited } = recording
  const shared = { model, ...(edited === true && { edited }) }
  if (recording.kind === 'claims')
    return { text: recording.request.groundTruth, claims: claimsIn(recording).length, ...shared }
  const { verdicts, isUnverified } = settle(recording)
  const { claims } = recording.request
  const recall = recallIn(verdicts)
  return {
    text: groundTruths.get(claimsKey(claims)) ?? claims.join(' '),
    claims: verdicts.length,
    ...(recall !== undefined && { recall }),
    ...(isUnverified && { unverified: true }),
    ...shared,
  }
}

function cells(line: Line, now: number): string[] {
  const { hash, kind, recall, unverified, claims = 0, committed, size, model = '', fault, edited } = line
  const of = shorten(toOneLine(line.text), 60)
  return [
    hash,
    kind,
    fault !== undefined
      ? '–'
      : recall === undefined
        ? `${claims === 1 ? '1 claim' : `${claims} claims`}`
        : `${unverified ? '≤ ' : ''}${shownRecall(recall)}`,
    committed === undefined ? 'not committed' : age(now - committed),
    size < 1000 ? `${size} B` : `${Math.round(size / 1000)} kB`,
    toOneLine(model),
    fault !== undefined ? `${of} (damaged: see audit)` : edited ? `${of} (edited)` : of,
  ]
}

const units: readonly (readonly [seconds: number, name: string])[] = [
  [365 * 86_400, 'year'],
  [30 * 86_400, 'month'],
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
]

function age(seconds: number): string {
  const [length, name] = units.find(([unit]) => seconds >= unit) ?? [0, '']
  if (length === 0) return 'just now'
  const number = Math.floor(seconds / length)
  return `${number} ${name}${number === 1 ? '' : 's'}`
}
