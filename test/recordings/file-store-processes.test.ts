import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { parseRecording } from '../../src/recordings/recording.ts'
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
      run(process.execPath, [script, directory, String(writer), String(names), links]),
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

it('leaves every recording whole when processes are killed while writing', async () => {
  const directory = temporaryDirectory()
  let interrupted = 0
  for (let kill = 0; kill < 30; kill++) {
    const child: ChildProcess = spawn(process.execPath, [script, directory, String(kill), 'endless'])
    if (child.stdout === null) throw new Error('the writing process has no output')
    await once(child.stdout, 'data')
    await new Promise(resolve => setTimeout(resolve, kill))
    child.kill('SIGKILL')
    await once(child, 'exit')
    interrupted += child.signalCode === 'SIGKILL' ? 1 : 0
  }
  const recordings = inside(directory).filter(name => name.endsWith('.jsonc'))
  expect(interrupted).toBe(30)
  expect(recordings.length).toBeGreaterThan(0)
  for (const name of recordings) parseRecording(readFileSync(join(directory, name), 'utf8'), name)
}, 60_000)
