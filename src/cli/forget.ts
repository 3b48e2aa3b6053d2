/** `forget`: deletes a recording, so that the question is asked again. */
import { shorten, toOneLine } from '../text.ts'
import { refusedBy } from './agreed.ts'
import { claimsIn, claimsKey, type Entry, readEntries, readEntry } from './entries.ts'
import { type CliIo, exit, type Outcome } from './io.ts'
import type { Found, RecordingsDirectory } from './recordings-directory.ts'

/** Deletes after naming what it orphans; without a terminal only with `yes`. */
export async function forget(
  io: CliIo,
  { directory, name }: Found,
  { yes = false }: { yes?: boolean },
): Promise<Outcome> {
  const entry = readEntry(directory.store, name)
  io.out(`${entry.file}\n  ${headlineOf(entry)}`)
  const orphans = orphansOf(directory, entry)
  if (orphans.length > 0) {
    io.out('  The claims may come out otherwise the next time. These attributions were made with them:')
    for (const orphan of orphans) io.out(`    ${orphan}`)
  }
  const refused = await refusedBy(io, 'Delete it?', yes)
  const json = { file: entry.file, orphans, deleted: refused === undefined }
  if (refused !== undefined) return { code: refused, json }
  directory.store.remove(name)
  io.out('Deleted. The next run outside CI asks again.')
  return { code: exit.fine, json }
}

function headlineOf({ recording, error }: Entry): string {
  if (recording === undefined) return (error?.message ?? 'It cannot be read.').split('\n')[0] ?? ''
  const text =
    recording.kind === 'claims' ? recording.request.groundTruth : recording.request.claims.join(' ')
  return `${recording.kind} of: ${shorten(toOneLine(text), 100)}${recording.edited === true ? ' (edited by hand: that is lost)' : ''}`
}

function orphansOf({ store }: RecordingsDirectory, { name, recording }: Entry): string[] {
  if (recording?.kind !== 'claims') return []
  const key = claimsKey(claimsIn(recording))
  const entries = readEntries(store).filter(entry => entry.name !== name)
  // the same claims may be extracted from another text, whose tests still read the attributions
  const isShared = entries.some(
    ({ recording: other }) => other?.kind === 'claims' && claimsKey(claimsIn(other)) === key,
  )
  if (isShared) return []
  return entries.flatMap(({ name: other, recording: held }) =>
    held?.kind === 'attribution' && claimsKey(held.request.claims) === key ? [other] : [],
  )
}
