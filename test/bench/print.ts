/** Findings as lines of text. */
import type { Finding } from './row.ts'

/** A finding's heading, its table with aligned columns, its notes and faults. */
export function renderFinding({ heading, table, notes, faults = [] }: Finding): string {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map(line => line[column]?.length ?? 0)),
  )
  const lines = table.map(cells =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  return [
    `  ${heading}`,
    '',
    ...lines.map(line => `    ${line.trimEnd()}`),
    '',
    ...notes.map(note => `    ${note}`),
    ...faults.map(fault => `    WRONG: ${fault}`),
    '',
  ].join('\n')
}
