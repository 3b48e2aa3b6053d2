/** Runs one example as its user would, with the installed Vitest, in a process of its own. */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** How a run ended. */
export interface SuiteRun {
  exitCode: number
  /** All that it printed, as it would look in this terminal. */
  printed: string
  /** The same without colours. */
  text: string
}

/**
 * Runs the tests under `examples/<name>` with one of Vitest's reporters. `CI` is cleared for it, because the
 * recordings of the examples are made by it too.
 */
export function runSuite(
  name: string,
  reporter: 'default' | 'dot' | 'verbose',
  environment: Record<string, string>,
): Promise<SuiteRun> {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const root = join(import.meta.dirname, name)
  const { CI, ...inherited } = process.env
  const colours = process.stdout.isTTY && !inherited.NO_COLOR ? { FORCE_COLOR: '1' } : {}

  const child = spawn(process.execPath, [vitest, 'run', '--root', root, '--reporter', reporter], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...inherited, ...colours, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      printed += piece
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', code =>
      resolve({ exitCode: code ?? 1, printed, text: stripVTControlCharacters(printed) }),
    )
  })
}
