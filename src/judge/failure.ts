/** Why a judge gave no answer: read from what was thrown, with no request or header kept, and told as a `JudgeError`. */
import { JudgeError, type JudgeErrorKind } from '../errors.ts'
import { shorten, toOneLine } from '../text.ts'
import { captured } from './captured.ts'
import type { Redact } from './redact.ts'

/** A failed call, fit to be shown. */
export interface JudgeFailure {
  kind: JudgeErrorKind
  status?: number | undefined
  body?: string | undefined
  /** Whether the status is an error's inside of an answer whose own status says otherwise. */
  isInside?: boolean
  /** What went wrong, in the words of the server or the SDK. */
  detail: string
  retryable: boolean
  /** Milliseconds the server asks to wait. */
  retryAfter?: number | undefined
  /** A plain error with the original's name and message: the original may carry headers and the whole request. */
  cause: Error
}

type Members = Readonly<Record<string, unknown>>

const timeouts = /^(?:TimeoutError|GatewayTimeoutError|ETIMEDOUT|UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT)$/
const networkCodes = /^(?:E[A-Z_]+|UND_ERR_[A-Z_]+|(?=[A-Z_]*CERT)[A-Z_]+)$/
// ai 7 replaces the gateway's 401 by an error that keeps neither status nor cause
const gatewayRefusals = /^Gateway(?:Authentication)?Error$/

/** Reads any thrown value; errors of `ai`, its gateway and `fetch` are told apart. */
export function readFailure(error: unknown, redact: Redact): JudgeFailure {
  const chain = causesOf(error)
  const cause = plainError(error, redact)
  const failure = { detail: cause.message, retryable: false, cause }
  // The innermost API call is the call itself; what stands around it guesses at a status
  const call = chain.findLast(({ requestBodyValues }) => requestBodyValues !== undefined)
  const { statusCode } = call ?? chain.find(thrown => thrown['statusCode'] !== undefined) ?? {}
  const status = typeof statusCode === 'number' ? statusCode : undefined

  if (status === undefined || status < 400) {
    if (chain.some(({ name, code }) => timeouts.test(String(name)) || timeouts.test(String(code))))
      return { ...failure, kind: 'timeout', retryable: true }
    if (chain.some(({ name }) => name === 'AbortError')) return { ...failure, kind: 'aborted' }
    if (call?.['isRetryable'] === true || chain.some(isNetworkError))
      return { ...failure, kind: 'network', retryable: true }
  }
  if (chain.some(({ name }) => gatewayRefusals.test(String(name))))
    return { ...failure, kind: 'http', status: 401, detail: 'Unauthenticated.' }
  if (status === undefined) return { ...failure, kind: 'failed' }
  return { ...failure, ...readResponse(status, call ?? chain[0] ?? {}, failure.detail, redact) }
}

function isNetworkError({ name, message, code }: Members): boolean {
  return (
    (typeof code === 'string' && networkCodes.test(code)) ||
    (name === 'TypeError' && /^(?:fetch failed|failed to fetch|terminated)$/i.test(String(message)))
  )
}

const filterCodes =
  /content[-_ ]?(?:filter|policy|management)|moderation|invalid_prompt|ResponsibleAI|data_inspection/i
const statusOfCode: { readonly [code: string]: number } = {
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  server_error: 500,
  overloaded_error: 503,
  invalid_api_key: 401,
}

/** Also `{ "error": { "message", "code" } }`, as OpenAI, Azure and OpenRouter send it under various statuses. */
function readResponse(
  status: number,
  { responseBody, responseHeaders }: Members,
  detail: string,
  redact: Redact,
): Omit<JudgeFailure, 'cause'> {
  const error = membersOf(membersOf(parsed(responseBody))['error'])
  const { message, code, type } = error
  const body = typeof responseBody === 'string' ? redact(responseBody) : undefined
  const said = typeof message === 'string' ? message : undefined
  // An answer with an error in it is a 200, or the 400 that the SDK makes of it
  const inside = status > 400 ? undefined : errorStatus(code)
  const shown = {
    status: inside ?? status,
    body,
    detail: status < 400 ? redact(said ?? detail) : detail,
  }
  const codes = [code, type, membersOf(error['innererror'])['code']]
  if (
    codes.some(each => typeof each === 'string' && filterCodes.test(each)) ||
    Array.isArray(membersOf(error['metadata'])['reasons'])
  )
    return { kind: 'filtered', ...shown, retryable: false }
  return {
    kind: 'http',
    ...shown,
    isInside: inside !== undefined || (status < 400 && said !== undefined),
    retryable: shown.status === 408 || shown.status === 429 || shown.status >= 500,
    retryAfter: readRetryAfter(responseHeaders),
  }
}

function errorStatus(code: unknown): number | undefined {
  const status =
    typeof code === 'string' && Object.hasOwn(statusOfCode, code) ? statusOfCode[code] : Number(code)
  return status !== undefined && status >= 400 && status < 600 ? status : undefined
}

function parsed(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined
  } catch {
    return undefined // a page of a proxy, for one
  }
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {}
}

/** An error, its cause, the cause of that, and so on. */
export function causesOf(error: unknown): Members[] {
  const chain: Members[] = []
  for (let next = error; typeof next === 'object' && next !== null && chain.length < 8; ) {
    chain.push(next as Members)
    next = (next as Members)['cause']
  }
  return chain
}

