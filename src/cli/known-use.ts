/** What is known of the use of recordings: the one place where the command line asks for it. */
import { type Ledger, readLedger, testsUsing } from '../recordings/used-recordings.ts'
import { toOneLine } from '../text.ts'
import type { Found } from './recordings-directory.ts'

/** Tests and scripts that used a recording when they last ran; undefined where none is known that used its directory. */
export type UsersOf = (found: Found) => string[] | undefined

/** Reads what is known once per directory. */
export function knownUse(): UsersOf {
  const ledgers = new Map<string, Ledger>()
  return ({ directory: { path }, name }) => {
    const ledger = ledgers.get(path) ?? readLedger(path)
    ledgers.set(path, ledger)
    return ledger.suites.length === 0 ? undefined : testsUsing(ledger, name).map(toOneLine)
  }
}
