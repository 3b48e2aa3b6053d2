import { beforeEach, expect, it } from 'vitest'
import { callsLeft, createLimiter } from '../../src/judge/limiter.ts'
import { processWide } from '../../src/judge/process-wide.ts'

const caller = { model: 'fake/judge' }
beforeEach(() => void Object.assign(processWide(), { calls: 0, refusedCalls: 0 }))

/** Calls that end when told to, and the most that were ever open at once. */
function openCalls(): { call: () => Promise<void>; open: (() => void)[]; most: () => number } {
  const open: (() => void)[] = []
  let most = 0
  let running = 0
  return {
    open,
    most: () => most,
    call: () => {
      most = Math.max(most, ++running)
      return new Promise(resolve => {
        open.push(() => {
          running--
          resolve()
        })
      })
    },
  }
}

async function settle(): Promise<void> {
  await new Promise(resolve => setImmediate(resolve))
}

it.each([
  [undefined, 4],
  [1, 1],
  [7, 7],
])('with concurrency %s makes %i calls at once', async (concurrency, expected) => {
  const { call, open, most } = openCalls()
  const limiter = createLimiter()
  const calls = Array.from({ length: 20 }, () => limiter.run(call, caller, { concurrency }))
  for (let ended = 0; ended < 20; ) {
    await settle()
    const end = open[ended]
    if (end === undefined) continue
    end()
    ended++
  }
  await Promise.all(calls)
  expect(most()).toBe(expected)
  expect(processWide().calls).toBe(20)
})

it('gives back what the call gives, and its error', async () => {
  const limiter = createLimiter()
  await expect(limiter.run(async () => 'answer', caller)).resolves.toBe('answer')
  const failure = new Error('failure')
  await expect(limiter.run(() => Promise.reject(failure), caller)).rejects.toBe(failure)
  expect(processWide().calls).toBe(2)
})

it.each([
  [undefined, 200],
  [3, 3],
])('with maxCalls %s stops after %i calls, and says how to go on', async (maxCalls, expected) => {
  const limiter = createLimiter()
  const calls = Array.from({ length: expected + 2 }, () =>
    limiter.run(async () => 'answer', caller, { maxCalls }),
  )
  const results = await Promise.allSettled(calls)
  expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(expected)
  expect(processWide().calls).toBe(expected)
  expect(callsLeft(maxCalls)).toBe(0)
  const refused = results.flatMap(result => (result.status === 'rejected' ? [result.reason as Error] : []))
  expect(refused[0]).toMatchObject({ name: 'JudgeError', kind: 'max-calls', model: 'fake/judge' })
  expect(refused[0]?.message).toContain(`has made ${expected} live calls, and maxCalls allows ${expected}`)
  expect(refused.at(-1)?.message).toContain(`needed   ${expected + 2} calls in all`)
})

it('takes the limits of each call, and counts for the process', async () => {
  const { call, open, most } = openCalls()
  const limiter = createLimiter()
  const first = limiter.run(call, caller, { concurrency: 1 })
  const waiting = limiter.run(call, caller, { concurrency: 1 })
  await settle()
  expect(most()).toBe(1)
  const others = [1, 2].map(() => limiter.run(call, caller, { concurrency: 4 }))
  await settle()
  expect(most()).toBe(4)
  for (const end of open) end()
  await Promise.all([first, waiting, ...others])
  await expect(createLimiter().run(call, caller, { maxCalls: 0 })).rejects.toMatchObject({
    kind: 'max-calls',
  })
  await expect(createLimiter().run(call, caller, { maxCalls: 4 })).rejects.toMatchObject({
    kind: 'max-calls',
  })
  await expect(limiter.run(async () => 'answer', caller, { maxCalls: 5 })).resolves.toBe('answer')
})

it('starts no call for a signal that was aborted while it waited', async () => {
  const { call, open } = openCalls()
  const limiter = createLimiter()
  const over = new AbortController()
  const first = limiter.run(call, { ...caller, signal: over.signal }, { concurrency: 1 })
  const second = limiter.run(call, { ...caller, signal: over.signal }, { concurrency: 1 })
  await settle()
  over.abort()
  open[0]?.()
  await expect(first).resolves.toBeUndefined()
  await expect(second).rejects.toMatchObject({ name: 'JudgeError', kind: 'aborted', model: 'fake/judge' })
  expect(processWide().calls).toBe(1)
})
