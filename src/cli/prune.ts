/** `prune`: deletes the recordings that no suite used in its last complete run. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../errors.ts'
import { readSuiteUses, type SuiteUse } from '../reporters/suite-use.ts'
import { toOneLine } from '../text.ts'
import { refusedBy } from './agreed.ts'
import { readEntry } from './entries.ts'
import { type CliIo, exit } from './io.ts'
import type { RecordingsDirectory } from './recordings-directory.ts'

export interface PruneOptions {
  /** Only name them. */
  dryRun?: boolean
  yes?: boolean
}

/** Deletes after naming; without a terminal only with `yes`. Damaged recordings and those made since are kept. */
export async function prune(
  io: CliIo,
  directory: RecordingsDirectory,
  options: PruneOptions,
): Promise<number> {
  const { uses, damaged } = readSuiteUses(io.cwd)
  for (const path of damaged) io.err(`Not readable, and left out: ${path}`)
  if (uses.length === 0) throw nothingKnown()
  io.out('Suites known here, by their last complete run:')
  for (const { suite, at, used } of uses)
    io.out(`  ${toOneLine(suite)}  ${new Date(at).toISOString()}  ${used.length} recordings`)
  const { obsolete, newer, unreadable } = sort(directory, uses)
  if (newer > 0) io.out(`Kept: ${newer} made after the oldest of these runs.`)
  if (unreadable > 0) io.out(`Kept: ${unreadable} damaged, see audit.`)
  if (obsolete.length === 0) {
    io.out('Nothing to delete.')
    return exit.fine
  }
  io.out(`Used by none of them, ${obsolete.length}:`)
  for (const name of obsolete) io.out(`  ${directory.shown}/${name}`)
  if (options.dryRun === true) return exit.fine
  const question = `Delete ${obsolete.length === 1 ? 'it' : `these ${obsolete.length}`}?`
  const refused = await refusedBy(io, question, options.yes)
  if (refused !== undefined) return refused
  for (const name of obsolete) directory.store.remove(name)
  io.out(`Deleted ${obsolete.length}.`)
  return exit.fine
}

function nothingKnown(): UsageError {
  return new UsageError(
    'It is not known which recordings the tests use.\n' +
      '  do  run the whole suite once, with its reporter and without a filter, skipped or failing tests; then prune',
  )
}

function sort(
  { path, store }: RecordingsDirectory,
  uses: readonly SuiteUse[],
): { obsolete: string[]; newer: number; unreadable: number } {
  const used = new Set(uses.flatMap(use => use.used))
  const oldest = Math.min(...uses.map(({ at }) => at))
  const unused = store.list().filter(name => !used.has(join(path, name)))
  // made since: by a test that no complete run has had in it yet
  const old = unused.filter(name => statSync(join(path, name)).mtimeMs <= oldest)
  const obsolete = old.filter(name => readEntry(store, name).recording !== undefined)
  return { obsolete, newer: unused.length - old.length, unreadable: old.length - obsolete.length }
}
