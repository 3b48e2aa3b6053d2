/** Finds, among thousands of recordings, those nearest to a question that has none. */
import { StoreError } from '../errors.ts'
import type { RequestKind } from '../protocol.ts'
import { type Asked, type Difference, differenceBetween } from './difference.ts'
import { type KeyedRequest, kindInName, slugOf } from './key.ts'
import { type Marked, marksInFile, marksOf, mostCommon } from './marks.ts'
import type { Recording } from './recording.ts'
import { parseUnchecked } from './recording-unchecked.ts'
import type { RecordingStore } from './store.ts'

/** A recording near to a question, and what differs. */
export interface Neighbour {
  name: string
  difference: Difference
}

/** What is known of a store to explain misses; made at the first miss and kept. */
export interface MissIndex {
  /** Misses so far. */
  misses: number
  /** Causes that were explained in full. */
  told: Set<string>
  /** Whether git ignores the store, once it was asked. */
  isIgnored?: boolean
  /** Names of all recordings, as of the last search for the nearest. */
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
  let names: string[] | undefined
  const marked = new Map<RequestKind, Marked[]>()

  function refresh(): readonly string[] {
    const present = store.list()
    const known = names ?? []
    if (present.length !== known.length || present.some((name, index) => name !== known[index]))
      marked.clear()
    names = present
    return present
  }

  // listing thousands of names takes longer than the rest of an explanation
  const listed = (): readonly string[] => names ?? refresh()

  function byMarks(keyed: KeyedRequest): string[] {
    const { kind } = keyed.request
    const entries =
      marked.get(kind) ??
      listed()
        .filter(name => kindInName(name) === kind)
        .flatMap(markRecording)
    marked.set(kind, entries)
    return mostCommon(entries, new Set(marksOf(keyed.request))).slice(0, comparedAtMost)
  }

  function markRecording(name: string): Marked[] {
    const text = readText(store, name)
    return text === undefined ? [] : [{ name, marks: marksInFile(text) }]
  }

  return {
    misses: 0,
    told: new Set(),
    names: listed,
    nearest(keyed, positions) {
      const asked = { ...keyed, positions }
      const slug = keyed.name.slice(0, keyed.name.indexOf('.'))
      const alike = namesOf(refresh(), slug, keyed.request.kind)
      const near = alike.length > readAtOnce ? [] : leastDifferent(store, alike, asked)
      return near.length > 0 ? near : leastDifferent(store, byMarks(keyed), asked)
    },
    claimsOf(groundTruth) {
      return namesOf(listed(), slugOf(groundTruth), 'claims')
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
  return parseUnchecked(readText(store, name) ?? '')
}

function readText(store: RecordingStore, name: string): string | undefined {
  try {
    return store.read(name)
  } catch (error) {
    if (StoreError.isInstance(error)) return undefined
    throw error
  }
}
