/** Whether evidence can be seen to bear its claim. What speaks against it is a reason to ask again, never a veto. */
import type { Doubt } from '../wire.ts'
import { shareNothing } from './content-words.ts'
import { StatedNumbers } from './numbers.ts'

/** Why a claim's verified evidence may not bear it; undefined where nothing speaks against it. */
export function bearingDoubt(claim: string, evidence: readonly string[]): Omit<Doubt, 'claim'> | undefined {
  const numbers = new StatedNumbers(evidence).notBorne(claim)
  if (numbers.length > 0) return { reason: 'number-not-quoted', quotes: [], numbers }
  return shareNothing(claim, evidence) ? { reason: 'unrelated-evidence', quotes: [] } : undefined
}
