/** What a run says of missing recordings: how many, why, the command that records them all, and what that takes. */
import { dirname } from 'node:path/posix'
import { toOneLine } from '../text.ts'
import { ofLastAttempts, type ReportedAssertion } from './summary.ts'

const mostCauses = 8
const mostFiles = 20
const indent = ' '.repeat('Context recall  '.length)

/** One paragraph for the end of a run; no line when nothing is missing. */
export function tellMissing(assertions: readonly ReportedAssertion[]): string[] {
  const missing = ofLastAttempts(assertions).flatMap(assertion =>
    assertion.notMeasured === undefined ? [] : (assertion.missing ?? []),
  )
  if (missing.length === 0) return []
  // several tests may ask the same question
  const byFile = new Map(missing.map(each => [each.file, each]))
  const causes = [...Map.groupBy(byFile.values(), ({ difference }) => difference)]
    .map(([difference, { length }]) => [length, toOneLine(difference)] as const)
    .sort(([a], [b]) => b - a)
  const others = causes.slice(mostCauses).reduce((sum, [number]) => sum + number, 0)
  const width = String(byFile.size).length
  const asked = missing.flatMap(({ questions }) => questions)
  const known = new Map(
    asked.flatMap(question => (question.file === undefined ? [] : [[question.file, question]])),
  )
  const questions = [...known.values(), ...asked.filter(({ file }) => file === undefined)]
  const tokens = questions.reduce((sum, { inputTokens }) => sum + inputTokens, 0)
  const stores = [...new Set([...byFile.keys()].map(file => dirname(file)))]
  return [
    `Context recall  ${byFile.size} ${byFile.size === 1 ? 'recording is' : 'recordings are'} missing`,
    ...causes
      .slice(0, mostCauses)
      .map(([number, difference]) => `${indent}${String(number).padStart(width)} × ${difference}`),
    ...(others === 0 ? [] : [`${indent}${String(others).padStart(width)} × other differences`]),
    ...commandsOf(missing.flatMap(({ rerun }) => rerun ?? [])).map(
      (command, index) => `${indent}${index === 0 ? 'record ' : '       '} ${command}`,
    ),
    `${indent}on your machine, then commit ${stores.join(', ')}; about ${questions.length} ${questions.length === 1 ? 'call' : 'calls'}` +
      ` and ${Number(tokens.toPrecision(2)).toLocaleString('en')} input tokens`,
  ]
}

/** Commands that differ only in their last argument, the test file, as one. */
function commandsOf(reruns: readonly string[]): string[] {
  const files = Map.groupBy(new Set(reruns), command => command.slice(0, lastArgument(command)))
  return [...files].map(([head, commands]) => {
    const command = `${head}${commands
      .map(each => each.slice(head.length))
      .sort()
      .join('')}`
    return commands.length > mostFiles ? head.replace(/ --runTestsByPath$/, '') : command
  })
}

/** Where the last argument begins, with the space before it. */
function lastArgument(command: string): number {
  return command.lastIndexOf(command.endsWith("'") ? " '" : ' ')
}
