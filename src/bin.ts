#!/usr/bin/env node
/** The command `context-recall`: the process's side of the command line. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline/promises'
import { exit } from './cli/io.ts'
import { runCli } from './cli/program.ts'
import { environment } from './options/config.ts'

/** Streams that take nothing any more. */
const closed = new Set<NodeJS.WriteStream>()
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (closed.has(stream)) return
    closed.add(stream)
    // a reader such as `head` has seen enough; the work and its exit code are not changed by that
    if (code === 'EPIPE') return
    process.exitCode = exit.failed
    if (stream === process.stdout)
      print(
        process.stderr,
        `The output could not be written: ${code === 'ENOSPC' ? 'the disk is full' : message}.\n  do  make room, or write it elsewhere`,
      )
  })

function print(stream: NodeJS.WriteStream, line: string): void {
  if (!closed.has(stream)) stream.write(`${line}\n`)
}

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }
const code = await runCli(process.argv.slice(2), {
  out: line => print(process.stdout, line),
  err: line => print(process.stderr, line),
  cwd: process.cwd(),
  version,
  environment: environment(),
  isTerminal: process.stdin.isTTY && process.stdout.isTTY,
  confirm: async question => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    const ended = once(terminal, 'close').then(() => '')
    try {
      const answer = await Promise.race([terminal.question(`${question} [y/N] `), ended])
      return /^y(?:es)?$/i.test(answer.trim())
    } catch (error) {
      // Ctrl-C or Ctrl-D
      if ((error as Error).name === 'AbortError') return false
      throw error
    } finally {
      terminal.close()
    }
  },
  git: (args, input) => {
    const { status, stdout } = spawnSync('git', args, {
      encoding: 'utf8',
      maxBuffer: Number.POSITIVE_INFINITY,
      stdio: ['pipe', 'pipe', 'ignore'],
      ...(input !== undefined && { input }),
    })
    return { ok: status === 0, stdout: stdout ?? '' }
  },
  start: ([program = '', ...args], variables) =>
    new Promise((resolve, reject) => {
      // npx is a script on Windows, which only a shell starts
      const shell = process.platform === 'win32'
      spawn(program, args, { stdio: 'inherit', shell, env: { ...environment(), ...variables } })
        .once('error', reject)
        .once('close', ended => resolve(ended ?? exit.failed))
    }),
})
process.exitCode ??= code
