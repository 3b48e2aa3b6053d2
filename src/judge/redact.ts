/** Takes keys and headers out of texts that come from a server or an SDK, before anyone sees them. */
import { hideKeys, secretsIn } from '../secret-shapes.ts'
import { shorten, toOneLine } from '../text.ts'

/** One printable line of at most 300 characters, without secrets. */
export type Redact = (text: string) => string

const hidden = '[redacted]'
const patterns: readonly RegExp[] = [
  // What stands after the name of a credential or an authorisation scheme
  /(\b(?:bearer|basic) )[^\s"',;]+/gi,
  /(\b(?:authorization|proxy-authorization|(?:set-)?cookie|x-(?:[a-z]{1,20}-){0,4}(?:key|token))["']? ?[:=] ?["']?)[^\s"',;][^"',;]*/gi,
  /(\b(?:api[-_ ]?key|access[-_]?token|token|secret|password)["']?(?: provided)? ?[:=] ?["']?)[^\s"',;&}]+/gi,
]

/** A redactor that also hides the given values, such as the API key in use. */
export function createRedactor(secrets: Iterable<string | undefined>): Redact {
  const known = [...secrets]
    .filter((secret): secret is string => secret !== undefined && secret.length >= 4)
    .toSorted((a, b) => b.length - a.length)
  return text => {
    let line = toOneLine(text.slice(0, 10_000))
    for (const secret of known) line = line.replaceAll(secret, hidden)
    for (const { value } of secretsIn(line)) line = line.replaceAll(value, hidden)
    line = hideKeys(line, hidden)
    for (const pattern of patterns) line = line.replace(pattern, `$1${hidden}`)
    // anything else long enough to be a key
    line = line.replace(/[\w-]{32,}/g, run => (/\d/.test(run) && /[A-Za-z]/.test(run) ? hidden : run))
    return shorten(line, 300)
  }
}
