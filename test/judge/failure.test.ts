import { describe, expect, it } from 'vitest'
import { plainError, readFailure, readRetryAfter } from '../../src/judge/failure.ts'
import { createRedactor } from '../../src/judge/redact.ts'

const redact = createRedactor(['the-key'])

describe('a failure', () => {
  it.each<[string, unknown, object]>([
    ['a text', 'no model', { kind: 'failed', retryable: false, detail: 'no model' }],
    ['undefined', undefined, { kind: 'failed', retryable: false }],
    ['an error', new Error('no model'), { kind: 'failed', retryable: false, detail: 'no model' }],
    ['a fault in code', new TypeError('x is not a function'), { kind: 'failed', retryable: false }],
    ['a timeout', new DOMException('late', 'TimeoutError'), { kind: 'timeout', retryable: true }],
    ['an abort', new DOMException('gone', 'AbortError'), { kind: 'aborted', retryable: false }],
    [
      'a reset connection',
      Object.assign(new Error('x'), { code: 'ECONNRESET' }),
      { kind: 'network', retryable: true },
    ],
    [
      'a slow connection',
      new TypeError('fetch failed', { cause: { code: 'UND_ERR_CONNECT_TIMEOUT' } }),
      { kind: 'timeout', retryable: true },
    ],
    ['a failed fetch', new TypeError('fetch failed'), { kind: 'network', retryable: true }],
    [
      'an untrusted certificate',
      new TypeError('fetch failed', { cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }),
      { kind: 'network', retryable: true },
    ],
    [
      'a status around a failed call',
      Object.assign(new Error('gateway'), {
        statusCode: 500,
        cause: Object.assign(new Error('x'), { requestBodyValues: {}, isRetryable: true }),
      }),
      { kind: 'network', retryable: true },
    ],
    ['a status alone', { statusCode: 503 }, { kind: 'http', status: 503, retryable: true }],
    ['a status below 500', { statusCode: 409 }, { kind: 'http', status: 409, retryable: false }],
  ])('is read from %s', (_, error, failure) => {
    expect(readFailure(error, redact)).toMatchObject(failure)
  })

  it('is read from errors that contain themselves', () => {
    const error = new Error('x')
    error.cause = error
    expect(readFailure(error, redact)).toMatchObject({ kind: 'failed' })
  })
})

describe('a plain error', () => {
  it('keeps name, message and frames, and nothing else', () => {
    const original = Object.assign(new RangeError('the-key is bad'), { headers: 'the-key', cause: 'the-key' })
    const plain = plainError(original, redact)
    expect(plain.name).toBe('RangeError')
    expect(plain.message).toBe('[redacted] is bad')
    expect(plain.stack).toMatch(/^RangeError: \[redacted\] is bad\n {4}at .*failure\.test\.ts/)
    expect(Object.keys(plain)).toEqual([])
    expect(plain.cause).toBeUndefined()
  })
})

describe('the wait a server asks for', () => {
  const now = (): number => Date.parse('2026-10-01T12:00:00Z')

  it.each([
    [undefined, undefined],
    [{}, undefined],
    [{ 'retry-after': '3' }, 3000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': '3', 'retry-after-ms': '20' }, 20],
    [{ 'retry-after': '3', 'retry-after-ms': 'soon' }, 3000],
    [{ 'retry-after': 'Thu, 01 Oct 2026 12:00:05 GMT' }, 5000],
    [{ 'retry-after': 'Thu, 01 Oct 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1x' }, undefined],
  ])('by %j is %s ms', (headers, milliseconds) => {
    expect(readRetryAfter(headers, now)).toBe(milliseconds)
  })
})
