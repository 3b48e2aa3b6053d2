import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { JudgeError, UsageError } from '../../src/errors.ts'
import { createAsk } from '../../src/judge/ask.ts'
import type { Judge } from '../../src/judge/judge.ts'
import { createLimiter } from '../../src/judge/limiter.ts'
import type { JudgeFunction, JudgeModel, LoadedJudge } from '../../src/judge/model.ts'
import { resolvePrompt } from '../../src/judge/prompts/prompt.ts'
import { type ResolveOptions, resolveJudge } from '../../src/judge/resolve-model.ts'
import { fakeJudge } from '../fixtures/fake-judge.ts'
import { asked, claimsAnswer, claimsRequest } from '../fixtures/questions.ts'
import { chatServer, chatUrl, responsesServer } from '../fixtures/wire.ts'

const server = setupServer()
const root = mkdtempSync(join(tmpdir(), 'context-recall-'))
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  vi.unstubAllEnvs()
})
afterAll(() => {
  server.close()
  rmSync(root, { recursive: true })
})

const question = asked(claimsRequest)
const claimsText = JSON.stringify(claimsAnswer)

function resolve(model: JudgeModel, extra: Partial<ResolveOptions> = {}): Promise<Judge> {
  const seenFetch: typeof fetch = (input, init) => fetch(input, init)
  return resolveJudge(model, { environment: {}, root, fetch: seenFetch, maxRetries: 0, ...extra })
}

async function failureOf(attempt: Promise<unknown>): Promise<JudgeError> {
  const error = await attempt.then(
    () => new Error('It did not fail.'),
    (thrown: unknown) => thrown,
  )
  if (!JudgeError.isInstance(error)) throw error
  return error
}

describe('a model by its name', () => {
  it.each([
    ['openai/gpt-5.6-sol', 'OPENAI_API_KEY', {}],
    ['openai/gpt-5.6-sol', 'OPENAI_API_KEY', { AI_GATEWAY_API_KEY: 'gateway-key' }],
    ['openai/gpt-5.6-sol', 'OPENAI_API_KEY', { OPENAI_API_KEY: ' ' }],
    ['anthropic/opus-5', 'AI_GATEWAY_API_KEY', { OPENAI_API_KEY: 'openai-key' }],
  ])('%s needs %s (with %j), whatever the process has', async (model, name, environment) => {
    vi.stubEnv(name, 'from-the-process')
    const error = await failureOf(resolve(model, { environment }))
    expect(error).toMatchObject({ kind: 'no-key', model })
    expect(error.message).toContain(`${name} is not set`)
    expect(error.message).toContain('do not read .env into process.env')
    expect(error.message).toContain('{ id, url, apiKey }')
  })

  it('honours OPENAI_BASE_URL, and that of its options alone', async () => {
    const scripted = responsesServer([{ text: claimsText }], 'https://proxy.example/openai/responses')
    server.use(scripted.handler)
    vi.stubEnv('OPENAI_BASE_URL', 'https://elsewhere.example')
    const environment = { OPENAI_API_KEY: ' key-1234\n', OPENAI_BASE_URL: 'https://proxy.example/openai' }
    await (await resolve('openai/gpt-5.6-sol', { environment })).judge(question)
    expect(scripted.requests[0]?.headers.get('authorization')).toBe('Bearer key-1234')
    expect(scripted.requests[0]?.body.model).toBe('gpt-5.6-sol')

    const standard = responsesServer([{ text: claimsText }])
    server.use(standard.handler)
    await (await resolve('openai/a/b', { environment: { OPENAI_API_KEY: 'key-1234' } })).judge(question)
    expect(standard.requests[0]?.body.model).toBe('a/b')
  })

  const gatewayUrl = 'https://ai-gateway.vercel.sh/*'
  const environment = { AI_GATEWAY_API_KEY: 'gateway-key-1234', OPENAI_API_KEY: 'openai-key-1234' }

  it('is asked through the AI Gateway unless it is one of openai', async () => {
    const seen: Request[] = []
    server.use(
      http.post(gatewayUrl, ({ request }) => {
        seen.push(request)
        return HttpResponse.json({
          content: [{ type: 'text', text: claimsText }],
          finishReason: { unified: 'stop', raw: 'stop' },
          usage: { inputTokens: { total: 3 }, outputTokens: { total: 2 } },
          warnings: [],
        })
      }),
    )
    const judge = await resolve('anthropic/opus-5', { environment })
    await expect(judge.judge(question)).resolves.toMatchObject({
      ...claimsAnswer,
      usage: { inputTokens: 3, outputTokens: 2 },
    })
    expect(judge.id).toBe('anthropic/opus-5')
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer gateway-key-1234')
    expect(seen[0]?.headers.get('ai-language-model-id')).toBe('anthropic/opus-5')
  })

  it.each([
    [401, 'authentication_error', 'http', 'AI_GATEWAY_API_KEY', 1],
    [404, 'model_not_found', 'http', 'name', 1],
    [429, 'rate_limit_exceeded', 'http', 'concurrency', 2],
    [503, 'internal_server_error', 'http', 'later', 2],
  ])('fails by the gateway with %i as by any other server', async (status, type, kind, advice, calls) => {
    let count = 0
    server.use(
      http.post(gatewayUrl, () => {
        count++
        const error = { message: 'It is gateway-key-1234.', type }
        return HttpResponse.json({ error }, { status, headers: { 'retry-after-ms': '1' } })
      }),
    )
    const judge = await resolve('anthropic/opus-5', { environment, maxRetries: 1 })
    const error = await failureOf(judge.judge(question))
    expect(error).toMatchObject({ kind, status })
    expect(error.message).toContain(advice)
    expect(error.stack).not.toContain('gateway-key-1234')
    expect(count).toBe(calls)
  })

  it('fails by the network as such, also behind the gateway', async () => {
    server.use(http.post(gatewayUrl, () => HttpResponse.error()))
    const judge = await resolve('anthropic/opus-5', { environment })
    expect(await failureOf(judge.judge(question))).toMatchObject({ kind: 'network', status: undefined })
  })
})

