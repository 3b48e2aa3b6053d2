/** Small questions about text that every room asks the same way. */

/** Line ends as `\n`, whatever the checkout or the retriever made of them. */
export function normaliseLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/** Whether nothing but white space is in it. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text)
}

/** NFC, but for runs of marks that no language writes: the engine orders them in quadratic time. */
export function composed(text: string): string {
  return /\p{M}{32}/u.test(text) ? text : text.normalize('NFC')
}

/** Code-unit order: the same on every machine, unlike anything that asks a locale. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

// C0 and C1 controls, zero-width and bidirectional controls, line and paragraph separators, BOM, variation
// selectors (but for the two of emoji) and tags, which can hide a text
const unprintable =
  // oxlint-disable-next-line no-control-regex -- the point is to remove them
  /[\ufe00-\ufe0d\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\udb40[\udc00-\uddef]/g

/** A command of some CI systems wherever it stands in a line: `##[error]`, `##vso[task.complete]`, `##teamcity[…]`. */
const logCommand = /##(?=\w*\[)/g

/** What needs no change, as most texts do: printable ASCII, no white space but single spaces inside. */
const plainLine = /^[!-~]+(?: [!-~]+)*$/

/**
 * One printable line of a text that a judge or a context wrote: runs of white space become one space, control
 * and direction characters are dropped, so that a terminal or a CI log shows it as what it is and obeys nothing in it.
 */
export function toOneLine(text: string): string {
  if (text.length < 1000 && plainLine.test(text) && !text.includes('##')) return text
  return text
    .replace(/[\s\u0085]+/g, ' ')
    .replace(unprintable, '')
    .replace(logCommand, '# #')
    .toWellFormed()
    .trim()
}

/** At most `length` UTF-16 units of a text, the cut marked by `…` and never through a surrogate pair. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 2)) ? length - 2 : length - 1
  return `${text.slice(0, end).trimEnd()}…`
}

/** An argument as a shell takes it. */
export function quoteArgument(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", String.raw`'\''`)}'`
}
