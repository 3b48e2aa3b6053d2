/** The contexts as they are keyed and sent, and the way back to where the caller had them. */
import { byCodeUnit, isBlank, normaliseLineEnds } from '../text.ts'

export interface ArrangedContexts {
  /** Line ends normalised, blank ones left out, equal ones once, sorted by code unit. */
  sent: string[]
  /** For each sent context, its zero-based positions in the caller's list, ascending. */
  positions: number[][]
}

/** Brings contexts into the one order in which they are keyed, sent and stored, so that ranking does not matter. */
export function arrangeContexts(contexts: readonly string[]): ArrangedContexts {
  const positionsOf = new Map<string, number[]>()
  for (const [position, context] of contexts.entries()) {
    if (isBlank(context)) continue
    const text = normaliseLineEnds(context)
    const positions = positionsOf.get(text)
    if (positions === undefined) positionsOf.set(text, [position])
    else positions.push(position)
  }
  const sent = [...positionsOf.keys()].sort(byCodeUnit)
  return { sent, positions: sent.map(text => positionsOf.get(text) ?? []) }
}

/** The offset in `original` that corresponds to `offset` in its text with line ends normalised. */
export function originalOffset(original: string, offset: number): number {
  let result = offset
  for (let at = original.indexOf('\r\n'); at !== -1 && at < result; at = original.indexOf('\r\n', at + 2))
    result++
  return result
}
