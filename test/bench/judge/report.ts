/** The figures of a run, by file and over all; printed as they are with `--json`. */
import { decompositionFigures, type DecompositionFigures } from './decomposition-figures.ts'
import {
  type Cost,
  type DecompositionOutcome,
  type MeasuredFile,
  type Outcome,
  sumCosts,
  type SupportOutcome,
} from './measured.ts'
import type { Selection } from './read-labelled.ts'
import { secondQuestionFigures, type SecondQuestionFigures } from './second-questions.ts'
import { meanOverFiles, supportFigures, type SupportFigures } from './support-figures.ts'

/** What stands beside the figures of a file, or of all files of a kind. */
export interface Part {
  name: string
  failed: number
  notRun: number
  cost: Cost
  seconds: number
  secondQuestions: SecondQuestionFigures
}

export type SupportPart = Part & SupportFigures
export type DecompositionPart = Part & DecompositionFigures

/** Figures of the files, and of all their items taken together. */
export interface Section<T> {
  files: T[]
  all: T
}

export interface Report {
  model: string
  selection: Selection
  support?: Section<SupportPart> & { mean: Pick<SupportFigures, 'balancedAccuracy' | 'interval'> }
  decomposition?: Section<DecompositionPart>
  /** Of all files. */
  total: Part
  failures: { file: string; line: number; id: string; reason: string }[]
  /** Why the run ended before its end. */
  stopped?: string
  results: Result[]
}

/** What became of one item. */
type Result = { file: string; line: number; id: string } & (
  | { label: string; supported: boolean; status: string; attributed: boolean }
  | { goldClaims: string[]; claims: string[] }
)

/** Composes the report of a run. */
export function composeReport(
  files: readonly MeasuredFile[],
  run: { model: string; selection: Selection; stopped?: string | undefined },
): Report {
  const { model, selection, stopped } = run
  const supportFiles = files.filter(({ kind }) => kind === 'support')
  const splitFiles = files.filter(({ kind }) => kind === 'decomposition')
  return {
    model,
    selection,
    ...(supportFiles.length > 0 && {
      support: {
        ...sectionOf(supportFiles, supportPart),
        mean: meanOverFiles(supportFiles.map(supportOutcomes)),
      },
    }),
    ...(splitFiles.length > 0 && { decomposition: sectionOf(splitFiles, decompositionPart) }),
    total: partOf(together(files)),
    failures: files.flatMap(({ name, failures }) =>
      failures.map(({ item: { line, id }, reason }) => ({ file: name, line, id, reason })),
    ),
    ...(stopped !== undefined && { stopped }),
    results: files.flatMap(({ name, outcomes }) => outcomes.map(outcome => resultOf(name, outcome))),
  }
}

function sectionOf<T>(files: readonly MeasuredFile[], partOf: (file: MeasuredFile) => T): Section<T> {
  return { files: files.map(partOf), all: partOf(together(files)) }
}

function together(files: readonly MeasuredFile[]): MeasuredFile {
  return {
    name: 'all items',
    kind: files[0]?.kind ?? 'support',
    outcomes: files.flatMap(({ outcomes }) => outcomes),
    failures: files.flatMap(({ failures }) => failures),
    notRun: files.reduce((sum, { notRun }) => sum + notRun, 0),
    seconds: files.reduce((sum, { seconds }) => sum + seconds, 0),
  }
}

function supportOutcomes({ outcomes }: MeasuredFile): SupportOutcome[] {
  return outcomes.filter(outcome => outcome.kind === 'support')
}

function supportPart(file: MeasuredFile): SupportPart {
  return { ...partOf(file), ...supportFigures(supportOutcomes(file)) }
}

function decompositionPart(file: MeasuredFile): DecompositionPart {
  const outcomes = file.outcomes.filter(
    (outcome): outcome is DecompositionOutcome => outcome.kind === 'decomposition',
  )
  return { ...partOf(file), ...decompositionFigures(outcomes) }
}

function partOf({ name, outcomes, failures, notRun, seconds }: MeasuredFile): Part {
  const cost = sumCosts(outcomes.map(outcome => outcome.cost))
  return {
    name,
    failed: failures.length,
    notRun,
    cost,
    seconds: Number(seconds.toFixed(3)),
    secondQuestions: secondQuestionFigures(outcomes),
  }
}

function resultOf(file: string, outcome: Outcome): Result {
  const { line, id } = outcome.item
  if (outcome.kind === 'decomposition')
    return { file, line, id, goldClaims: outcome.item.goldClaims, claims: outcome.claims }
  const { item, status, attributed } = outcome
  return { file, line, id, label: item.label, supported: item.supported, status, attributed }
}