describe('a model on a server', () => {
  const url = chatUrl.replace('/chat/completions', '')

  it.each([
    [{ id: 'local/meta/llama-4', url }, 'meta/llama-4'],
    [{ id: 'llama', url, model: 'llama-4' }, 'llama-4'],
    [{ id: 'local/llama', url: `${url}/`, model: 'llama-4' }, 'llama-4'],
  ])('%j is called by its name there', async (model, wireModel) => {
    const scripted = chatServer([{ text: claimsText }])
    server.use(scripted.handler)
    const judge = await resolve(model)
    await judge.judge(question)
    expect(judge.id).toBe(model.id)
    expect(scripted.requests[0]?.body.model).toBe(wireModel)
  })

  it.each<[object, string | null]>([
    [{}, null],
    [{ apiKey: 'server-key' }, 'Bearer server-key'],
    [{ headers: { authorization: 'Basic abc' } }, 'Basic abc'],
    [{ apiKey: 'server-key', headers: { Authorization: 'Basic abc' } }, 'Basic abc'],
  ])('with %j is sent no key but its own', async (fields, authorization) => {
    vi.stubEnv('OPENAI_API_KEY', 'from-the-process')
    const scripted = chatServer([{ text: claimsText }])
    server.use(scripted.handler)
    const judge = await resolve(
      { id: 'local/llama-4', url, ...fields },
      { environment: { OPENAI_API_KEY: 'openai-key', OPENAI_BASE_URL: 'https://elsewhere.example' } },
    )
    await judge.judge(question)
    expect(scripted.requests[0]?.headers.get('authorization')).toBe(authorization)
  })
})

