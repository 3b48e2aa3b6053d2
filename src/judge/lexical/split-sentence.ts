/** Takes an English sentence apart where two things are said of one subject; other languages stay whole. */

const finite = new Set(
  `is are was were has have had can could will would may might must should does do did became becomes won wins made
  makes began begins wrote writes gave gives took takes went goes held holds led leads left leaves met meets ran runs
  died dies sold sells grew grows rose rises fell falls kept keeps found finds built builds said says got gets came comes became
  includes include contains contain uses use provides provide returns return needs need works lives plays played`
    .trim()
    .split(/\s+/),
)
const ownSubject = /^(?:he|she|it|they|we|this|these|that|those|there)\b/i
const boundaries = new Set(
  `a an the in on at as of for with by to from into is are was were be include includes including such his her their its
  both like between has have had`
    .trim()
    .split(/\s+/),
)

// Nobody writes two things of one subject in more
const longestSplit = 600

/** The sentence, or the sentences it is made of; all words are its own. */
export function splitSentence(sentence: string): string[] {
  if (sentence.length > longestSplit) return [sentence]
  // recheck: of no longer sentence
  const final = /[.!。！]?["”'’)\]]*$/.exec(sentence)?.[0] ?? ''
  const body = sentence.slice(0, sentence.length - final.length)
  const end = final.startsWith('.') || final === '' ? '.' : final
  if (/["“”«»「」『』]/.test(body))
    return splitParts(body).length > 1 ? finish(splitParts(body), end) : [sentence]
  const parts = splitParts(body).flatMap(splitList)
  return parts.length === 1 ? [sentence] : finish(parts, end)
}

function finish(parts: readonly string[], end: string): string[] {
  return parts.map(part => `${part.charAt(0).toUpperCase()}${part.slice(1)}${end}`)
}

/** Cuts at a semicolon, and where `and` or `but` begins something else that is said of the same subject. */
function splitParts(body: string): string[] {
  // recheck: of no longer sentence
  const [first = '', ...rest] = body.split(/;\s+|,?\s+(?:and|but)\s+(?=\S+\s)/)
  const separators = body.match(/;\s+|,?\s+(?:and|but)\s+(?=\S+\s)/g) ?? []
  const subject = subjectOf(first)
  const parts = [first]
  for (const [index, segment] of rest.entries()) {
    const separator = separators[index] ?? ' '
    const isClause = ownSubject.test(segment) || (/^[;,]/.test(separator) && hasSubject(segment))
    const begins = beginsWithVerb(segment)
    if (isClause && subjectOf(parts[0] ?? '') !== undefined) parts.push(segment)
    else if (begins && subject !== undefined) parts.push(`${subject} ${segment}`)
    else parts[parts.length - 1] += `${separator}${segment}`
  }
  return parts.map(part => part.trim())
}

function isFinite(word: string): boolean {
  const bare = word.toLowerCase().replace(/[^a-z']/g, '')
  return finite.has(bare) || (bare.length > 4 && bare.endsWith('ed'))
}

function beginsWithVerb(segment: string): boolean {
  const [first = '', second = ''] = segment.split(' ')
  return isFinite(first) || (/ly$|^(?:also|later|then|never|currently)$/.test(first) && isFinite(second))
}

function hasSubject(segment: string): boolean {
  const words = segment.split(' ')
  const verb = words.slice(0, 8).findIndex(isFinite)
  return verb > 0 && /^(?:the|a|an|his|her|its|their)$|^[A-Z]/.test(words[0] ?? '')
}

/** What stands before the first verb, when that is short and no clause of its own. */
function subjectOf(part: string): string | undefined {
  const words = part.split(' ')
  const verb = words.findIndex(isFinite)
  if (verb < 1 || verb > 7) return undefined
  const subject = words.slice(0, verb).join(' ')
  if (/,|^(?:in|on|at|after|before|during|when|if|while|although|as|since|by|for|with|to)\b/i.test(subject))
    return undefined
  return /\b(?:who|which|that)$/i.test(subject) ? undefined : subject
}

/** `X is a, b, and c` as `X is a`, `X is b`, `X is c`: short items at the end of a sentence. */
function splitList(part: string): string[] {
  // recheck: of no longer sentence
  if (!part.includes(', ') || !/ and [^,]+$/.test(part) || subjectOf(part) === undefined || / or /.test(part))
    return [part]
  // recheck: of no longer sentence
  const items = part.split(/, (?:and )?| and (?=[^,]*$)/).map(item => item.trim())
  const [head = '', ...others] = items
  if (others.length < 2 || others.some(item => item.split(' ').length > 4 || item.split(' ').some(isFinite)))
    return [part]
  const words = head.split(' ')
  const boundary = words.findLastIndex(word => boundaries.has(word.toLowerCase()))
  if (boundary < 1 || words.length - boundary > 5) return [part]
  const prefix = words.slice(0, boundary + 1).join(' ')
  const isArticle = /\b(?:a|an)$/.test(prefix)
  return [
    head,
    ...others.map(
      item =>
        `${isArticle && /^(?:an?|the) /.test(item) ? words.slice(0, boundary).join(' ') : prefix} ${item}`,
    ),
  ]
}
