/** The stem of a word, lightly: the same for the common inflections, and never shorter than three letters. */

/** No word is longer; what is, is left as it is. */
const longestWord = 100

const endings: readonly [RegExp, string][] = [
  [/'s$|s'$/, ''],
  [/sses$/, 'ss'],
  [/ies$|ied$/, 'y'],
  // recheck: of no longer word
  [/(?<=[aeiouy].*)(?:ings?|ed|ers?|ly|ment|ments|es|s|en|e)$/, ''],
]

/** Folds away plural, tense and the like; the result is a key, not a word. */
export function stemOf(word: string): string {
  if (word.length < 4 || word.length > longestWord || /\d/.test(word)) return word
  for (const [ending, replacement] of endings) {
    if (ending.test(word) && !word.endsWith('ss')) {
      const stem = word.replace(ending, replacement)
      if (stem.length >= 3) return stem.replace(/([^aeiouls])\1$/, '$1')
    }
  }
  return word
}
