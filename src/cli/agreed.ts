/** Asks before something is written or deleted; without a terminal nobody can be asked. */
import { type CliIo, exit } from './io.ts'

/** Undefined when it may be done, else the exit code: `--yes` says so beforehand. */
export async function refusedBy(io: CliIo, question: string, yes = false): Promise<number | undefined> {
  if (yes) return undefined
  if (!io.isTerminal) {
    io.err('Nothing was changed: without a terminal, give --yes.')
    return exit.misuse
  }
  if (await io.confirm(question)) return undefined
  io.out('Nothing was changed.')
  return exit.found
}