describe('a model to be loaded', () => {
  const ownJudge = (): Judge => fakeJudge([claimsAnswer], 'inner')
  const url = chatUrl.replace('/chat/completions', '')

  it.each<[string, () => LoadedJudge]>([
    ['a judge', ownJudge],
    ['a function', () => async () => claimsAnswer],
    ['a name', () => 'openai/gpt-5.6-sol'],
    ['a server', () => ({ id: 'inner/llama-4', url })],
  ])('may be %s, under the id outside', async (_, loaded) => {
    server.use(responsesServer([{ text: claimsText }]).handler, chatServer([{ text: claimsText }]).handler)
    const judge = await resolve(
      { id: 'mine', load: async () => loaded() },
      { environment: { OPENAI_API_KEY: 'a' } },
    )
    expect(judge.id).toBe('mine')
    await expect(judge.judge(question)).resolves.toMatchObject(claimsAnswer)
  })

  it('is loaded only when it is resolved', async () => {
    const load = vi.fn(ownJudge)
    const model = { id: 'mine', load }
    expect(load).not.toHaveBeenCalled()
    await resolve(model)
    expect(load).toHaveBeenCalledOnce()
  })

  it('is named by a path from the root', async () => {
    writeFileSync(join(root, 'judge.mjs'), `export default async () => (${claimsText})`)
    for (const module of ['./judge.mjs', 'judge.mjs', join(root, 'judge.mjs')]) {
      const judge = await resolve({ id: 'mine', module })
      await expect(judge.judge(question)).resolves.toEqual(claimsAnswer)
    }
  })

  it.each<[string, string, string]>([
    ['missing.mjs', '', 'missing.mjs failed'],
    ['broken.mjs', 'throw new Error("I need sk-abcdefghijklmnop.")', 'I need [redacted].'],
    ['unnamed.mjs', 'export const judge = 1', 'no default export'],
    ['nothing.mjs', 'export default null', 'gave nothing'],
  ])('fails as not loaded from %s', async (name, source, problem) => {
    if (source !== '') writeFileSync(join(root, name), source)
    const error = await failureOf(resolve({ id: 'mine', module: `./${name}` }))
    expect(error).toMatchObject({ kind: 'not-loaded', model: 'mine' })
    expect(error.message).toContain(problem)
    expect(error.message).toContain(`./${name}`)
  })

  it('may not be to be loaded again', async () => {
    const inner = { id: 'inner', module: './judge.mjs' } as unknown as LoadedJudge
    const attempt = resolve({ id: 'mine', load: async () => inner })
    await expect(attempt).rejects.toThrow(UsageError)
    await expect(attempt).rejects.toThrow("'mine' loads 'inner'")
  })

  it('may be the built-in judge, under an id of its own', async () => {
    const judge = await resolve({ id: 'mine', load: async () => 'builtin/lexical' })
    const answer = await judge.judge(asked({ kind: 'claims', groundTruth: 'Tea is hot. Is it?' }))
    expect([judge.id, answer]).toEqual(['mine', { claims: ['Tea is hot.'] }])
  })

  it('is refused when it is no model', async () => {
    const attempt = resolve({ id: 'mine', load: async () => 'gpt' })
    await expect(attempt).rejects.toThrow(UsageError)
    await expect(attempt).rejects.toThrow("What the model 'mine' loads is no model. The model 'gpt'")
  })
})

it('refuses what is no model before anything is loaded', async () => {
  await expect(resolve({ id: 'a' } as unknown as JudgeModel)).rejects.toThrow(UsageError)
})

