/** Kills processes while they write recordings, and looks at what is left. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseRecording } from '../../src/recordings/recording.ts'
import { quickStart } from './quick-start.ts'

const script = fileURLToPath(new URL('./writing-process.ts', import.meta.url))

/** Starts writers in `directory`, `atOnce` of them at a time, and kills each at a moment of its own. */
export async function killWriters(
  directory: string,
  { kills, atOnce, links }: { kills: number; atOnce: number; links: string },
): Promise<void> {
  let started = 0
  const lane = async (): Promise<void> => {
    while (started < kills) await killOne(directory, started++, links)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

async function killOne(directory: string, writer: number, links: string): Promise<void> {
  const args = [script, directory, String(writer), 'endless', links]
  const child: ChildProcess = spawn(process.execPath, args, { env: quickStart })
  if (child.stdout === null) throw new Error('the writing process has no output')
  await once(child.stdout, 'data')
  await new Promise(resolve => setTimeout(resolve, randomInt(40)))
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  if (child.signalCode !== 'SIGKILL')
    throw new Error(`the writing process ended by itself: ${child.exitCode}`)
}

/** What stands in a directory: whole recordings, those that are not, and files that no write finished. */
export function inspect(directory: string): { whole: string[]; torn: string[]; strays: string[] } {
  const found: ReturnType<typeof inspect> = { whole: [], torn: [], strays: [] }
  for (const name of readdirSync(directory)) {
    if (name === '.gitignore') continue
    if (!name.endsWith('.jsonc')) found.strays.push(name)
    else if (isWhole(join(directory, name), name)) found.whole.push(name)
    else found.torn.push(name)
  }
  return found
}

function isWhole(path: string, name: string): boolean {
  try {
    parseRecording(readFileSync(path, 'utf8'), name)
    return true
  } catch {
    return false
  }
}
