/** Marks of texts: numbers by which a question's neighbours are found among thousands without parsing them. */
import type { RecallRequest } from '../protocol.ts'

/** A recording's name and marks. */
export interface Marked {
  name: string
  marks: number[]
}

/** Names of entries that share marks with what is wanted, best first; a mark that many share says little. */
export function mostCommon(entries: readonly Marked[], wanted: ReadonlySet<number>): string[] {
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

/** Numbers that two requests share where a text of one is a text of the other, edited; few, so that thousands fit. */
export function marksOf(request: RecallRequest): number[] {
  const texts =
    request.kind === 'claims'
      ? [request.groundTruth, ...(request.question === undefined ? [] : [request.question])]
      : [...request.claims, ...request.contexts]
  return texts.flatMap(text => {
    const written = JSON.stringify(text)
    return marksBetween(written, 1, written.length - 1)
  })
}

const fields = ['groundTruth": "', 'question": "']

/** The marks of the request in a file, taken from its lines: parsing thousands of files would take too long. */
export function marksInFile(text: string): number[] {
  const marks: number[] = []
  const end = text.lastIndexOf('"answers"')
  let line = text.indexOf('"request"')
  while (line !== -1 && line < end) {
    const lineEnd = text.indexOf('\n', line)
    let from = text.indexOf('"', line) + 1
    from += fields.find(field => text.startsWith(field, from))?.length ?? 0
    const to = text.lastIndexOf('"', lineEnd)
    if (from > 0 && from < to) marks.push(...marksBetween(text, from, to))
    line = lineEnd === -1 ? -1 : lineEnd + 1
  }
  return marks
}

const markLength = 24

function marksBetween(text: string, from: number, to: number): number[] {
  const step = Math.ceil((to - from) / markLength)
  const marks = [
    digestPart(text, from, Math.min(to, from + markLength), 1, 1),
    digestPart(text, Math.max(from, to - markLength), to, 1, 2),
    digestPart(text, from, Math.min(to, from + markLength * step), step, to - from),
  ]
  // a word edited in a longer text leaves its beginning or its end as it was
  if (to - from < 3 * markLength) addWords(marks, text, from, to)
  return marks
}

/** A mark for each word; where words are not parted by spaces, for each character. */
function addWords(marks: number[], text: string, from: number, to: number): void {
  let start = from
  for (let at = from; at <= to; at++) {
    const unit = at === to ? space : text.charCodeAt(at)
    if (unit !== space && unit < firstRunOn) continue
    if (at > start) marks.push(digestPart(text, start, at, 1, 3))
    if (unit !== space) marks.push(digestPart(text, at, at + 1, 1, 3))
    start = at + 1
  }
}

const space = 0x20
/** From here on are the scripts of East Asia. */
const firstRunOn = 0x2e80

// FNV-1a over code units, `step` apart
function digestPart(text: string, from: number, to: number, step: number, salt: number): number {
  let digest = 0x811c9dc5 ^ salt
  for (let at = from; at < to; at += step) digest = Math.imul(digest ^ text.charCodeAt(at), 0x01000193)
  return digest
}