describe('a judge of the user’s own', () => {
  const cycle: Record<string, unknown> = { claims: [] }
  cycle['self'] = cycle
  const hostile: ProxyHandler<object> = {
    get: () => {
      throw new Error('no look inside')
    },
    has: () => {
      throw new Error('no look inside')
    },
    getPrototypeOf: () => {
      throw new Error('no look inside')
    },
    ownKeys: () => {
      throw new Error('no look inside')
    },
  }
  const prompts = { claims: resolvePrompt('claims'), attribution: resolvePrompt('attribution') }
  const failing = (judge: () => unknown): Promise<JudgeError> => {
    const model = { id: 'local/judge', judge: judge as JudgeFunction }
    const ask = createAsk({ judge: () => resolve(model), prompts, settings: {}, limiter: createLimiter() })
    return failureOf(ask(claimsRequest))
  }

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a cycle', cycle],
    ['a bigint', 10n],
    ['a bigint inside', { claims: [10n] }],
    ['a symbol', Symbol('answer')],
    ['a function', () => ({ claims: [] })],
    ['a date', new Date(0)],
    ['a map', new Map([['claims', []]])],
    ['a number', 7],
    ['a list', [{ claims: [] }]],
    ['a text', JSON.stringify({ claims: ['Alpha holds.'] })],
    ['a huge text', 'x'.repeat(10_000_000)],
    ['an object without a prototype', Object.create(null)],
    [
      'a getter that throws',
      Object.defineProperty({}, 'claims', { enumerable: true, get: hostile.get as never }),
    ],
    ['toJSON that throws', { toJSON: hostile.get }],
    ['claims that are none', { claims: [1] }],
  ])('that returns %s gives no valid answer', async (_, returned) => {
    const error = await failing(async () => returned)
    expect(error).toMatchObject({ name: 'JudgeError', kind: 'invalid-answer', model: 'local/judge' })
    expect(error.message.length).toBeLessThan(2000)
  })

  it.each<[string, unknown, string]>([
    ['a text', 'no model today', 'no model today'],
    ['undefined', undefined, 'undefined'],
    ['a symbol', Symbol('gone'), 'Symbol(gone)'],
    ['an object without a prototype', Object.create(null), 'something that cannot be read'],
    ['a proxy', new Proxy({}, hostile), 'something that cannot be read'],
    ['a huge error', new Error('x'.repeat(10_000_000)), 'xxx'],
    ['an error of another class', new RangeError('too far'), 'too far'],
  ])('that throws %s has failed', async (_, thrown, said) => {
    for (const judge of [
      () => Promise.reject(thrown),
      () => {
        throw thrown
      },
    ]) {
      const error = await failing(judge)
      expect(error).toMatchObject({ name: 'JudgeError', kind: 'failed', model: 'local/judge' })
      expect(error.message).toContain(said)
      expect(error.message.length).toBeLessThan(2000)
    }
  })

  it('that returns a proxy has failed, too', async () => {
    expect(await failing(() => new Proxy({}, hostile))).toMatchObject({ name: 'JudgeError', kind: 'failed' })
  })

  it('keeps usage and the answering model', async () => {
    const answer = {
      claims: ['Alpha holds.'],
      usage: { inputTokens: 1, outputTokens: 2 },
      answeredBy: 'own-1',
    }
    const judge = await resolve({ id: 'local/judge', judge: async () => answer })
    await expect(judge.judge(question)).resolves.toEqual(answer)
  })
})

