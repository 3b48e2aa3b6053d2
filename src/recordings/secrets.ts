/** Keeps secrets out of what is sent and stored: provider keys, private keys, and values of environment variables. */
import { SecretError } from '../errors.ts'
import { formatError } from '../format-error.ts'
import { type Hit as ShapeHit, secretsIn } from '../secret-shapes.ts'

/** The environment variables that are looked at. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What a text contains. The value is not in it. */
export interface SecretFinding {
  /** In words, such as `an OpenAI or Anthropic key`. */
  kind: string
  /** The environment variable whose value it is. */
  variable?: string
}

const minimumLength = 16
const secretName =
  /KEY|TOKEN(?!IZ)|SECRET|PASS(?:W|PHRASE|$|_)|PWD|CREDENTIAL|AUTH(?!OR)|PRIVATE|COOKIE|_DSN|_PAT$/i
const publicName = /SHA\d*$|COMMIT|DIGEST|CHECKSUM|MODEL|VERSION|^npm_(?!config_)|MAX_\w{0,30}TOKENS/i

/** The first secret in a text, of a provider's shape or the value of a variable; undefined when there is none. */
export function findSecret(text: string, environment: Environment): SecretFinding | undefined {
  for (const { kind, variable } of hitsIn(text, secretValues(environment))) {
    return variable === undefined ? { kind } : { kind, variable }
  }
  return undefined
}

/**
 * Throws a `SecretError` for the first field whose text contains a secret, unless `allow` lets it through: a text by
 * being part of it or the variable's name, an expression by matching it. The error names field or variable, never
 * the value.
 */
export function refuseSecrets(
  fields: Iterable<readonly [field: string, text: string]>,
  { environment, allow }: { environment: Environment; allow: readonly (string | RegExp)[] },
): void {
  const values = secretValues(environment)
  for (const [field, text] of fields) {
    for (const hit of hitsIn(text, values)) if (!isAllowed(hit, allow)) throw secretError(field, hit)
  }
}

/** The text with `[secret]` in the place of what `refuseSecrets` would refuse, for messages. */
export function hideSecrets(
  text: string,
  { environment, allow }: { environment: Environment; allow: readonly (string | RegExp)[] },
): string {
  let hidden = text
  for (const hit of hitsIn(text, secretValues(environment))) {
    if (!isAllowed(hit, allow)) hidden = hidden.replaceAll(hit.value, '[secret]')
  }
  return hidden
}

interface Hit extends ShapeHit {
  variable?: string
}

function* hitsIn(
  text: string,
  values: readonly (readonly [variable: string, value: string])[],
): Generator<Hit> {
  yield* secretsIn(text)
  for (const [variable, value] of values) {
    for (const form of new Set([value, escaped(value)])) {
      if (text.includes(form)) yield { kind: 'the value of an environment variable', variable, value: form }
    }
  }
}

/** As it stands in JSON: answers, settings and many contexts are that. */
function escaped(value: string): string {
  return JSON.stringify(value).slice(1, -1)
}

function secretValues(environment: Environment): (readonly [variable: string, value: string])[] {
  const values: (readonly [string, string])[] = []
  for (const [variable, raw] of Object.entries(environment)) {
    const value = raw?.trim() ?? ''
    if (isSecretValue(variable, value)) values.push([variable, value])
    const password = passwordIn(value)
    if (password !== undefined && isMixed(password)) values.push([variable, password])
  }
  return values
}

/**
 * Most variables hold what documentation may quote: paths, addresses, model ids, versions. Under a name that speaks
 * of a secret every mixed value counts; under any other, only one with an unbroken run that no word or number is.
 */
function isSecretValue(variable: string, value: string): boolean {
  if (!isMixed(value) || publicName.test(variable)) return false
  if (isAddress(value)) return passwordIn(value) !== undefined
  if (isPath(value)) return secretName.test(variable) && hasRandomRun(value)
  return secretName.test(variable) || hasRandomRun(value)
}

function isMixed(value: string): boolean {
  return value.length >= minimumLength && /[A-Za-z]/.test(value) && /\d/.test(value)
}

function hasRandomRun(value: string): boolean {
  const runs = value.match(/[A-Za-z0-9]{16,}/g) ?? []
  return runs.some(run => (run.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g) ?? []).length >= 3)
}

function isPath(value: string): boolean {
  return /^(?:~|\.{0,2}[/\\]|[A-Za-z]:[/\\])|[:=;](?:[/\\~]|[A-Za-z]:\\)(?!\/)/.test(value)
}

function isAddress(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(value)
}

// What stands before a local host is the example of some documentation rather than a secret.
function passwordIn(address: string): string | undefined {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/@:]*:([^/@]+)@(?!localhost\b|127\.|\[::1\])/i.exec(address)?.[1]
}

function isAllowed({ value, variable }: Hit, allow: readonly (string | RegExp)[]): boolean {
  // `search` begins at the beginning whatever flags and lastIndex an expression has
  return allow.some(allowed =>
    typeof allowed === 'string'
      ? allowed !== '' && (allowed === variable || value.includes(allowed))
      : value.search(allowed) !== -1,
  )
}

function secretError(field: string, { kind, variable }: Hit): SecretError {
  const what =
    variable === undefined ? `what looks like ${kind}` : `the value of the environment variable ${variable}`
  return new SecretError(
    formatError(`${field} contains ${what}, so it is neither sent nor stored.`, [
      ['remove it', 'from the text, or with the option redact'],
      ['or allow it', `allowSecrets: ['${variable ?? '…'}'], when it is none`],
    ]),
    { field },
  )
}
