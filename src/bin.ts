#!/usr/bin/env node
/** The command `context-recall`: the process's side of the command line. */
import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { runCli } from './cli/program.ts'
import { environment } from './config.ts'

// a reader such as `head` that has seen enough ends us, without a word
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(0)
  })

process.exitCode = await runCli(process.argv.slice(2), {
  out: line => process.stdout.write(`${line}\n`),
  err: line => process.stderr.write(`${line}\n`),
  cwd: process.cwd(),
  environment: environment(),
  isTerminal: process.stdin.isTTY && process.stdout.isTTY,
  confirm: async question => {
    const terminal = createInterface({ input: process.stdin, output: process.stdout })
    try {
      return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
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
})