describe('a judge that never answers', () => {
  const never = (): Promise<never> => new Promise(() => {})
  const forms: [string, (judge: JudgeFunction) => JudgeModel][] = [
    ['of { id, judge }', judge => ({ id: 'mine', judge })],
    ['of a function that is loaded', judge => ({ id: 'mine', load: async () => judge })],
    ['of a judge that is loaded', judge => ({ id: 'mine', load: () => ({ id: 'inner', judge }) })],
  ]

  it.each(forms)('%s has failed by the timeout, and is told so', async (_, form) => {
    let told: AbortSignal | undefined
    const judge = await resolve(
      form(({ signal }) => {
        told = signal
        return never()
      }),
      { timeout: 20 },
    )
    expect(told).toBeUndefined()
    const error = await failureOf(judge.judge(question))
    expect(error).toMatchObject({ kind: 'timeout', model: 'mine' })
    expect(error.message).toMatchInlineSnapshot(`
      "The judge mine did not answer within 20 ms.
        it said  no answer within 20 ms
        do       Raise the option timeout, or use a faster model."
    `)
    expect(told?.reason).toMatchObject({ name: 'TimeoutError' })
  })

  it('fails by the clock of the process, not by that of the test', async () => {
    vi.useFakeTimers()
    try {
      const judge = await resolve({ id: 'mine', judge: never }, { timeout: 20 })
      expect(await failureOf(judge.judge(question))).toMatchObject({ kind: 'timeout' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('is asked again as often as any other, and what it answers then counts', async () => {
    const waits: number[] = []
    const sleep = async (milliseconds: number): Promise<void> => void waits.push(milliseconds)
    const judge = vi.fn<JudgeFunction>(never)
    const resolved = await resolve({ id: 'mine', judge }, { timeout: 10, maxRetries: 2, sleep })
    expect((await failureOf(resolved.judge(question))).message).toContain('within 10 ms (3 tries).')
    expect([judge.mock.calls.length, waits]).toEqual([3, [1000, 2000]])
    judge.mockClear().mockImplementationOnce(never).mockResolvedValue(claimsAnswer)
    await expect(resolved.judge(question)).resolves.toEqual(claimsAnswer)
  })

  it('is not asked again once the test is over', async () => {
    const over = new AbortController()
    const judge = vi.fn<JudgeFunction>(({ signal }) => {
      signal?.addEventListener('abort', () => seen.push(signal.reason))
      over.abort('the test is over')
      return never()
    })
    const seen: unknown[] = []
    const resolved = await resolve({ id: 'mine', judge }, { timeout: 20, maxRetries: 2 })
    const error = await failureOf(resolved.judge({ ...question, signal: over.signal }))
    expect(error).toMatchObject({ kind: 'timeout' })
    expect(judge).toHaveBeenCalledOnce()
    expect(seen).toEqual(['the test is over'])
  })

  it('is told at once that the test was over before it', async () => {
    const judge = vi.fn<JudgeFunction>(async () => claimsAnswer)
    const resolved = await resolve({ id: 'mine', judge })
    await resolved.judge({ ...question, signal: AbortSignal.abort() })
    expect(judge.mock.calls[0]?.[0].signal?.aborted).toBe(true)
  })

  it('is not one that says itself that something timed out', async () => {
    const judge = vi.fn(() => Promise.reject(new DOMException('slow', 'TimeoutError')))
    const resolved = await resolve({ id: 'mine', judge }, { maxRetries: 2 })
    await expect(resolved.judge(question)).rejects.toMatchObject({ message: 'slow' })
    expect(judge).toHaveBeenCalledOnce()
  })

  it.each<[string, () => JudgeModel]>([
    ['its load function', () => ({ id: 'mine', load: never })],
    [
      'the module ./endless.mjs',
      () => {
        writeFileSync(join(root, 'endless.mjs'), 'await new Promise(() => {})\nexport default 1')
        return { id: 'mine', module: './endless.mjs' }
      },
    ],
  ])('since %s is never done has failed by the timeout, too', async (source, model) => {
    const error = await failureOf(resolve(model(), { timeout: 20 }))
    expect(error).toMatchObject({ kind: 'timeout', model: 'mine' })
    expect(error.message).toContain(`could not be loaded: ${source} was not done within 20 ms.`)
  })

  it('ends a script with an error, not without a word', () => {
    const { href } = new URL('../../src/index.ts', import.meta.url)
    const script = `
      const { measureContextRecall } = await import(${JSON.stringify(href)})
      const never = () => new Promise(() => {})
      const options = { groundTruth: ['Y.'], contexts: ['x'], mode: 'live', timeout: 30, maxRetries: 0 }
      for (const model of [{ id: 'm/s', judge: never }, { id: 'm/l', load: never }])
        await measureContextRecall({ ...options, model }).catch(error => console.log(error.kind))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      cwd: root,
    })
    expect(output).toBe('timeout\ntimeout\n')
  })
})
