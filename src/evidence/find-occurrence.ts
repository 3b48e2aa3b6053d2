/** Substring search that stays linear on texts made to be slow. */

// Up to this product the engine's own search is faster than ours even where it compares everything with everything.
const nativeUpTo = 1 << 23

/**
 * The first occurrence of `needle` that `accepts`, or -1. Occurrences are offered in ascending order,
 * overlapping ones too.
 */
export function findOccurrence(text: string, needle: string, accepts: (at: number) => boolean): number {
  const next = occurrencesOf(text, needle)
  for (let at = next(0); at !== -1; at = next(at + 1)) if (accepts(at)) return at
  return -1
}

/** A function that gives the first occurrence from a place on, or -1; the places asked for must ascend. */
export function occurrencesOf(text: string, needle: string): (from: number) => number {
  if (needle === '' || needle.length > text.length) return () => -1
  if (text.length * needle.length > nativeUpTo) return occurrencesInLongText(text, needle)
  return from => text.indexOf(needle, from)
}

// Knuth-Morris-Pratt: no text makes it slower than its length.
function occurrencesInLongText(text: string, needle: string): (from: number) => number {
  const borders = bordersOf(needle)
  const beginning = needle.slice(0, 8)
  let matched = 0
  let index = 0
  return from => {
    if (from > index) {
      index = from
      matched = 0
    }
    for (; index < text.length; index++) {
      if (matched === 0) {
        // most of a text has nothing in common with the needle, and the engine passes over that in no time
        index = text.indexOf(beginning, index)
        if (index === -1) break
      }
      const unit = text.charCodeAt(index)
      while (matched > 0 && unit !== needle.charCodeAt(matched)) matched = borders[matched - 1] as number
      if (unit === needle.charCodeAt(matched)) matched++
      if (matched < needle.length) continue
      matched = borders[matched - 1] as number
      const at = index - needle.length + 1
      if (at < from) continue
      index++
      return at
    }
    index = text.length
    return -1
  }
}

// borders[i]: length of the longest proper prefix of the needle that ends at i.
function bordersOf(needle: string): Int32Array {
  const borders = new Int32Array(needle.length)
  let length = 0
  for (let index = 1; index < needle.length; index++) {
    const unit = needle.charCodeAt(index)
    while (length > 0 && unit !== needle.charCodeAt(length)) length = borders[length - 1] as number
    if (unit === needle.charCodeAt(length)) length++
    borders[index] = length
  }
  return borders
}
