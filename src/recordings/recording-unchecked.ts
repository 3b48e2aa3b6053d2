/** Recordings read for a look only: shape, but neither seal nor key. */
import { isMembers, parseText, shapeFaultOf } from './recording-shape.ts'
import type { Recording } from './recording.ts'

/** The recording in a text, or undefined when it has not the shape of one. */
export function parseUnchecked(text: string): Recording | undefined {
  let value: unknown
  try {
    value = parseText(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  return isMembers(value) && value.format === 1 && shapeFaultOf(value) === undefined
    ? (value as unknown as Recording)
    : undefined
}
