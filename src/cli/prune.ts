/** `prune`: deletes the recordings that no suite used in its last complete run. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../errors.ts'
import {
  canonicalDirectory,
  canonicalPath,
  packageDirectory,
  readSuiteUses,
  suiteIn,
  type SuiteUse,
} from '../reporters/suite-use.ts'
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
  const uses = usesOf(io, directory)
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

/** Of the package one stands in and of the one that has the directory: nothing is deleted unless all of it is known. */
function usesOf({ cwd }: CliIo, { path, shown }: RecordingsDirectory): SuiteUse[] {
  const [own, theirs] = [packageDirectory(cwd), packageDirectory(path)]
  const read = own === theirs ? [readSuiteUses(own)] : [readSuiteUses(theirs), readSuiteUses(own)]
  const [damaged] = read.flatMap(each => each.damaged)
  if (damaged !== undefined)
    throw new UsageError(
      `What a suite used cannot be read: ${damaged}\n` +
        '  do  delete that file, and run every suite of the package once; then prune',
    )
  // what a suite of ours used is kept in both, under another name
  const kept = new Set(read[0]?.uses.map(({ suite }) => suite))
  const mine = (read[1]?.uses ?? []).filter(({ suite }) => !kept.has(suiteIn(theirs, own, suite)))
  const uses = [...(read[0]?.uses ?? []), ...mine]
  if (uses.length === 0) throw nothingKnown()
  const directory = canonicalDirectory(path)
  if (uses.some(({ directories }) => directories.includes(directory))) return uses
  throw new UsageError(
    `No suite known here has recordings in ${shown}.\n` +
      '  do  run the suite that uses it once, then prune in its package',
  )
}

function nothingKnown(): UsageError {
  return new UsageError(
    'It is not known which recordings the tests use.\n' +
      '  do  run the whole suite once, with its reporter and without a filter, skipped, todo or failing tests; then prune',
  )
}

function sort(
  { path, store }: RecordingsDirectory,
  uses: readonly SuiteUse[],
): { obsolete: string[]; newer: number; unreadable: number } {
  const used = new Set(uses.flatMap(use => use.used))
  const oldest = Math.min(...uses.map(({ at }) => at))
  const unused = store.list().filter(name => !used.has(canonicalPath(join(path, name))))
  // made since: by a test that no complete run has had in it yet
  const old = unused.filter(name => modifiedAt(join(path, name)) <= oldest)
  const obsolete = old.filter(name => readEntry(store, name).recording !== undefined)
  return { obsolete, newer: unused.length - old.length, unreadable: old.length - obsolete.length }
}

/** Of a link that leads nowhere 0: it is unreadable, and nothing new. */
function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
