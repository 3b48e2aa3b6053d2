/** `prune`: deletes the recordings that no test and no script uses. */
import { UsageError } from '../errors.ts'
import { judgeUse, readLedger } from '../recordings/used-recordings.ts'
import { tellNeverRun } from '../reporters/tell-obsolete.ts'
import { sourceState } from '../reporters/source-state.ts'
import { toOneLine } from '../text.ts'
import { refusedBy } from './agreed.ts'
import { type CliIo, exit, type Outcome } from './io.ts'
import type { RecordingsDirectory } from './recordings-directory.ts'

export interface PruneOptions {
  /** Only name them. */
  dryRun?: boolean
  yes?: boolean
}

/** Deletes after naming; without a terminal only with `yes`. Nothing is deleted unless the use of all is known. */
export async function prune(
  io: CliIo,
  { path, shown, store }: RecordingsDirectory,
  options: PruneOptions,
): Promise<Outcome> {
  const ledger = readLedger(path)
  const judged = judgeUse(ledger, sourceState(ledger.home).digest)
  if ('why' in judged)
    throw new UsageError(
      `It is not known which recordings in ${shown} the tests use: ${judged.why}.\n  do  ${judged.remedy}; then prune`,
    )
  io.out('Known here:')
  for (const { suite, commit, files } of ledger.suites) {
    const uses = Object.values(files).flatMap(tests => Object.values(tests).flatMap(({ used }) => used))
    const at = commit === undefined ? '' : `  at commit ${commit}`
    io.out(`  ${toOneLine(suite)}  ${new Set(uses).size} recordings${at}`)
  }
  const { obsolete, unreadable, neverRun } = judged
  if (unreadable > 0) io.out(`Kept: ${unreadable} damaged, see audit.`)
  const outcome = (code: number, deleted = false): Outcome => ({
    code,
    json: obsolete.map(name => ({ file: `${shown}/${name}`, deleted })),
  })
  if (obsolete.length === 0) {
    io.out('Nothing to delete.')
    return outcome(exit.fine)
  }
  io.out(`Used by none of them, ${obsolete.length}:`)
  for (const name of obsolete) io.out(`  ${shown}/${name}`)
  for (const line of tellNeverRun(neverRun)) io.out(line)
  if (options.dryRun === true) return outcome(exit.fine)
  const question = `Delete ${obsolete.length === 1 ? 'it' : `these ${obsolete.length}`}?`
  const refused = await refusedBy(io, question, options.yes)
  if (refused !== undefined) return outcome(refused)
  for (const name of obsolete) store.remove(name)
  io.out(`Deleted ${obsolete.length}.`)
  return outcome(exit.fine, true)
}
