/** Finds, among thousands of recordings, those nearest to a question that has none. */
import { StoreError } from '../errors.ts'
import type { RecallRequest, RequestKind } from '../wire.ts'
import { type Asked, type Difference, differenceBetween } from './difference.ts'
import { type KeyedRequest, kindInName, slugOf } from './key.ts'
import type { Recording } from './recording.ts'
import { isMembers, shapeFaultOf } from './recording-shape.ts'
import type { RecordingStore } from './store.ts'

/** A recording near to a question, and what differs. */
export interface Neighbour {
  name: string
  difference: Difference
}

/** What is known of a store to explain misses; made at the first miss and kept. */
export interface MissIndex {
  /** Misses explained so far. */
  misses: number
  /** Names of all recordings. */
  names(): readonly string[]
  /** The nearest recordings, all at one distance; empty when none is near. */
  nearest(keyed: KeyedRequest, positions: Asked['positions']): Neighbour[]
  /** The claims recordings of a ground truth. */
  claimsOf(groundTruth: string): string[]
}

const indexes = new WeakMap<RecordingStore, MissIndex>()

/** The one index of a store in this process. */
export function missIndexOf(store: RecordingStore): MissIndex {
  let index = indexes.get(store)
  if (index === undefined) {
    index = createMissIndex(store)
    indexes.set(store, index)
  }
  return index
}

/** More of one slug than this are searched by their marks: texts without Latin letters all have the slug `text`. */
const readAtOnce = 50
const comparedAtMost = 12

function createMissIndex(store: RecordingStore): MissIndex {
  let names: string[] = []
  const marked = new Map<RequestKind, Marked[]>()

  function refresh(): readonly string[] {
    const present = store.list()
    if (present.length !== names.length || present.some((name, index) => name !== names[index]))
      marked.clear()
    names = present
    return names
  }

  function byMarks(keyed: KeyedRequest): string[] {
    const { kind } = keyed.request
    const entries = marked.get(kind) ?? names.filter(name => kindInName(name) === kind).flatMap(markRecording)
    marked.set(kind, entries)
    return mostCommon(entries, new Set(marksOf(keyed.request))).slice(0, comparedAtMost)
  }

  function markRecording(name: string): Marked[] {
    const text = readText(store, name)
    return text === undefined ? [] : [{ name, marks: marksInFile(text) }]
  }

  return {
    misses: 0,
    names: refresh,
    nearest(keyed, positions) {
      const asked = { ...keyed, positions }
      const slug = keyed.name.slice(0, keyed.name.indexOf('.'))
      const alike = namesOf(refresh(), slug, keyed.request.kind)
      const near = alike.length > readAtOnce ? [] : leastDifferent(store, alike, asked)
      return near.length > 0 ? near : leastDifferent(store, byMarks(keyed), asked)
    },
    claimsOf(groundTruth) {
      return namesOf(refresh(), slugOf(groundTruth), 'claims')
        .slice(0, readAtOnce)
        .filter(name => {
          const recording = readUnchecked(store, name)
          return recording?.kind === 'claims' && recording.request.groundTruth === groundTruth
        })
    },
  }
}

function namesOf(names: readonly string[], slug: string, kind: RequestKind): string[] {
  return names.filter(name => name.startsWith(`${slug}.${kind}.`))
}

function leastDifferent(store: RecordingStore, names: readonly string[], asked: Asked): Neighbour[] {
  const neighbours = names.flatMap(name => {
    const recording = readUnchecked(store, name)
    const difference = recording === undefined ? undefined : differenceBetween(recording, asked)
    return difference === undefined ? [] : [{ name, difference }]
  })
  const least = Math.min(...neighbours.map(({ difference }) => difference.distance))
  return neighbours.filter(({ difference }) => difference.distance === least)
}

/** A recording for comparison only, its seal unchecked; one that cannot be read explains nothing and is left out. */
function readUnchecked(store: RecordingStore, name: string): Recording | undefined {
  try {
    const value: unknown = JSON.parse(readText(store, name) ?? '')
    return isMembers(value) && value.format === 1 && shapeFaultOf(value) === undefined
      ? (value as unknown as Recording)
      : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function readText(store: RecordingStore, name: string): string | undefined {
  try {
    return store.read(name)
  } catch (error) {
    if (StoreError.isInstance(error)) return undefined
    throw error
  }
}

interface Marked {
  name: string
  marks: number[]
}

/** Names of entries that share marks with what is wanted, best first; a mark that many share says little. */
function mostCommon(entries: readonly Marked[], wanted: ReadonlySet<number>): string[] {
  const sharers = new Map<number, number>()
  const candidates = entries.flatMap(({ name, marks }) => {
    const common = marks.filter(mark => wanted.has(mark))
    for (const mark of common) sharers.set(mark, (sharers.get(mark) ?? 0) + 1)
    return common.length === 0 ? [] : [{ name, common }]
  })
  return candidates
    .map(({ name, common }) => ({
      name,
      weight: common.reduce((sum, mark) => sum + 1 / (sharers.get(mark) ?? 1), 0),
    }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ name }) => name)
}

const markLength = 24

/** Numbers that two requests share where texts of both are equal, begin or end alike; small, so that thousands fit. */
function marksOf(request: RecallRequest): number[] {
  const texts = request.kind === 'claims' ? [request.groundTruth] : [...request.claims, ...request.contexts]
  return texts.flatMap(text => {
    const written = JSON.stringify(text)
    return marksBetween(written, 1, written.length - 1)
  })
}

const groundTruthLine = 'groundTruth": "'

/** The marks of the request in a file, taken from its lines: parsing thousands of files would take too long. */
function marksInFile(text: string): number[] {
  const marks: number[] = []
  const end = text.lastIndexOf('"answers"')
  let line = text.indexOf('"request"')
  while (line !== -1 && line < end) {
    const lineEnd = text.indexOf('\n', line)
    let from = text.indexOf('"', line) + 1
    if (text.startsWith(groundTruthLine, from)) from += groundTruthLine.length
    const to = text.lastIndexOf('"', lineEnd)
    if (from > 0 && from < to) marks.push(...marksBetween(text, from, to))
    line = lineEnd === -1 ? -1 : lineEnd + 1
  }
  return marks
}

function marksBetween(text: string, from: number, to: number): number[] {
  const length = to - from
  return [
    digestPart(text, from, to, 1, 1),
    digestPart(text, Math.max(from, to - markLength), to, 1, 2),
    digestPart(text, from, to, Math.ceil(length / markLength), length),
  ]
}

// FNV-1a over at most 24 code units, `step` apart
function digestPart(text: string, from: number, to: number, step: number, salt: number): number {
  let digest = 0x811c9dc5 ^ salt
  const end = Math.min(to, from + markLength * step)
  for (let at = from; at < end; at += step) digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193)
  return digest
}
