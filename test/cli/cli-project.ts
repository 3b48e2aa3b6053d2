/** A git repository with recordings in it, in which the command line is run without a process of its own. */
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CliIo } from '../../src/cli/io.ts'
import { runCli } from '../../src/cli/program.ts'
import type { Environment } from '../../src/recordings/secrets.ts'
import { temporaryDirectory } from '../recordings/temporary-directory.ts'

const directory = '__recordings__/context-recall'

export interface Ran {
  code: number
  out: string
  err: string
}

export interface RunOptions {
  environment?: Environment
  /** What the person at the terminal says. */
  answer?: boolean
  /** Sees what git is asked. */
  onGit?: (args: readonly string[], input: string | undefined) => void
}

export interface CliProject {
  root: string
  /** What was started: a program, its arguments, and the variables it got. */
  started: unknown[][]
  /** Runs the command line. */
  run(args: readonly string[], options?: RunOptions): Promise<Ran>
  git(...args: string[]): string
  /** Writes recordings, and commits all there is. */
  commit(files?: Iterable<readonly [name: string, text: string]>): void
  write(name: string, text: string): void
  read(name: string): string
}

export function cliProject({ git: withGit = true }: { git?: boolean } = {}): CliProject {
  const root = temporaryDirectory()
  const started: unknown[][] = []
  const git = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}${stdout}`)
    return stdout
  }
  if (withGit) {
    git('init', '--quiet', '--initial-branch', 'main')
    const config =
      '[user]\nname = a\nemail = a@b.invalid\n[core]\nautocrlf = false\n[commit]\ngpgsign = false\n'
    appendFileSync(join(root, '.git/config'), config)
  }
  const path = (name: string): string => join(root, directory, name)
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(path(name)), { recursive: true })
    writeFileSync(path(name), text)
  }
  return {
    root,
    started,
    git,
    write,
    read: name => readFileSync(path(name), 'utf8'),
    commit(files = []) {
      for (const [name, text] of files) write(name, text)
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '--message', 'recordings')
    },
    async run(args, { environment = {}, answer, onGit } = {}) {
      const lines = { out: [] as string[], err: [] as string[] }
      const io: CliIo = {
        out: line => lines.out.push(line),
        err: line => lines.err.push(line),
        cwd: root,
        version: '1.2.3',
        environment,
        isTerminal: answer !== undefined,
        confirm: async () => answer === true,
        git: (gitArgs, input) => {
          onGit?.(gitArgs, input)
          const { status, stdout } = spawnSync('git', gitArgs, { encoding: 'utf8', cwd: root, input })
          return { ok: status === 0, stdout }
        },
        start: async (command, variables) => {
          started.push([...command, variables])
          return 7
        },
      }
      const code = await runCli(args, io)
      return { code, out: lines.out.join('\n'), err: lines.err.join('\n') }
    },
  }
}
