/** Figures of texts that were split into claims: precision, recall and F1 against the claims people found. */
import { findAddedNumbers } from '../../../src/verdicts/claims.ts'
import { bootstrapInterval, type Interval } from './bootstrap.ts'
import { countMatches } from './match-claims.ts'
import type { DecompositionOutcome } from './measured.ts'
import { share } from './support-figures.ts'

/** A text, its gold claims and the extracted ones. */
export type Split = Pick<DecompositionOutcome, 'claims'> & {
  item: Pick<DecompositionOutcome['item'], 'text' | 'before' | 'goldClaims'>
}

/** Shares are 0 to 1, over all claims of all texts; undefined where there is nothing to divide by. */
export interface DecompositionFigures {
  texts: number
  claims: number
  goldClaims: number
  matched: number
  precision: number | undefined
  recall: number | undefined
  f1: number | undefined
  /** Of F1, over resampled texts. */
  interval: Interval | undefined
  /** Texts in which people found no claim. */
  withoutGold: number
  /** Of these, how many were given none. */
  rightlyNone: number
  /** Claims with a number that neither the text nor what comes before it has. */
  inventedNumbers: number
}

interface Counts {
  claims: number
  goldClaims: number
  matched: number
}

/** The figures of some texts; claims given for a text that makes none lower precision. */
export function decompositionFigures(splits: readonly Split[]): DecompositionFigures {
  const counts = splits.map(countOf)
  const { claims, goldClaims, matched } = sum(counts)
  const withoutGold = splits.filter(({ item }) => item.goldClaims.length === 0)
  return {
    texts: splits.length,
    claims,
    goldClaims,
    matched,
    precision: share(matched, claims),
    recall: share(matched, goldClaims),
    f1: f1Of(counts),
    interval: bootstrapInterval([counts], ([texts = []]) => f1Of(texts) ?? 0),
    withoutGold: withoutGold.length,
    rightlyNone: withoutGold.filter(split => split.claims.length === 0).length,
    inventedNumbers: splits.reduce((total, split) => total + countInvented(split), 0),
  }
}

function countOf({ claims, item: { goldClaims } }: Split): Counts {
  return { claims: claims.length, goldClaims: goldClaims.length, matched: countMatches(claims, goldClaims) }
}

function sum(counts: readonly Counts[]): Counts {
  const total = { claims: 0, goldClaims: 0, matched: 0 }
  for (const { claims, goldClaims, matched } of counts) {
    total.claims += claims
    total.goldClaims += goldClaims
    total.matched += matched
  }
  return total
}

function f1Of(counts: readonly Counts[]): number | undefined {
  const { claims, goldClaims, matched } = sum(counts)
  return share(2 * matched, claims + goldClaims)
}

function countInvented({ claims, item: { text, before } }: Split): number {
  const request = { kind: 'claims' as const, groundTruth: text }
  return findAddedNumbers(claims, before === undefined ? request : { ...request, question: before }).length
}
