import { afterEach, expect, it, vi } from 'vitest'
import { captured } from '../../src/judge/captured.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('keeps time when the test stops it', async () => {
  vi.useFakeTimers({ now: 0 })
  expect(captured.now()).toBeGreaterThan(Date.now())
  await new Promise<void>(resolve => captured.setTimeout(resolve, 1))
})

it('clears the timers it sets', async () => {
  const called = vi.fn()
  captured.clearTimeout(captured.setTimeout(called, 1))
  await new Promise<void>(resolve => captured.setTimeout(resolve, 10))
  expect(called).not.toHaveBeenCalled()
})

it('fetches when the test has stubbed fetch', async () => {
  vi.stubGlobal('fetch', vi.fn())
  const response = await captured.fetch('data:text/plain,hello')
  expect(await response.text()).toBe('hello')
  expect(fetch).not.toHaveBeenCalled()
})
