/** `list`: every recording in a line. */
import { recallOf, shownRecall } from '../recall/score.ts'
import { kindInName } from '../recordings/key.ts'
import type { Recording } from '../recordings/recording.ts'
import { shorten, toOneLine } from '../text.ts'
import { claimsIn, claimsKey, settle } from './entries.ts'
import { committedAt } from './git-state.ts'
import { type CliIo, exit } from './io.ts'
import { groundTruthsOf } from './judgements.ts'
import { type RecordingsDirectory, hashOf } from './recordings-directory.ts'
import { layOutTable } from './table.ts'
import { parseUnchecked } from '../recordings/recording-unchecked.ts'

interface Line {
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
  damaged?: true
}

/** Prints a line for each; the seals are `audit`'s business, so that thousands are listed at once. */
export function list(io: CliIo, directory: RecordingsDirectory, { json }: { json?: boolean }): number {
  const committed = committedAt(io, directory)
  const files = directory.store.list().map(name => readFile(directory, name))
  const groundTruths = groundTruthsOf(files.flatMap(({ recording }) => recording ?? []))
  const lines = files.map(file => lineOf(file, committed.get(file.name), groundTruths))
  if (json === true) {
    io.out(JSON.stringify(lines, null, 2))
    return exit.fine
  }
  if (lines.length === 0) io.err(`No recordings in ${directory.shown}.`)
  const now = Date.now() / 1000
  for (const row of layOutTable(
    [header, ...lines.map(line => cells(line, now))].slice(lines.length === 0 ? 1 : 0),
  ))
    io.out(row)
  return exit.fine
}

const header = ['hash', 'kind', 'recall', 'age', 'size', 'model', 'of']

interface File {
  name: string
  /** In bytes. */
  size: number
  recording: Recording | undefined
}

function readFile({ store }: RecordingsDirectory, name: string): File {
  const text = store.read(name) ?? ''
  return { name, size: Buffer.byteLength(text), recording: parseUnchecked(text) }
}

function lineOf(
  { name, size, recording }: File,
  committed: number | undefined,
  groundTruths: ReadonlyMap<string, string>,
): Line {
  return {
    name,
    hash: hashOf(name),
    kind: kindInName(name),
    ...(recording === undefined ? { text: name, damaged: true } : contentOf(recording, groundTruths)),
    ...(committed !== undefined && { committed }),
    size,
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
  const attributed = verdicts.filter(verdict => verdict.attributed).length
  return {
    text: groundTruths.get(claimsKey(claims)) ?? claims.join(' '),
    claims: verdicts.length,
    ...(verdicts.length > 0 && { recall: recallOf(attributed, verdicts.length) }),
    ...(isUnverified && { unverified: true }),
    ...shared,
  }
}

function cells(line: Line, now: number): string[] {
  const { hash, kind, recall, unverified, claims = 0, committed, size, model = '', damaged, edited } = line
  const of = shorten(toOneLine(line.text), 60)
  return [
    hash,
    kind,
    recall === undefined
      ? `${claims === 1 ? '1 claim' : `${claims} claims`}`
      : `${unverified ? '≤ ' : ''}${shownRecall(recall)}`,
    committed === undefined ? 'not committed' : age(now - committed),
    size < 1000 ? `${size} B` : `${Math.round(size / 1000)} kB`,
    toOneLine(model),
    damaged ? `${of} (damaged: see audit)` : edited ? `${of} (edited)` : of,
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
