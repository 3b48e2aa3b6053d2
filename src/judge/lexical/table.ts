/** Tables in a text: lines of equally many cells, parted by a pipe, a tab, a hash, a semicolon or a comma. */

export interface Cell {
  /** Offsets in the text. */
  start: number
  end: number
}

/** A row of a table; the first one names the columns. */
export interface Row extends Cell {
  cells: Cell[]
}

const separators = ['|', '\t', '#', ';', ',']
const fewestRows = 3

/** The tables of a text, each by its rows; a rule such as `|---|---|` is no row. */
export function findTables(text: string): Row[][] {
  if (!text.includes('\n')) return []
  const tables: Row[][] = []
  let open: { separator: string; rows: Row[] } | undefined
  const close = (): void => {
    if (open !== undefined && open.rows.length >= fewestRows) tables.push(open.rows)
    open = undefined
  }
  for (const line of linesOf(text)) {
    const written = text.slice(line.start, line.end)
    if (open !== undefined && /^[\s|:+=-]+$/.test(written) && written.includes('-')) continue
    const row = open && readRow(text, line, open.separator)
    if (open !== undefined && row !== undefined && row.cells.length === open.rows[0]?.cells.length) {
      open.rows.push(row)
      continue
    }
    close()
    open = openTable(text, line)
  }
  close()
  return tables
}

function openTable(text: string, line: Cell): { separator: string; rows: Row[] } | undefined {
  for (const separator of separators) {
    const row = readRow(text, line, separator)
    if (row !== undefined) return { separator, rows: [row] }
  }
  return undefined
}

function readRow(text: string, line: Cell, separator: string): Row | undefined {
  const cells: Cell[] = []
  let { start } = line
  const isFramed = separator === '|' && text.charAt(start) === '|'
  if (isFramed) start++
  for (let at = start; at <= line.end; at++) {
    if (at < line.end && text.charAt(at) !== separator) continue
    if (at < line.end || !isFramed || at > start) cells.push({ start, end: at })
    start = at + 1
  }
  // A comma or a semicolon stands in prose, too: there the fields are long
  const isProse = ',;'.includes(separator) && cells.some(cell => cell.end - cell.start > 40)
  const isHeading = separator === '#' && text.charAt(line.start) === '#'
  return cells.length < 2 || isProse || isHeading ? undefined : { ...line, cells }
}

function linesOf(text: string): Cell[] {
  const lines: Cell[] = []
  for (let start = 0; start <= text.length; ) {
    const next = text.indexOf('\n', start)
    let end = next === -1 ? text.length : next
    const following = end + 1
    let first = start
    while (first < end && /\s/.test(text.charAt(first)) && text.charAt(first) !== '\t') first++
    while (end > first && /\s/.test(text.charAt(end - 1)) && text.charAt(end - 1) !== '\t') end--
    lines.push({ start: first, end })
    start = following
  }
  return lines
}
