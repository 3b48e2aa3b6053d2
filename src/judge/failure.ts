/** What a thrown error says about a failed call: read from its structure, with nothing of a request or header kept. */
import type { JudgeErrorKind } from '../errors.ts'
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

/** What errors may have that is read here. */
export interface Thrown {
  name?: unknown
  message?: unknown
  code?: unknown
  cause?: unknown
  statusCode?: unknown
  isRetryable?: unknown
  responseBody?: unknown
  responseHeaders?: unknown
  requestBodyValues?: unknown
}

const timeoutNames = ['TimeoutError', 'GatewayTimeoutError']
const timeoutCodes = [
  'ETIMEDOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]
const networkCodes = /^(?:E[A-Z_]+|UND_ERR_[A-Z_]+|(?=[A-Z_]*CERT)[A-Z_]+)$/
// ai 7 replaces the gateway's 401 by an error that keeps neither status nor cause
const gatewayRefusals = ['GatewayAuthenticationError', 'GatewayError']

/** Reads any thrown value; errors of `ai`, its gateway and `fetch` are told apart. */
export function readFailure(error: unknown, redact: Redact): JudgeFailure {
  const chain = causesOf(error)
  const [outermost] = chain
  const cause = plainError(error, redact)
  const detail = cause.message
  // The innermost API call is the call itself; what stands around it guesses at a status
  const call = chain.findLast(thrown => thrown.requestBodyValues !== undefined)
  const status = numberOrUndefined(
    (call ?? chain.find(thrown => thrown.statusCode !== undefined))?.statusCode,
  )
  const has = (names: readonly string[], key: 'name' | 'code'): boolean =>
    chain.some(thrown => names.includes(String(thrown[key])))

  if (status === undefined || status < 400) {
    if (has(timeoutNames, 'name') || has(timeoutCodes, 'code'))
      return { kind: 'timeout', detail, retryable: true, cause }
    if (has(['AbortError'], 'name')) return { kind: 'aborted', detail, retryable: false, cause }
    if (call?.isRetryable === true || chain.some(thrown => isNetworkError(thrown)))
      return { kind: 'network', detail, retryable: true, cause }
  }
  if (has(gatewayRefusals, 'name'))
    return { kind: 'http', status: 401, detail: 'Unauthenticated.', retryable: false, cause }
  if (status === undefined) return { kind: 'failed', detail, retryable: false, cause }
  const body = typeof call?.responseBody === 'string' ? redact(call.responseBody) : undefined
  const retryAfter = readRetryAfter((call ?? outermost)?.responseHeaders)
  const said = readErrorBody(call?.responseBody)
  const inside = isOwnStatus(status) ? undefined : said.status
  const shown = {
    status: inside ?? status,
    body,
    detail: status < 400 ? redact(said.message ?? detail) : detail,
  }
  if (said.isFiltered) return { kind: 'filtered', ...shown, retryable: false, cause }
  const retryable = shown.status === 408 || shown.status === 429 || shown.status >= 500
  const isInside = inside !== undefined || (status < 400 && said.message !== undefined)
  return { kind: 'http', ...shown, ...(isInside && { isInside }), retryable, retryAfter, cause }
}

/** Not that of an answer with an error in it: 200, or the 400 that the SDK makes of it. */
function isOwnStatus(status: number): boolean {
  return status > 400
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

interface ErrorBody {
  message?: string
  status?: number | undefined
  /** Whether a filter of the provider stopped the question. */
  isFiltered: boolean
}

/** What `{ "error": { "message", "code" } }` says, as OpenAI, Azure and OpenRouter send it under various statuses. */
function readErrorBody(body: unknown): ErrorBody {
  const error = membersOf(membersOf(parsed(body))['error'])
  const { message, code, type } = error
  const metadata = membersOf(error['metadata'])
  const codes = [code, type, membersOf(error['innererror'])['code']]
  const status =
    typeof code === 'string' && Object.hasOwn(statusOfCode, code) ? statusOfCode[code] : Number(code)
  return {
    ...(typeof message === 'string' && { message }),
    status: status !== undefined && status >= 400 && status < 600 ? status : undefined,
    isFiltered:
      codes.some(each => typeof each === 'string' && filterCodes.test(each)) ||
      Array.isArray(metadata['reasons']),
  }
}

function parsed(body: unknown): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined
  } catch {
    return undefined // a page of a proxy, for one
  }
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** An error, its cause, the cause of that, and so on. */
export function causesOf(error: unknown): Thrown[] {
  const chain: Thrown[] = []
  for (let next = error; typeof next === 'object' && next !== null && chain.length < 8; ) {
    chain.push(next)
    next = (next as Thrown).cause
  }
  return chain
}

function isNetworkError({ name, message, code }: Thrown): boolean {
  return (
    (typeof code === 'string' && networkCodes.test(code)) ||
    (name === 'TypeError' && /^(?:fetch failed|failed to fetch|terminated)$/i.test(String(message)))
  )
}

function numberOrUndefined(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** An error that keeps the name, message and stack of another, redacted, and nothing else of it; whatever was thrown. */
export function plainError(error: unknown, redact: Redact): Error {
  try {
    return readError(error, redact)
  } catch {
    return new Error('It threw something that cannot be read.')
  }
}

function readError(error: unknown, redact: Redact): Error {
  if (!(error instanceof Error)) return new Error(redact(String(error)))
  const plain = new Error(redact(error.message))
  Object.defineProperty(plain, 'name', { value: redact(error.name) })
  const frames = error.stack?.match(/^ {4}at .*$/gm) ?? []
  Object.defineProperty(plain, 'stack', {
    value: [`${plain.name}: ${plain.message}`, ...frames.map(frame => `    ${redact(frame)}`)].join('\n'),
  })
  return plain
}

/** `retry-after-ms`, else `retry-after` in seconds or as a date, in milliseconds from now. */
export function readRetryAfter(headers: unknown, now: () => number = captured.now): number | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  const { 'retry-after-ms': milliseconds, 'retry-after': after } = headers as Record<string, string>
  if (milliseconds !== undefined && /^\d+(?:\.\d+)?$/.test(milliseconds)) return Number(milliseconds)
  if (after === undefined) return undefined
  if (/^\d+(?:\.\d+)?$/.test(after)) return Number(after) * 1000
  const date = Date.parse(after)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now())
}
