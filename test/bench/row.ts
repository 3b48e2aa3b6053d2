/** What a row of the benchmark is: something measured, told as tables and sentences. */
import type { Installation } from './installation.ts'

export interface Row {
  /** Given to `--only`. */
  name: string
  title: string
  run(installation: Installation): Promise<Finding[]>
}

/** One table under its heading, with what has to be known to read it. */
export interface Finding {
  heading: string
  /** The first line holds the names of the columns. */
  table: readonly (readonly string[])[]
  notes: readonly string[]
  /** Figures that are counted and not timed, and came out wrong: they fail the benchmark. */
  faults?: readonly string[]
}

/** How a timed figure stands to its goal; told, never enforced, because machines differ. */
export function toldGoal(what: string, figure: number, goal: number): string {
  return `${what}: goal ≤ ${goal} ms, measured ${milliseconds(figure)} ms: ${figure <= goal ? 'reached' : 'missed'}`
}

/** Three significant digits at least, whole milliseconds from 100 on. */
export function milliseconds(value: number): string {
  const size = Math.abs(value)
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3)
}
