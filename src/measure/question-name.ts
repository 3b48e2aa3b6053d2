/** Names one of several questions of an assertion, for messages. */
import type { Passage } from './windows.ts'
import { contextName } from '../recordings/question-texts.ts'

interface Question {
  claims: readonly number[]
  passages: readonly Passage[]
}

const contextsNamed = 3

/** Which question of how many, its claims from 1, and its contexts as the caller has them; nothing where there is one. */
export function partName(
  { claims, passages }: Question,
  positions: readonly (readonly number[])[],
  [index, count]: [index: number, count: number],
): string | undefined {
  if (count === 1) return undefined
  const names = passages.map(
    ({ context, start }) =>
      `${contextName(context, positions)}${start === 0 ? '' : ` from character ${start}`}`,
  )
  const shown = names.slice(0, names.length > contextsNamed ? contextsNamed - 1 : contextsNamed)
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : ''
  return `${index + 1} of the ${count} of this assertion: ${claimsName(claims)}, ${shown.join(', ')}${more}`
}

/** Names the one more look at claims. */
export function lookName({ claims }: Question): string {
  return `one more look at ${claimsName(claims)}, over what several windows quoted`
}

function claimsName(claims: readonly number[]): string {
  const [first = 0] = claims
  const last = claims.at(-1) ?? first
  if (claims.length === 1) return `claim ${first + 1}`
  const areSuccessive = last - first === claims.length - 1
  return `claims ${areSuccessive ? `${first + 1} to ${last + 1}` : claims.map(claim => claim + 1).join(', ')}`
}
