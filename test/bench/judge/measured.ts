/** What measuring one labelled item came to. */
import type { Status } from '../../../src/verdicts/verdicts.ts'
import type { DecompositionItem, LabelledItem, SupportItem } from './read-labelled.ts'

/** A question that was asked a second time: what its first answer alone would have come to, and what both did. */
export type SecondQuestion =
  | { kind: 'attribution'; before: Status; after: Status }
  | { kind: 'claims'; before: string[]; after: string[] }

/** Of this run; what was replayed cost nothing. */
export interface Cost {
  calls: number
  /** Questions answered from recordings. */
  replayed: number
  inputTokens: number
  outputTokens: number
}

interface Measured {
  cost: Cost
  /** How many questions it took, asked now or replayed, second ones not counted; none when a rule answered. */
  questions: number
  secondQuestions: SecondQuestion[]
}

export interface SupportOutcome extends Measured {
  kind: 'support'
  item: SupportItem
  status: Status
  attributed: boolean
}

export interface DecompositionOutcome extends Measured {
  kind: 'decomposition'
  item: DecompositionItem
  claims: string[]
}

export type Outcome = SupportOutcome | DecompositionOutcome

/** An item that could not be measured, and why, in one line. */
export interface Failure {
  item: LabelledItem
  reason: string
}

/** All of a file that was measured, and what was not. */
export interface MeasuredFile {
  name: string
  kind: LabelledItem['kind']
  outcomes: Outcome[]
  failures: Failure[]
  /** Items that were not begun, because the run was stopped. */
  notRun: number
  /** Wall-clock time of the file. */
  seconds: number
}

/** The sum of what items cost. */
export function sumCosts(costs: readonly Cost[]): Cost {
  const sum = { calls: 0, replayed: 0, inputTokens: 0, outputTokens: 0 }
  for (const cost of costs) {
    sum.calls += cost.calls
    sum.replayed += cost.replayed
    sum.inputTokens += cost.inputTokens
    sum.outputTokens += cost.outputTokens
  }
  return sum
}
