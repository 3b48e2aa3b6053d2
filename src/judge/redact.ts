/** Takes keys and headers out of texts that come from a server or an SDK, before anyone sees them. */
import { shorten, toOneLine } from '../text.ts'

/** One printable line of at most 300 characters, without secrets. */
export type Redact = (text: string) => string

const hidden = '[redacted]'
const patterns: readonly RegExp[] = [
  // What stands after the name of a credential or an authorisation scheme
  /(?<=\b(?:bearer|basic)\s+)[^\s"',;]+/gi,
  /(?<=\b(?:authorization|proxy-authorization|cookie|set-cookie|x-[a-z-]*(?:key|token))["']?\s*[:=]\s*["']?)[^\s"',;][^"',;]*/gi,
  /(?<=\b(?:api[-_ ]?key|access[-_]?token|token|secret|password)["']?(?:\s+provided)?\s*[:=]\s*["']?)[^\s"',;&}]+/gi,
  // Keys of providers by their prefixes; `*` because servers mask the middle of a key but not its ends
  /\b(?:sk|pk|rk|gsk|xai|vck|ghp|gho|github_pat|xox[a-z]|hf|r8|AKIA|AIza)[-_*]?[\w*-]{8,}/g,
  // Anything else long enough to be one
  /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/g,
]

/** A redactor that also hides the given values, such as the API key in use. */
export function createRedactor(secrets: Iterable<string | undefined>): Redact {
  const known = [...secrets]
    .filter((secret): secret is string => secret !== undefined && secret.length >= 4)
    .toSorted((a, b) => b.length - a.length)
  return text => {
    let line = toOneLine(text.slice(0, 10_000))
    for (const secret of known) line = line.replaceAll(secret, hidden)
    for (const pattern of patterns) line = line.replace(pattern, hidden)
    return shorten(line, 300)
  }
}
