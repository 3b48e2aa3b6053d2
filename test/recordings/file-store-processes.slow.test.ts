import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { fileStore, nodeFileSystem } from '../../src/recordings/file-store.ts'
import { keyRequest } from '../../src/recordings/key.ts'
import type { RecordingStore } from '../../src/recordings/store.ts'
import { inspect, killWriters } from './kill-writers.ts'
import { quickStart } from './quick-start.ts'
import { fileOf, judgeParts } from './sample.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const script = fileURLToPath(new URL('./writing-process.ts', import.meta.url))
const run = promisify(execFile)
const inside = (directory: string): string[] => readdirSync(directory).filter(name => name !== '.gitignore')

it.each(['links', 'no links'])(
  'ends with one text per name that all of 8 processes return: %s',
  async links => {
    const directory = temporaryDirectory()
    const names = 25
    const writers = Array.from({ length: 8 }, (_, writer) =>
      run(process.execPath, [script, directory, String(writer), String(names), links], { env: quickStart }),
    )
    const returned = (await Promise.all(writers)).map(({ stdout }) => JSON.parse(stdout) as unknown)
    const standing = Object.fromEntries(
      inside(directory).map(name => [name, readFileSync(join(directory, name), 'utf8')]),
    )
    expect(Object.keys(standing)).toHaveLength(names)
    for (const each of returned) expect(each).toEqual(standing)
  },
  60_000,
)

const fullStore = 500

it.each([
  ['an empty store', 0, 'links', 20],
  ['a full store', fullStore, 'links', 20],
  ['a store without links', 0, 'no links', 20],
])(
  'leaves every recording whole when processes are killed while writing: %s',
  async (_, before, links, kills) => {
    const directory = temporaryDirectory()
    const texts = fillStore(directory, before)
    await killWriters(directory, { kills, atOnce: 4, links })
    const { whole, torn, strays } = inspect(directory)
    expect(torn).toEqual([])
    expect(whole.length).toBeGreaterThan(before)
    for (const [name, text] of texts) expect(readFileSync(join(directory, name), 'utf8')).toBe(text)
    // one at least, however the kills fell
    const half = `${recordingText('half')[0]}.0123456789abcdef.tmp`
    writeFileSync(join(directory, half), '{ "format": 1,')
    strays.push(half)

    const later = laterStore(directory)
    expect(later.list()).toEqual(whole.sort())
    later.replace(...recordingText('written later'))
    expect(straysIn(directory), 'too young to be swept').toEqual(strays.sort())
    const elevenMinutesAgo = Date.now() / 1000 - 11 * 60
    for (const stray of strays) utimesSync(join(directory, stray), elevenMinutesAgo, elevenMinutesAgo)
    laterStore(directory).replace(...recordingText('written later still'))
    expect(straysIn(directory)).toEqual([])
  },
  60_000,
)

function straysIn(directory: string): string[] {
  return inside(directory)
    .filter(name => !name.endsWith('.jsonc'))
    .sort()
}

/** The store of a later run, which may read no temporary file but its own. */
function laterStore(directory: string): RecordingStore {
  const own = new Set<string>()
  return fileStore(directory, {
    ...nodeFileSystem,
    create(path, text) {
      own.add(path)
      nodeFileSystem.create(path, text)
    },
    read(path) {
      if (path.endsWith('.tmp') && !own.has(path)) throw new Error(`${path} was read`)
      return nodeFileSystem.read(path)
    },
  })
}

function recordingText(groundTruth: string): [name: string, text: string] {
  const keyed = keyRequest({ kind: 'claims', groundTruth }, judgeParts)
  return fileOf(keyed)
}

function fillStore(directory: string, count: number): [name: string, text: string][] {
  const files = Array.from({ length: count }, (_, index) => recordingText(`Filled in, number ${index}`))
  for (const [name, text] of files) writeFileSync(join(directory, name), text)
  return files
}
