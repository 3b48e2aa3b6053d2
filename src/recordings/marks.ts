/** Marks of texts: numbers by which a question's neighbours are found among thousands without parsing them. */
import type { RecallRequest } from '../wire.ts'

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

const markLength = 24

/** Numbers that two requests share where texts of both are equal, begin or end alike; small, so that thousands fit. */
export function marksOf(request: RecallRequest): number[] {
  const texts = request.kind === 'claims' ? [request.groundTruth] : [...request.claims, ...request.contexts]
  return texts.flatMap(text => {
    const written = JSON.stringify(text)
    return marksBetween(written, 1, written.length - 1)
  })
}

const groundTruthLine = 'groundTruth": "'

/** The marks of the request in a file, taken from its lines: parsing thousands of files would take too long. */
export function marksInFile(text: string): number[] {
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
