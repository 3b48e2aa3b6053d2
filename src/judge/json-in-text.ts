/** The one JSON object in what a weak model wrote around it: read tolerantly, never guessed, never completed. */

/** Thoughts at the beginning, which may hold any brackets. */
const thoughtsFirst = /^\s*(?:<(think|thinking)>.*?<\/\1>\s*)+/s
const thoughtTag = /<\/?think(?:ing)?>/g

/**
 * The object, or undefined when there is none, when there are several that differ, or when one never ends. Thinking
 * aloud (`<think>`) is passed over, and so are commas before a closing bracket. Tags inside of an object are its text.
 */
export function jsonInText(text: string): unknown {
  const answer = text.replace(thoughtsFirst, '')
  const found = new Map<string, unknown>()
  let thinking = false
  let read = 0
  for (let at = answer.indexOf('{'); at !== -1; at = answer.indexOf('{', at)) {
    const end = endOfObject(answer, at)
    if (end === undefined) return undefined
    const value = parseObject(answer.slice(at, end))
    if (value === undefined) at++
    else {
      thinking = readTags(answer.slice(read, at), thinking, found)
      if (!thinking) found.set(JSON.stringify(value), value)
      at = end
      read = end
    }
  }
  thinking = readTags(answer.slice(read), thinking, found)
  const [only] = found.values()
  return found.size === 1 && !thinking ? only : undefined
}

/** Whether thoughts go on after this prose; some models' thoughts begin before their text does, with no tag. */
function readTags(prose: string, wasThinking: boolean, found: Map<string, unknown>): boolean {
  let thinking = wasThinking
  for (const [tag] of prose.matchAll(thoughtTag)) {
    const ends = tag.startsWith('</')
    if (ends && !thinking) found.clear()
    thinking = !ends
  }
  return thinking
}

/** Where the object that begins at `start` ends, brackets in strings not counted; undefined when it never does. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '"') {
      const end = endOfString(text, at)
      if (end === undefined) return undefined
      at = end
    } else if (character === '{') depth++
    else if (character === '}' && --depth === 0) return at + 1
  }
  return undefined
}

function endOfString(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at
  }
  return undefined
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(withoutTrailingCommas(text))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function withoutTrailingCommas(text: string): string {
  return text.replace(
    /("(?:[^"\\]|\\.)*(?:"|\\?$))|,(?=\s*[}\]])/gs,
    (_, string: string | undefined) => string ?? '',
  )
}
