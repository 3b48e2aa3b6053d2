/** What is said of recordings that no test used. */
import { toOneLine } from '../text.ts'

const MOST_NAMES = 5
const label = 'Obsolete        '
const indent = ' '.repeat(label.length)

/** How many recordings no test of any known suite used, and which; no line when there are none. */
export function tellObsolete(files: readonly string[], neverRun: number): string[] {
  if (files.length === 0) return []
  const names = files.slice(0, MOST_NAMES).map(file => `${indent}${toOneLine(file.replaceAll('\\', '/'))}`)
  const more = files.length > MOST_NAMES ? [`${indent}and ${files.length - MOST_NAMES} more`] : []
  return [
    `${label}${recordings(files.length)} used by no test known here; npx context-recall prune deletes ${files.length === 1 ? 'it' : 'them'}`,
    ...names,
    ...more,
    ...tellNeverRun(neverRun).map(line => `${indent}${line}`),
  ]
}

/** What tests use that were skipped as long as they are known here, or always failed, may be more. */
export function tellNeverRun(tests: number): string[] {
  if (tests === 0) return []
  const which = tests === 1 ? '1 test has' : `${tests} tests have`
  return [`${which} never run whole here, being skipped or failing: look whether these are theirs`]
}

/** Why nothing can be said of those that were not used. */
export function tellIncomplete(unused: number, why: string): string[] {
  const were = unused === 1 ? 'was' : 'were'
  return unused === 0 ? [] : [`${label}not judged of ${recordings(unused)} that ${were} not used: ${why}`]
}

/** What a run used could not be written down. */
export function tellUnkept(why: string): string[] {
  return [`${label}what was used could not be kept for prune (${why})`]
}

function recordings(count: number): string {
  return `${count} recording${count === 1 ? '' : 's'}`
}
