/** What the texts of a question may count as, beside its instructions. */
import { UsageError } from '../errors.ts'
import type { Prompt } from '../judge/prompts/prompt.ts'
import { tokensIn } from './tokens.ts'

const defaultMaxInputTokens = 64_000
/** The schema of the answer and the lines between the texts. */
const framingTokens = 500
const leastRoom = 500

/** More verdicts than that make an answer long, and a judge careless. */
export const claimsAtOnce = 40

/** Tokens left of `maxInputTokens`. Throws a `UsageError` when the instructions leave next to nothing. */
export function roomFor(
  { kind, instructions }: Prompt,
  maxInputTokens: number = defaultMaxInputTokens,
): number {
  const room = maxInputTokens - tokensIn(instructions) - framingTokens
  if (room >= leastRoom) return room
  throw new UsageError(
    `The option maxInputTokens is ${maxInputTokens}, and the ${kind} instructions alone count as ${tokensIn(instructions)}.\n` +
      `  do  raise maxInputTokens to ${maxInputTokens + leastRoom - room} at least, or give shorter prompts`,
  )
}
