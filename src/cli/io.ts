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
  /** Its values must not stand in a recording. */
  environment: Environment
  /** Whether a person can be asked. */
  isTerminal: boolean
  /** Asks that person a question; false unless the answer is yes. */
  confirm(question: string): Promise<boolean>
  /** Runs git in `cwd`. */
  git(args: readonly string[], input?: string): GitResult
}

/** Exit codes: done and nothing wrong, something wrong was found, the command was given wrongly. */
export const exit = { fine: 0, found: 1, misuse: 2 } as const
