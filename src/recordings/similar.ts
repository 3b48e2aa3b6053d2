/** How alike two texts are, and which of two lists belong together; rough, for explanations only. */

/** The number of UTF-16 units both begin with, never ending inside a surrogate pair. */
export function commonStart(a: string, b: string): number {
  const limit = Math.min(a.length, b.length)
  let length = 0
  while (length < limit && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length > 0 && isSurrogate(a.charCodeAt(length - 1), 0xd800) ? length - 1 : length
}

/** The number of units both end with, not counting their first `start` ones. */
export function commonEnd(a: string, b: string, start: number): number {
  const limit = Math.min(a.length, b.length) - start
  let length = 0
  while (length < limit && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length))
    length++
  return length > 0 && isSurrogate(a.charCodeAt(a.length - length), 0xdc00) ? length - 1 : length
}

function isSurrogate(unit: number, first: number): boolean {
  return unit >= first && unit < first + 0x400
}

const enoughAlike = 0.5
const comparedLength = 20_000

/** 1 when equal, else below 1; 0 when less than half of the texts is common, by their ends or by their words. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1
  const start = commonStart(a, b)
  const ends = (start + commonEnd(a, b, start)) / Math.max(a.length, b.length)
  const share = Math.min(0.999, ends >= enoughAlike ? ends : commonWords(a, b))
  return share >= enoughAlike ? share : 0
}

function commonWords(a: string, b: string): number {
  const [wordsA, wordsB] = [wordsOf(a), wordsOf(b)]
  if (wordsA.size + wordsB.size === 0) return 0
  let common = 0
  for (const word of wordsA) if (wordsB.has(word)) common++
  return (2 * common) / (wordsA.size + wordsB.size)
}

function wordsOf(text: string): Set<string> {
  return new Set(text.slice(0, comparedLength).toLowerCase().match(/\S+/g) ?? [])
}

/** Which texts of two lists are equal, which are one text changed, and which are left over. */
export interface Pairing {
  equal: number
  isReordered: boolean
  changed: { recorded: number; asked: number; alike: number }[]
  /** Indices into the asked list. */
  added: number[]
  /** Indices into the recorded list. */
  removed: number[]
}

const pairedAtMost = 30

/** Pairs equal texts, then of the others the most alike. */
export function pairUp(
  recorded: readonly string[],
  asked: readonly string[],
  alike: (recorded: string, asked: string) => number = similarity,
): Pairing {
  const free = new Map<string, number[]>()
  for (const [index, text] of recorded.entries()) free.set(text, [...(free.get(text) ?? []), index])
  let last = -1
  let isReordered = false
  const added: number[] = []
  for (const [index, text] of asked.entries()) {
    const match = free.get(text)?.shift()
    if (match === undefined) added.push(index)
    else {
      isReordered ||= match < last
      last = match
    }
  }
  const removed = [...free.values()].flat().sort((a, b) => a - b)
  const equal = asked.length - added.length
  return { equal, isReordered, ...pairChanged(recorded, asked, removed, added, alike) }
}

function pairChanged(
  recorded: readonly string[],
  asked: readonly string[],
  removed: readonly number[],
  added: readonly number[],
  alike: (recorded: string, asked: string) => number,
): Pick<Pairing, 'changed' | 'added' | 'removed'> {
  const pairs = added.slice(0, pairedAtMost).flatMap(to =>
    removed.slice(0, pairedAtMost).map(from => ({
      recorded: from,
      asked: to,
      alike: alike(recorded[from] ?? '', asked[to] ?? ''),
    })),
  )
  const changed: Pairing['changed'] = []
  for (const pair of pairs.filter(each => each.alike > 0).sort((a, b) => b.alike - a.alike)) {
    if (changed.some(({ recorded: from, asked: to }) => from === pair.recorded || to === pair.asked)) continue
    changed.push(pair)
  }
  changed.sort((a, b) => a.asked - b.asked)
  return {
    changed,
    added: added.filter(index => !changed.some(pair => pair.asked === index)),
    removed: removed.filter(index => !changed.some(pair => pair.recorded === index)),
  }
}
