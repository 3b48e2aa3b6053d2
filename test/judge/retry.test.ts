import { describe, expect, it, vi } from 'vitest'
import { JudgeError } from '../../src/errors.ts'
import { withRetries, withTimeout } from '../../src/judge/retry.ts'

describe('a call with a timeout', () => {
  it('is told when its time is up', async () => {
    let reason: unknown
    const call = withTimeout(5, signal => {
      signal.addEventListener('abort', () => {
        reason = signal.reason
      })
      return new Promise<never>(() => {})
    })
    await expect(call).rejects.toMatchObject({ name: 'TimeoutError', message: 'no answer within 5 ms' })
    expect(reason).toMatchObject({ name: 'TimeoutError' })
  })

  it.each([2 ** 31, Number.POSITIVE_INFINITY])('may take %d ms, longer than a timer can run', async time => {
    const call = withTimeout(time, () => new Promise(resolve => setTimeout(resolve, 20, 'answer')))
    await expect(call).resolves.toBe('answer')
  })
})

describe('a wait between tries', () => {
  const error = new JudgeError('x', { model: 'a', kind: 'http', status: 429 })
  const failing = (call: () => Promise<string>, signal?: AbortSignal, retryAfter = 59_000): Promise<string> =>
    withRetries(call, {
      maxRetries: 2,
      signal,
      read: cause => ({ kind: 'http', detail: '', retryable: true, retryAfter, cause: cause as Error }),
      explain: () => error,
    })

  it('ends when the test does, and so do the tries', async () => {
    const over = new AbortController()
    const call = vi.fn(async () => {
      setTimeout(() => over.abort(), 5)
      throw new Error('429')
    })
    await expect(failing(call, over.signal)).rejects.toBe(error)
    expect(call).toHaveBeenCalledOnce()
  })

  it('is not begun when the test is over already', async () => {
    const call = vi.fn(() => Promise.reject(new Error('429')))
    await expect(failing(call, AbortSignal.abort())).rejects.toBe(error)
    expect(call).toHaveBeenCalledOnce()
  })

  it('ends by itself', async () => {
    const call = vi.fn().mockRejectedValueOnce(new Error('429')).mockResolvedValue('answer')
    await expect(failing(call, undefined, 1)).resolves.toBe('answer')
  })
})
