/** Takes HTML tags, link targets, JSON escapes and entities out of a text: what a reader of it would not read. */
import { type MappedText, MappedTextBuilder } from './mapped-text.ts'

// Only names that HTML has: `Promise<Response>` and XML elements hold words of their own.
const blockTags =
  'address|article|aside|blockquote|body|caption|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|' +
  'h[1-6]|head|header|hr|html|legend|li|main|nav|ol|option|p|pre|section|select|summary|table|tbody|tfoot|thead|' +
  'title|tr|ul'
const inlineTags =
  'a|abbr|acronym|b|bdi|bdo|big|br|button|center|cite|code|col|colgroup|data|del|dfn|em|font|i|img|input|ins|kbd|' +
  'label|mark|meter|output|progress|q|rp|rt|ruby|s|samp|small|span|strike|strong|sub|sup|td|th|time|tt|u|var|wbr'
// An attribute without a value must be one of these, or `a <b and c> d` would lose words.
const bareAttributes =
  'checked|controls|default|defer|disabled|download|hidden|itemscope|loop|multiple|muted|nowrap|open|readonly|' +
  'required|reversed|selected'
const attribute = `\\s+(?:[\\w:@.-]+\\s*=\\s*(?:"[^"]*"|'[^']*'|[^\\s"'<>=\`]+)|(?:${bareAttributes})(?![\\w:@.=-]))`
const tag = new RegExp(`</?(?:(${blockTags})|(${inlineTags}))(?:${attribute})*\\s*/?>`, 'iy')
const autolink = /<(?:https?|ftp|mailto):[^\s<>]+>/iy
// One pair of parentheses inside, as in links to Wikipedia; a title may follow. Stops where another link begins.
const linkTarget =
  /\]\((?:<[^<>\n]*>|(?:[^\s()[\]<>]|\([^\s()[\]<>]*\)|\[[^\s()[\]<>]*\](?!\()){0,2000})(?:\s+(?:"[^"\n[\]]*"|'[^'\n[\]]*'))?\s*\)/y
const footnote = /\[\^[^\s[\]]+\]/y
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/iy
const entities: Record<string, string> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  minus: '−',
  hellip: '…',
  shy: '\u00ad',
  ne: '≠',
  le: '≤',
  ge: '≥',
  euro: '€',
  pound: '£',
  yen: '¥',
}
// More than one backslash where JSON stands inside JSON.
const escape = /\\+(?:u([\da-fA-F]{4})|(["'/bfnrt]))/y
const escapes: Record<string, string> = { b: ' ', f: '\n', n: '\n', r: '\r', t: '\t' }

const paragraphSeparator = '\u2029'

interface Replacement {
  text: string
  end: number
}

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(text)
}

// `Option<A>` names a type; no one opens a bold `<B>` inside a word.
function isTypeParameter(found: RegExpExecArray, text: string): boolean {
  return /^<[A-Z]>$/.test(found[0]) && /\w/.test(text.charAt(found.index - 1))
}

function replaceTag(text: string, index: number): Replacement | undefined {
  const found = matchAt(tag, text, index)
  if (found && !isTypeParameter(found, text)) {
    const inline = found[2]?.toLowerCase()
    const replacement =
      inline === undefined ? paragraphSeparator : inline === 'br' ? '\n' : inline === 'wbr' ? '' : ' '
    return { text: replacement, end: tag.lastIndex }
  }
  return matchAt(autolink, text, index) ? { text: ' ', end: autolink.lastIndex } : undefined
}

function replaceEntity(text: string, index: number): Replacement | undefined {
  const found = matchAt(entity, text, index)
  if (!found) return undefined
  const [, decimal, hexadecimal, name] = found
  const end = entity.lastIndex
  if (name !== undefined) {
    const named = Object.hasOwn(entities, name) ? entities[name] : undefined
    return named === undefined ? undefined : { text: named, end }
  }
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number.parseInt(decimal, 10)
  return code > 0x10ffff ? undefined : { text: String.fromCodePoint(code), end }
}

function replaceEscape(text: string, index: number): Replacement | undefined {
  const found = matchAt(escape, text, index)
  if (!found) return undefined
  const [, hexadecimal, letter = ''] = found
  if (hexadecimal === undefined) return { text: escapes[letter] ?? letter, end: escape.lastIndex }
  return { text: String.fromCharCode(Number.parseInt(hexadecimal, 16)), end: escape.lastIndex }
}

function replaceAt(text: string, index: number): Replacement | undefined {
  switch (text[index]) {
    case '<':
      return replaceTag(text, index)
    case '&':
      return replaceEntity(text, index)
    case '\\':
      return replaceEscape(text, index)
    case ']':
      return matchAt(linkTarget, text, index) ? { text: ' ', end: linkTarget.lastIndex } : undefined
    case '[':
      return matchAt(footnote, text, index) ? { text: ' ', end: footnote.lastIndex } : undefined
    default:
      return undefined
  }
}

// A run of backslashes without an escape behind it is copied whole, or each of them would look for its end again.
function plainEnd(text: string, index: number): number {
  let end = index + 1
  if (text[index] === '\\') while (text[end] === '\\') end++
  return end
}

/**
 * The text without markup, mapped to the text as given; `undefined` when there is none. Tags of blocks become
 * paragraph separators, other markup white space, so that words do not grow together.
 */
export function withoutMarkup(text: string): MappedText | undefined {
  if (!/[<&\\]|\]\(|\[\^/.test(text)) return undefined
  const output = new MappedTextBuilder(text.length)
  let isChanged = false
  for (let index = 0; index < text.length; ) {
    const replacement = replaceAt(text, index)
    if (replacement) {
      output.addText(replacement.text, index, replacement.end)
      index = replacement.end
      isChanged = true
    } else {
      for (const end = plainEnd(text, index); index < end; index++) {
        output.add(text.charCodeAt(index), index, index + 1)
      }
    }
  }
  return isChanged ? output.build() : undefined
}
