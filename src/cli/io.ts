/** What a command may touch: its output, its directory, git, and a person who answers. */
import type { Environment } from '../recordings/secrets.ts'

/** How git ended; `stdout` is empty when it could not be started. */
export interface GitResult {
  ok: boolean
  stdout: string
}

export interface CliIo {
  /** Prints a line of the result. */
  out(line: string): void
  /** Prints a line about the result, which a pipe does not get. */
  err(line: string): void
  cwd: string
  /** Of this package. */
  version: string
  /** Its values must not stand in a recording. */
  environment: Environment
  /** Whether a person can be asked. */
  isTerminal: boolean
  /** Asks that person a question; false unless the answer is yes. */
  confirm(question: string): Promise<boolean>
  /** Runs git in `cwd`. */
  git(args: readonly string[], input?: string): GitResult
  /** Runs a program in `cwd` with more variables, its output shown as it comes; its exit code. */
  start(command: readonly string[], variables: Readonly<Record<string, string>>): Promise<number>
}

/**
 * Exit codes: done and nothing wrong; something wrong was found; the command was given wrongly; the disk, the output or
 * this program failed.
 */
export const exit = { fine: 0, found: 1, misuse: 2, failed: 3 } as const

/** What a command came to, and what `--json` prints in the place of its lines. */
export interface Outcome {
  code: number
  json: unknown
}
