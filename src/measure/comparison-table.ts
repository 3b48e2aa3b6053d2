/** A comparison of strategies as a table of text. */
import { shownRecall } from '../verdicts/score.ts'
import { shorten, toOneLine } from '../text.ts'

/** One question, with the recall of each strategy and the claims that it alone covers. */
export interface ComparedRow {
  question: string
  recall: Readonly<Record<string, number>>
  onlyIn: Readonly<Record<string, readonly string[]>>
}

const QUESTION_WIDTH = 60

/** Recall per question and strategy, means and wins, then the claims only one strategy covers. */
export function comparisonTable(
  rows: readonly ComparedRow[],
  summary: Readonly<Record<string, { mean: number; wins: number }>>,
): string {
  const names = Object.keys(summary)
  const cells = [
    ['', ...names.map(toOneLine)],
    ...rows.map(({ question, recall }) => [
      shorten(toOneLine(question), QUESTION_WIDTH),
      ...names.map(name => shownRecall(recall[name] ?? 0)),
    ]),
    ['mean recall', ...names.map(name => shownRecall(summary[name]?.mean ?? 0))],
    ['wins', ...names.map(name => String(summary[name]?.wins ?? 0))],
  ]
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map(row => row[column]?.length ?? 0))) ?? []
  const lines = cells.map(row =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  )
  return [...lines, ...rows.flatMap(row => coveredByOne(row, names))].join('\n')
}

function coveredByOne({ question, onlyIn }: ComparedRow, names: readonly string[]): string[] {
  const covering = names.filter(name => (onlyIn[name]?.length ?? 0) > 0)
  if (covering.length === 0) return []
  return [
    '',
    toOneLine(question),
    ...covering.flatMap(name =>
      (onlyIn[name] ?? []).map(claim => `  only ${toOneLine(name)}: ${toOneLine(claim)}`),
    ),
  ]
}
