import { expect, it } from 'vitest'
import { createLiveAsk, type LiveOptions, type LiveState } from '../../src/judge/live-ask.ts'
import type { JudgeModel } from '../../src/judge/model.ts'
import { resolvePrompt } from '../../src/judge/prompts/prompt.ts'
import type { RecallRequest } from '../../src/wire.ts'

const request: RecallRequest = { kind: 'claims', groundTruth: 'Alpha holds.' }
const freshState = (): LiveState => ({ judges: new Map(), limiter: undefined })

function liveOptions(model: JudgeModel, options: Partial<LiveOptions> = {}): LiveOptions {
  const prompts = { claims: resolvePrompt('claims'), attribution: resolvePrompt('attribution') }
  return { model, prompts, settings: {}, root: '/', environment: {}, ...options }
}

function countingModel(): { model: JudgeModel; loaded: () => number } {
  let loads = 0
  const load = (): (() => Promise<{ claims: string[] }>) => {
    loads++
    return async () => ({ claims: ['Alpha holds.'] })
  }
  return { model: { id: 'local/judge', load }, loaded: () => loads }
}

it('loads nothing before it asks, and a model once for all who ask in the same way', async () => {
  const { model, loaded } = countingModel()
  const state = freshState()
  const asks = [1, 2].map(() => createLiveAsk(liveOptions(model), state))
  expect(loaded()).toBe(0)

  await Promise.all(asks.map(ask => ask(request)))

  expect(loaded()).toBe(1)
})

it.each<[string, Partial<LiveOptions>]>([
  ['timeout', { timeout: 5 }],
  ['root', { root: '/elsewhere' }],
  ['key', { environment: { OPENAI_API_KEY: 'another' } }],
])('loads a model anew for another %s', async (_, other) => {
  const { model, loaded } = countingModel()
  const state = freshState()

  await createLiveAsk(liveOptions(model), state)(request)
  await createLiveAsk(liveOptions(model, other), state)(request)

  expect(loaded()).toBe(2)
})

it('tries again to load what could not be loaded', async () => {
  let broken = true
  const load = (): (() => Promise<{ claims: string[] }>) => {
    if (broken) throw new Error('not yet')
    return async () => ({ claims: ['Alpha holds.'] })
  }
  const ask = createLiveAsk(liveOptions({ id: 'local/judge', load }), freshState())

  await expect(ask(request)).rejects.toMatchObject({ kind: 'not-loaded' })
  broken = false
  expect((await ask(request)).answers).toEqual([{ claims: ['Alpha holds.'] }])
})

it('counts the calls of all who share the state against one maxCalls', async () => {
  const { model } = countingModel()
  const state = freshState()
  const asks = [1, 2].map(() => createLiveAsk(liveOptions(model, { maxCalls: 1 }), state))

  await asks[0]?.(request)

  await expect(asks[1]?.(request)).rejects.toMatchObject({ kind: 'max-calls' })
})
