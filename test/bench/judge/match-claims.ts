/** Matches extracted claims to gold claims, one to one, by the tokens they share. */

/** Claims count as the same from this token F1 on. */
export const sameFrom = 0.65

// Scripts that put no space between words count by character.
const unspaced = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map(script => `\\p{Script=${script}}`)
  .join('')
const token = new RegExp(String.raw`[${unspaced}]|[[\p{L}\p{M}\p{N}]--[${unspaced}]]+`, 'gv')

/** Words, or characters where words are not spaced; case and punctuation don't count. */
export function tokensOf(text: string): string[] {
  return text.normalize('NFC').toLowerCase().match(token) ?? []
}

/** 2 × shared / (all of both), every token as often as it occurs. */
export function tokenF1(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 0
  const left = new Map<string, number>()
  for (const word of a) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of b) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    left.set(word, count - 1)
    shared++
  }
  return (2 * shared) / (a.length + b.length)
}

/** How many pairs the matching with the highest sum of token F1 has, over pairs of 0.65 or more. */
export function countMatches(claims: readonly string[], gold: readonly string[]): number {
  if (claims.length > gold.length) return countMatches(gold, claims)
  const [rows, columns] = [claims.map(tokensOf), gold.map(tokensOf)]
  const weights = rows.map(row =>
    columns.map(column => {
      const f1 = tokenF1(row, column)
      return f1 >= sameFrom ? f1 : 0
    }),
  )
  return bestAssignment(weights).filter((column, row) => (weights[row]?.[column] ?? 0) > 0).length
}

/**
 * The column for each row such that the sum of weights is highest: row after row takes the best alternating path.
 * There must be at least as many columns as rows; a row left over has a column of weight 0.
 */
export function bestAssignment(weights: readonly (readonly number[])[]): number[] {
  const width = weights[0]?.length ?? 0
  const rowOf: number[] = Array.from({ length: width }, () => -1)
  const weight = (row: number, column: number): number => weights[row]?.[column] ?? 0
  for (const start of weights.keys()) {
    const { gains, cameFrom } = bestPaths(start, rowOf, weight)
    let column = -1
    for (const [end, gain] of gains.entries())
      if (rowOf[end] === -1 && (column === -1 || gain > (gains[column] as number))) column = end
    while (column !== -1) {
      const previous = cameFrom[column] as number
      rowOf[column] = previous === -1 ? start : (rowOf[previous] as number)
      column = previous
    }
  }
  return weights.map((_, row) => rowOf.indexOf(row))
}

/** For each column what the sum gains when `start` is given a place and the rows moved for it end there. */
function bestPaths(
  start: number,
  rowOf: readonly number[],
  weight: (row: number, column: number) => number,
): { gains: number[]; cameFrom: number[] } {
  const gains = rowOf.map((_, column) => weight(start, column))
  const cameFrom = rowOf.map(() => -1)
  let changed = true
  while (changed) {
    changed = false
    for (const [from, row] of rowOf.entries()) {
      if (row === -1) continue
      for (const to of rowOf.keys()) {
        const gain = (gains[from] as number) - weight(row, from) + weight(row, to)
        // the sums of a circle may differ by rounding, and would go round for ever
        if (to === from || gain <= (gains[to] as number) + 1e-9) continue
        gains[to] = gain
        cameFrom[to] = from
        changed = true
      }
    }
  }
  return { gains, cameFrom }
}
