import { beforeEach, expect, it } from 'vitest'
import { JudgeError } from '../../src/errors.ts'
import { createLiveAsk, type LiveOptions, type LiveState } from '../../src/judge/live-ask.ts'
import type { JudgeModel } from '../../src/judge/model.ts'
import { processWide } from '../../src/judge/process-wide.ts'
import { resolvePrompt } from '../../src/judge/prompts/prompt.ts'
import type { RecallRequest } from '../../src/protocol.ts'

const request: RecallRequest = { kind: 'claims', groundTruth: 'Alpha holds.' }
beforeEach(() => void Object.assign(processWide(), { calls: 0, refusedCalls: 0 }))
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

it('takes maxCalls and concurrency as they are given at each call, also to be counted of an earlier one', async () => {
  const { model } = countingModel()
  const state = freshState()
  await createLiveAsk(liveOptions(model), state)(request)

  await expect(createLiveAsk(liveOptions(model, { maxCalls: 0 }), state)(request)).rejects.toMatchObject({
    kind: 'max-calls',
  })
  await expect(createLiveAsk(liveOptions(model, { maxCalls: 2 }), state)(request)).resolves.toMatchObject({
    calls: 1,
  })
})

/** A judge whose key is refused, as an SDK's judge says it. */
function refusing(status: number, body = '{"error":{"message":"No such key."}}') {
  let asked = 0
  const judge = async (): Promise<never> => {
    asked++
    const message = `The judge local/judge answered with HTTP status ${status}.`
    throw new JudgeError(message, { model: 'local/judge', kind: 'http', status, body })
  }
  return { model: { id: 'local/judge', load: () => judge }, asked: () => asked }
}

it.each([401, 403])('asks a key that is refused with %i once, and says so after that', async status => {
  const { model, asked } = refusing(status)
  const state = freshState()
  const failureOf = (): Promise<unknown> =>
    createLiveAsk(liveOptions(model), state)(request).catch((error: unknown) => error)

  const [first, second] = [await failureOf(), await failureOf()]

  expect(asked()).toBe(1)
  expect(processWide().calls).toBe(1)
  expect(first).toMatchObject({ status, message: expect.not.stringContaining('again') })
  expect(second).toMatchObject({
    kind: 'http',
    status,
    body: expect.stringContaining('No such key.'),
    message: expect.stringMatching(
      /HTTP status 40[13]\.\n {2}again {4}not sent: this key was refused before/,
    ),
  })
})

it.each([
  ['a 403 of a firewall, which may mind the text', 403, '<html>Forbidden</html>'],
  ['a 429', 429, '{}'],
  ['a 400', 400, '{}'],
])('asks again after %s', async (_, status, body) => {
  const { model, asked } = refusing(status, body)
  const state = freshState()
  for (let test = 0; test < 2; test++)
    await expect(createLiveAsk(liveOptions(model), state)(request)).rejects.toMatchObject({ status })
  expect(asked()).toBe(2)
})

it('asks with another model, and lets the processes of a run know of a refused key by its digest', async () => {
  const refusedKeys = new Map<string, string>()
  const schemaInPrompt = { has: () => false, add: () => true, remove: () => undefined }
  const server = { id: 'local/judge', url: 'https://models.example/v1', apiKey: 'key-of-the-user-0123' }
  const asked: (() => number)[] = []
  const ask = async (model: JudgeModel): Promise<void> => {
    const loaded = refusing(401)
    asked.push(loaded.asked)
    const state: LiveState = { ...freshState(), run: { schemaInPrompt, refusedKeys } }
    // in the place of what resolving the server would give
    const calling = JSON.stringify([undefined, undefined, '/', undefined, undefined, undefined])
    const judge = Promise.resolve({ id: 'local/judge', judge: loaded.model.load() })
    state.judges.set(model, new Map([[calling, judge]]))
    await expect(createLiveAsk(liveOptions(model), state)(request)).rejects.toMatchObject({ status: 401 })
  }

  await ask(server)
  await ask({ ...server })
  await ask({ ...server, apiKey: 'another-key-of-the-user' })

  expect(asked.map(count => count())).toEqual([1, 0, 1])
  expect([...refusedKeys].join()).not.toContain('key-of-the-user')
})
