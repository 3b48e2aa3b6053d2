/** What a text is about: its content words, so that two texts can be seen to have none in common. */
import { codeAt, DIGIT, kindOf, LETTER, MARK, OTHER, unitsOf } from './characters.ts'
import { foldText } from './fold.ts'
import { isStopWord, languagesOf } from './stop-words.ts'

interface TextRead {
  /** Folded, without the marks of Latin, Greek and Cyrillic letters. */
  text: string
  /** Words of scripts that part them by spaces, and numbers. */
  words: string[]
  /** Runs of characters of other scripts. */
  runs: string[]
  /** The script that most letters belong to; undefined where there is none. */
  script: string | undefined
}

function scriptOf(code: number, kind: number): string {
  if (kind === LETTER) {
    if (code >= 0x400 && code < 0x530) return 'Cyrillic'
    return code >= 0x370 && code < 0x400 ? 'Greek' : 'Latin'
  }
  if ((code >= 0xac00 && code < 0xd7b0) || (code >= 0x1100 && code < 0x1200)) return 'Hangul'
  if ((code >= 0x2e80 && code < 0xa000) || (code >= 0xf900 && code < 0xfb00) || code >= 0x20000) return 'CJK'
  return code >= 0x600 && code < 0x780 ? 'Arabic' : `from ${code & ~0x7f}`
}

function readText(source: string): TextRead {
  const text = foldText(source)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
  const words: string[] = []
  const runs: string[] = []
  const letters = new Map<string, number>()
  let before = 0
  for (let index = 0; index < text.length; ) {
    const code = codeAt(text, index)
    const character = text.slice(index, index + unitsOf(code))
    index += character.length
    const kind = kindOf(code)
    if (kind === LETTER || kind === OTHER) {
      const script = scriptOf(code, kind)
      letters.set(script, (letters.get(script) ?? 0) + 1)
    }
    const isLetter = kind === LETTER || kind === DIGIT
    const list = isLetter ? words : kind === OTHER || (kind === MARK && before === OTHER) ? runs : undefined
    const group = list === words ? LETTER : list === runs ? OTHER : 0
    if (list !== undefined) {
      if (group === before) list.push(`${list.pop() ?? ''}${character}`)
      else list.push(character)
    }
    before = group
  }
  const [script] = [...letters].reduce<[string | undefined, number]>(
    (most, entry) => (entry[1] > most[1] ? entry : most),
    [undefined, 0],
  )
  return { text, words, runs, script }
}

/** The beginnings of content words, so that inflection does not part them, and pairs of characters. */
function contentOf({ words, runs, script }: TextRead): Set<string> {
  if (script === undefined) return new Set()
  if (runs.length > 0 && !['Latin', 'Greek', 'Cyrillic'].includes(script))
    return new Set(runs.flatMap(pairsOf))
  return new Set(words.filter(isContent).map(word => word.slice(0, 4)))
}

function isContent(word: string): boolean {
  return /^\d/.test(word) || (word.length > 2 && !isStopWord(word))
}

function pairsOf(run: string): string[] {
  const characters = Array.from(run)
  return characters.length === 1
    ? [run]
    : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/**
 * Whether claim and evidence have no content word in common though they are of one script and, as far as their
 * small words tell, of one language. Where either has no content word there is nothing to compare.
 */
export function shareNothing(claim: string, evidence: readonly string[]): boolean {
  const claimed = readText(claim)
  const quoted = readText(evidence.join('\n'))
  if (claimed.script === undefined || claimed.script !== quoted.script) return false
  const [claimLanguages, languages] = [languagesOf(claimed.words), languagesOf(quoted.words)]
  const isOther = claimLanguages.length > 0 && languages.length > 0
  if (isOther && !claimLanguages.some(language => languages.includes(language))) return false
  const [claimContent, content] = [contentOf(claimed), contentOf(quoted)]
  if (claimContent.size === 0 || content.size === 0) return false
  // also inside of words: Nobelpreis and Preis
  return (
    ![...claimContent].some(word => quoted.text.includes(word)) &&
    ![...content].some(word => claimed.text.includes(word))
  )
}
