/** Eight processes record what they share; afterwards everything replays. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { parseRecording } from '../../src/recordings/recording.ts'
import { quickStart } from './quick-start.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const script = fileURLToPath(new URL('./measuring-process.ts', import.meta.url))
const run = promisify(execFile)

interface Told {
  first: unknown[]
  again: unknown[]
  retried: unknown[]
  /** Per question, how often the judge was asked. */
  asked: number[]
}

async function measure(...args: string[]): Promise<Told> {
  const { stdout } = await run(process.execPath, [script, ...args], { maxBuffer: 1 << 26, env: quickStart })
  return JSON.parse(stdout) as Told
}

function checkFiles(directory: string): void {
  const files = readdirSync(directory).filter(name => name !== '.gitignore')
  const kinds = files.map(name => parseRecording(readFileSync(join(directory, name), 'utf8'), name).kind)
  expect(kinds.filter(kind => kind === 'claims')).toHaveLength(10)
  expect(kinds.filter(kind => kind === 'attribution')).toHaveLength(40)
  expect(new Set(files.map(name => name.toLowerCase())).size).toBe(50)
}

const eight = (...args: string[]): Promise<Told[]> =>
  Promise.all(Array.from({ length: 8 }, () => measure(...args)))

/** What replays afterwards, without a question to the judge. */
async function replay(directory: string): Promise<unknown[]> {
  checkFiles(directory)
  const { first, asked } = await measure(directory, 'replay')
  expect(asked).toEqual([])
  return first
}

it.each(['links', 'no links'])(
  'is what all of 8 processes went on with, whatever they were answered: %s',
  async links => {
    const directory = temporaryDirectory()
    const told = await eight(directory, 'auto', links)
    const replayed = await replay(directory)
    for (const { first, again, retried } of told) {
      expect(first).toEqual(replayed)
      expect(again).toEqual(replayed)
      expect(retried).toEqual(replayed)
    }
    expect(Math.max(...told.flatMap(({ asked }) => asked))).toBe(1)
    if (links === 'no links') return

    const renewed = await eight(directory, 'record')
    expect(await replay(directory)).not.toEqual(replayed)
    // claims are kept; each attribution is asked once per process, not again by a second test or a retry
    for (const { asked } of renewed) expect(asked).toEqual(Array.from({ length: 40 }, () => 1))
  },
  120_000,
)

it('is whole when the mode is record and nothing was recorded, and asked once per process', async () => {
  const directory = temporaryDirectory()
  const told = await Promise.all([measure(directory, 'record'), measure(directory, 'record')])
  expect(await replay(directory)).toHaveLength(40)
  for (const { asked } of told) expect(Math.max(...asked)).toBe(1)
}, 120_000)
