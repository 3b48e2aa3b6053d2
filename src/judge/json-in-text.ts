/** The one JSON object in what a weak model wrote around it: read tolerantly, never guessed, never completed. */

/**
 * The object, or undefined when there is none, when there are several that differ, or when one never ends. Thinking
 * aloud (`<think>`) is passed over, and so are commas before a closing bracket.
 */
export function jsonInText(text: string): unknown {
  const answer = text.replace(/^\ufeff/, '').replace(/<(think|thinking)>.*?<\/\1>/gs, '')
  if (/<think(?:ing)?>/.test(answer)) return undefined
  const found = new Map<string, unknown>()
  for (let at = answer.indexOf('{'); at !== -1; at = answer.indexOf('{', at)) {
    const end = endOfObject(answer, at)
    if (end === undefined) return undefined
    const value = parseObject(answer.slice(at, end))
    if (value !== undefined) found.set(JSON.stringify(value), value)
    at = value === undefined ? at + 1 : end
  }
  const [only] = found.values()
  return found.size === 1 ? only : undefined
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
  return text.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/gs, (_, string: string | undefined) => string ?? '')
}