/** An error that keeps the name, message and stack of another, redacted, and nothing else of it; whatever was thrown. */
export function plainError(error: unknown, redact: Redact): Error {
  try {
    if (!(error instanceof Error)) return new Error(redact(String(error)))
    const plain = new Error(redact(error.message))
    Object.defineProperty(plain, 'name', { value: redact(error.name) })
    const frames = error.stack?.match(/^ {4}at .*$/gm) ?? []
    Object.defineProperty(plain, 'stack', {
      value: [`${plain.name}: ${plain.message}`, ...frames.map(frame => `    ${redact(frame)}`)].join('\n'),
    })
    return plain
  } catch {
    return new Error('It threw something that cannot be read.')
  }
}

/** `retry-after-ms`, else `retry-after` in seconds or as a date, in milliseconds from now. */
export function readRetryAfter(headers: unknown, now: () => number = captured.now): number | undefined {
  const { 'retry-after-ms': milliseconds, 'retry-after': after } = membersOf(headers) as Record<
    string,
    string | undefined
  >
  if (milliseconds !== undefined && /^\d+(?:\.\d+)?$/.test(milliseconds)) return Number(milliseconds)
  if (after === undefined) return undefined
  if (/^\d+(?:\.\d+)?$/.test(after)) return Number(after) * 1000
  const date = Date.parse(after)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now())
}

/** The error of a judge: what happened to it, and labelled lines, those without a text left out. */
export function judgeError(
  what: string,
  lines: { readonly [label: string]: string | undefined },
  data: ConstructorParameters<typeof JudgeError>[1],
): JudgeError {
  const shown = Object.entries(lines).filter(([, text = '']) => text !== '')
  return new JudgeError(
    [
      `The judge ${data.model} ${what}.`,
      ...shown.map(([label, text]) => `  ${label.padEnd('it said'.length)}  ${text}`),
    ].join('\n'),
    data,
  )
}

/** What is known about the judge that failed. */
export interface FailedJudge {
  id: string
  /** Where its key comes from, such as `OPENAI_API_KEY`. */
  keyName?: string | undefined
  /** Milliseconds one call was given. */
  timeout: number
}

/**
 * The error for a failure that `tries` calls did not get past. `schemaRefusal` is what the server said to the same
 * question with a JSON schema, where this one was put without.
 */
export function explainFailure(
  failure: JudgeFailure,
  tries: number,
  judge: FailedJudge,
  schemaRefusal?: string,
): JudgeError {
  const { kind, status, body, detail, cause } = failure
  return judgeError(
    `${whatHappened(failure, judge)}${tries > 1 ? ` (${tries} tries)` : ''}`,
    {
      'it said': detail,
      body: plainBody(failure),
      before: schemaRefusal === undefined ? undefined : `with a JSON schema: ${schemaRefusal}`,
      do: whatToDo(failure, judge),
    },
    { model: judge.id, kind, status, body, cause },
  )
}

/** A body that is no JSON, such as a proxy's, says what the SDK reads from none. */
function plainBody({ body = '', detail }: JudgeFailure): string {
  const text = shorten(toOneLine(body), 200)
  return detail.includes(text) || /^(?:\{|\[\s*[{"])/.test(text) ? '' : text
}

function whatHappened({ kind, status, isInside }: JudgeFailure, { timeout }: FailedJudge): string {
  if (kind === 'filtered') return `was stopped by a content filter (HTTP status ${status})`
  if (kind === 'http' && isInside === true)
    return `answered with an error${status === 200 ? '' : ` ${status}`} inside of a response`
  if (kind === 'http') return `answered with HTTP status ${status}`
  if (kind === 'timeout') return `did not answer within ${timeout} ms`
  if (kind === 'network') return 'could not be reached'
  return kind === 'aborted' ? 'was aborted' : 'failed'
}

export const filterAdvice =
  "Look for what the filter objects to in the ground truth and the contexts, or relax the provider's filter."

function whatToDo(failure: JudgeFailure, { keyName }: FailedJudge): string {
  const { kind, status = 0, retryAfter, isInside } = failure
  if (kind === 'filtered') return filterAdvice
  if (kind === 'timeout') return 'Raise the option timeout, or use a faster model.'
  if (kind === 'network') return 'Check the network, a proxy in between, and the url where one is given.'
  if (kind !== 'http') return 'See the cause of this error.'
  const waiting = retryAfter === undefined ? '' : `It asks to wait ${Math.ceil(retryAfter / 1000)} s. `
  if (status === 401 || status === 403)
    return `Check ${keyName ?? "the model's API key"}: is it valid, and may it use this model?`
  if (status === 404) return "Check the model's name, and the url where one is given."
  if (status === 408) return 'Run again later, or use a faster model.'
  if (status === 429) return `${waiting}Run again later, lower the option concurrency, or raise the quota.`
  if (status >= 500) return `${waiting}Run again later; the option maxRetries allows more tries.`
  if (status < 400 && isInside === true) return 'See what it said; it has no code that is known here.'
  if (status < 400)
    return "This is no answer of such an API: check the url, and that it ends before '/chat/completions'."
  return 'Check the option settings, the length of the contexts, and that the model supports structured output.'
}
