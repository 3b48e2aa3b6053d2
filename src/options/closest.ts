/** What a mistyped name was meant to be. */
import { createRequire } from 'node:module'

type Distance = (a: string, b: string) => number

/** The name nearest to a mistyped one, when one is near. */
export function closest(name: string, names: readonly string[]): string | undefined {
  // only a mistake needs it: loading it took a fifth of the package's start
  const { distance } = createRequire(import.meta.url)('fastest-levenshtein') as { distance: Distance }
  let best: { name: string; distance: number } | undefined
  for (const candidate of names) {
    const [given, known] = [name.toLowerCase(), candidate.toLowerCase()]
    const far = given.startsWith(known) ? 1 : distance(given, known)
    if (best === undefined || far < best.distance) best = { name: candidate, distance: far }
  }
  return best !== undefined && best.distance <= Math.max(2, best.name.length / 3) ? best.name : undefined
}
