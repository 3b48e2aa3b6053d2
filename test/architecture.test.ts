/** The floor plan: a room stands above all that it imports. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, it } from 'vitest'

/** From the ground up: a room imports from itself and from the rooms before it, so that no circle can form. */
const rooms: [name: string, files: RegExp][] = [
  ['ground', /^(?:errors|format-error|text|json|protocol|secret-shapes)\.ts$/],
  ['evidence', /^evidence\//],
  ['contexts', /^contexts\//],
  ['verdicts', /^verdicts\//],
  ['judge', /^judge\//],
  ['recordings', /^recordings\//],
  ['options', /^options\//],
  ['measure', /^measure\//],
  ['matcher', /^matcher\//],
  ['reporters', /^reporters\//],
  ['cli', /^cli\//],
  ['doors', /^(?:index|vitest|jest|plugin|mastra|bin)\.ts$/],
]

/** The files of `src/`, without that prefix, each with the files it imports. */
type ImportGraph = Record<string, string[]>

const importPattern =
  /^(?:import|export)\b[^'"`;]*?\bfrom '(\..*?)'|^import '(\..*?)'|\bimport\(\s*'(\..*?)'/gm

function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(importPattern)].map(match =>
    join(dirname(file), match[1] ?? match[2] ?? match[3] ?? ''),
  )
}

function readImportGraph(): ImportGraph {
  const files = globSync('**/*.ts', { cwd: 'src' }).map(file => file.replaceAll('\\', '/'))
  return Object.fromEntries(files.map(file => [file, importsOf(file, readFileSync(`src/${file}`, 'utf8'))]))
}

function findFaults(graph: ImportGraph): string[] {
  const roomOf = (file: string): number => rooms.findIndex(([, files]) => files.test(file))
  return Object.entries(graph).flatMap(([file, imports]) => {
    if (roomOf(file) === -1) return [`${file} stands in no room`]
    return imports.flatMap(imported => {
      if (roomOf(imported) === -1) return [`${file} imports ${imported}, which stands in no room`]
      return roomOf(imported) > roomOf(file) ? [`${file} imports ${imported} from a room above`] : []
    })
  })
}

describe('the floor plan', () => {
  const graph = readImportGraph()

  it('is kept by every file of the source', () => {
    expect(findFaults(graph)).toEqual([])
  })

  it('is read from the files that are there', () => {
    expect(graph['judge/judge.ts']).toEqual(['protocol.ts'])
  })

  it.each<[string, ImportGraph, string]>([
    [
      'an import from a floor above',
      { 'verdicts/score.ts': ['judge/judge.ts'] },
      'verdicts/score.ts imports judge/judge.ts from a room above',
    ],
    [
      'the second of two rooms that need each other',
      { 'judge/ask.ts': ['recordings/store.ts'], 'recordings/replay.ts': ['judge/judge.ts'] },
      'judge/ask.ts imports recordings/store.ts from a room above',
    ],
    ['a file outside of every room', { 'utils.ts': [] }, 'utils.ts stands in no room'],
    [
      'an import from outside of every room',
      { 'judge/ask.ts': ['utils.ts'] },
      'judge/ask.ts imports utils.ts, which stands in no room',
    ],
  ])('is broken by %s', (_, broken, fault) => {
    expect(findFaults(broken)).toEqual([fault])
  })

  it.each([
    ["import { a } from '../protocol.ts'"],
    ["import type { A } from '../protocol.ts'"],
    ["import {\n  a,\n  b,\n} from '../protocol.ts'"],
    ["export * from '../protocol.ts'"],
    ["export type { A } from '../protocol.ts'"],
    ["import '../protocol.ts'"],
    ["const { a } = await import('../protocol.ts')"],
    ["type A = import('../protocol.ts').A"],
  ])('sees the import in %j', source => {
    expect(importsOf('judge/judge.ts', source)).toEqual(['protocol.ts'])
  })
})
