/** What is said while live calls are made, so that a run that records does not look like one that hangs. */

/** How far the live calls of a run are. */
export interface CallCounts {
  asked: number
  answered: number
  failed: number
}

const ANSWERS_PER_LINE = 10

/** The one line that a terminal shows and renews; none before the first call and after the last. */
export function progressLine({ asked, answered, failed }: CallCounts): string | undefined {
  if (asked === 0 || answered + failed === asked) return undefined
  const failures = failed === 0 ? '' : `, ${failed} failed`
  return `context-recall: ${answered} of ${asked} questions answered${failures}`
}

/** The lines for a log, which keeps them all: one for every ten answers since `before`. */
export function progressLines(before: CallCounts, { answered }: CallCounts): string[] {
  const lines: string[] = []
  for (
    let told = Math.floor(before.answered / ANSWERS_PER_LINE) + 1;
    told * ANSWERS_PER_LINE <= answered;
    told++
  )
    lines.push(`context-recall: ${told * ANSWERS_PER_LINE} questions answered`)
  return lines
}
