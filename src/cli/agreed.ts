/** Asks before something is deleted; without a terminal nobody can be asked. */
import { type CliIo, exit } from './io.ts'

/** Undefined when it may be deleted, else the exit code: `--yes` says so beforehand. */
export async function refusedBy(io: CliIo, question: string, yes = false): Promise<number | undefined> {
  if (yes) return undefined
  if (!io.isTerminal) {
    io.err('Nothing was deleted: without a terminal, give --yes.')
    return exit.misuse
  }
  if (await io.confirm(question)) return undefined
  io.out('Kept.')
  return exit.found
}
