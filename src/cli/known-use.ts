/** What is known of the use of recordings: the one place where the command line asks for it. */
import { join } from 'node:path'
import { canonicalDirectory, canonicalPath, packageDirectory, readSuiteUses } from '../reporters/suite-use.ts'
import { toOneLine } from '../text.ts'
import type { Found } from './recordings-directory.ts'

/** Who used a recording when the tests last ran; undefined where no run is known that looked at its directory. */
export type UsersOf = (found: Found) => string[] | undefined

/** Reads what is known once per directory. */
export function knownUse(): UsersOf {
  const known = new Map<string, ReturnType<typeof readSuiteUses>['uses']>()
  return ({ directory: { path }, name }) => {
    const uses = known.get(path) ?? readSuiteUses(packageDirectory(path)).uses
    known.set(path, uses)
    if (!uses.some(({ directories }) => directories.includes(canonicalDirectory(path)))) return undefined
    const file = canonicalPath(join(path, name))
    return uses.filter(({ used }) => used.includes(file)).map(({ suite }) => toOneLine(suite))
  }
}
