/** Figures of claims that were judged: balanced accuracy with its interval, precision, recall, confusion. */
import type { Status } from '../../../src/verdicts/verdicts.ts'
import { bootstrapInterval, type Interval } from './bootstrap.ts'
import type { SupportOutcome } from './measured.ts'

export const statuses: readonly Status[] = ['supported', 'partial', 'contradicted', 'missing', 'unverified']

/** The label of a claim, what became of it, and what people said. */
export type Judged = Pick<SupportOutcome, 'status' | 'attributed'> & {
  item: Pick<SupportOutcome['item'], 'label' | 'supported'>
}

/** Shares are 0 to 1; undefined where there is nothing to divide by. */
export interface SupportFigures {
  items: number
  /** The mean of the shares judged right among supported and among other claims. */
  balancedAccuracy: number | undefined
  interval: Interval | undefined
  /** Of the claims judged supported, how many are. */
  precision: number | undefined
  /** Of the supported claims, how many were judged so. */
  recall: number | undefined
  /** Label → status → number of claims. */
  confusion: Record<string, Record<Status, number>>
}

/** The figures of some claims. The interval is stratified: both classes keep their size in every resample. */
export function supportFigures(judged: readonly Judged[]): SupportFigures {
  const classes = classesOf(judged)
  const found = judged.filter(({ attributed, item }) => attributed && item.supported).length
  return {
    items: judged.length,
    balancedAccuracy: balanced(classes),
    interval: bootstrapInterval(classes, strata => balanced(strata) as number),
    precision: share(found, judged.filter(({ attributed }) => attributed).length),
    recall: share(found, classes[0]?.length ?? 0),
    confusion: confusionOf(judged),
  }
}

/** The mean over files that have both classes; resamples keep files and classes at their size. */
export function meanOverFiles(
  files: readonly (readonly Judged[])[],
): Pick<SupportFigures, 'balancedAccuracy' | 'interval'> {
  const strata = files.map(classesOf).filter(classes => balanced(classes) !== undefined)
  const mean = (classes: readonly (readonly boolean[])[]): number => {
    const halves = classes.map(correct => share(correct.filter(Boolean).length, correct.length) as number)
    return halves.reduce((sum, half) => sum + half, 0) / halves.length
  }
  const flat = strata.flat()
  return {
    balancedAccuracy: flat.length === 0 ? undefined : mean(flat),
    interval: bootstrapInterval(flat, mean),
  }
}

/** Whether each claim was judged right: those that are supported, then the others. */
function classesOf(judged: readonly Judged[]): boolean[][] {
  const isRight = ({ attributed, item }: Judged): boolean => attributed === item.supported
  return [true, false].map(supported =>
    judged.filter(({ item }) => item.supported === supported).map(isRight),
  )
}

function balanced(classes: readonly (readonly boolean[])[]): number | undefined {
  const [supported, others] = classes.map(right => share(right.filter(Boolean).length, right.length))
  return supported === undefined || others === undefined ? undefined : (supported + others) / 2
}

function confusionOf(judged: readonly Judged[]): SupportFigures['confusion'] {
  const confusion: SupportFigures['confusion'] = {}
  // supported labels first, then by name
  const rank = ({ item }: Judged): string => `${item.supported ? 0 : 1}${item.label}`
  for (const each of judged.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))) {
    const row = (confusion[each.item.label] ??= Object.fromEntries(
      statuses.map(status => [status, 0]),
    ) as Record<Status, number>)
    row[each.status]++
  }
  return confusion
}

export function share(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole
}
