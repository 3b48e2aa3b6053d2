/** The layout of this room's errors: a sentence, then labelled lines. */
import { quoteArgument } from './text.ts'

/** A label and the lines that stand beside it. */
export type Row = readonly [label: string, ...lines: string[]]

/** The sentence, and below it each row with its label in one column. */
export function formatError(sentence: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  const lines = rows.flatMap(([label, ...texts]) =>
    texts.map((text, index) => `  ${(index === 0 ? label : '').padEnd(width)}  ${text}`),
  )
  return [sentence, ...lines].join('\n')
}

/** A path as one argument of a command: in double quotes, as every shell knows them, unless it has what they do not hide. */
export function shellPath(path: string): string {
  if (/^[\w./:\\@+-]+$/.test(path)) return path
  return /["$`!]/.test(path) ? quoteArgument(path) : `"${path}"`
}
