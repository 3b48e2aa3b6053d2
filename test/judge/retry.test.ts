import { describe, expect, it, vi } from 'vitest'
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
  const busy = (retryAfter = 59_000): Error =>
    Object.assign(new Error('busy'), {
      statusCode: 429,
      responseHeaders: { 'retry-after-ms': `${retryAfter}` },
    })
  const calling = { id: 'a', timeout: 1000, maxRetries: 2, redact: (text: string) => text }
  const failing = (call: () => Promise<string>, signal?: AbortSignal): Promise<string> =>
    withRetries(call, calling, signal)
  const failed = { name: 'JudgeError', model: 'a', kind: 'http', status: 429 }

  it('ends when the test does, and so do the tries', async () => {
    const over = new AbortController()
    const call = vi.fn(async () => {
      setTimeout(() => over.abort(), 5)
      throw busy()
    })
    await expect(failing(call, over.signal)).rejects.toMatchObject(failed)
    expect(call).toHaveBeenCalledOnce()
  })

  it('is not begun when the test is over already', async () => {
    const call = vi.fn(() => Promise.reject(busy()))
    await expect(failing(call, AbortSignal.abort())).rejects.toMatchObject(failed)
    expect(call).toHaveBeenCalledOnce()
  })

  it('ends by itself', async () => {
    const call = vi.fn().mockRejectedValueOnce(busy(1)).mockResolvedValue('answer')
    await expect(failing(call)).resolves.toBe('answer')
  })
})
