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
  const kept = contexts.flatMap((text, position) =>
    isBlank(text) ? [] : [{ text: normaliseLineEnds(text), position }],
  )
  kept.sort((a, b) => byCodeUnit(a.text, b.text))
  const arranged: ArrangedContexts = { sent: [], positions: [] }
  // equal ones stand side by side, in the caller's order: a sort keeps it
  for (const { text, position } of kept) {
    if (arranged.sent.at(-1) === text) arranged.positions.at(-1)?.push(position)
    else {
      arranged.sent.push(text)
      arranged.positions.push([position])
    }
  }
  return arranged
}

/** The offset in `original` that corresponds to `offset` in its text with line ends normalised. */
export function originalOffset(original: string, offset: number): number {
  let result = offset
  for (let at = original.indexOf('\r\n'); at !== -1 && at < result; at = original.indexOf('\r\n', at + 2))
    result++
  return result
}
