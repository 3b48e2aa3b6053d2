import { createOpenAI } from '@ai-sdk/openai'
import { registerTelemetry } from 'ai'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { JudgeError } from '../../src/errors.ts'
import type { Judge } from '../../src/judge/judge.ts'
import type { JudgeModel } from '../../src/judge/model.ts'
import { processWide } from '../../src/judge/process-wide.ts'
import { type ResolveOptions, resolveJudge } from '../../src/judge/resolve-model.ts'
import {
  asked,
  attributionAnswer,
  attributionRequest,
  claimsAnswer,
  claimsRequest,
} from '../fixtures/questions.ts'
import {
  type Api,
  apiKey,
  chat,
  claimsQuestion,
  claimsText,
  failureOf,
  headerValue,
  responses,
  seenFetch,
} from '../fixtures/apis.ts'
import type { Reply, ScriptedServer } from '../fixtures/wire.ts'

const server = setupServer()
const sent: string[] = []
server.events.on('request:start', ({ request }) => {
  sent.push(request.url)
})
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  server.resetHandlers()
  delete processWide().schemaInPrompt
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sent.length = 0
})
afterAll(() => server.close())

const waits: number[] = []

function resolve(model: JudgeModel, extra: Partial<ResolveOptions> = {}): Promise<Judge> {
  waits.length = 0
  return resolveJudge(model, {
    environment: { OPENAI_API_KEY: apiKey },
    root: '/',
    fetch: seenFetch,
    sleep: async milliseconds => {
      waits.push(milliseconds)
    },
    ...extra,
  })
}

function serve(api: Api, ...replies: Reply[]): ScriptedServer {
  const scripted = api.serve(replies)
  server.use(scripted.handler)
  return scripted
}

/** Everything of an error that a log, a reporter or an inspector may show. */
function everythingOf(error: JudgeError): string {
  const { cause } = error
  const own = Object.getOwnPropertyNames(cause ?? {}).map(name => String(Reflect.get(cause as object, name)))
  return [error.stack, error.message, JSON.stringify(error), ...own].join('\n')
}

describe.each([responses, chat])('by $name', api => {
  it('sends instructions, prompt and the strict, named schema, and no settings', async () => {
    const scripted = serve(api, { text: JSON.stringify(attributionAnswer) })
    const request = asked(attributionRequest)
    await (await resolve(api.model)).judge(request)
    const [seen] = scripted.requests
    const text = JSON.stringify(seen?.body)
    expect(text).toContain(JSON.stringify(request.instructions))
    expect(text).toContain(JSON.stringify(request.prompt))
    const { format } = (seen?.body.text ?? {}) as { format?: object }
    const { json_schema: chatFormat } = (seen?.body.response_format ?? {}) as { json_schema?: object }
    expect(format ?? chatFormat).toMatchObject({ name: 'attribution', strict: true, schema: request.schema })
    expect(Object.keys(seen?.body ?? {}).filter(key => /temperature|seed|max/.test(key))).toEqual([])
    expect(seen?.headers.get('authorization')).toBe(`Bearer ${apiKey}`)
  })

  it('sends the settings it is given', async () => {
    const scripted = serve(api, { text: claimsText })
    const settings = {
      temperature: 0.25,
      maxOutputTokens: 123,
      providerOptions: { openai: { user: 'someone' } },
    }
    const model = api === responses ? 'openai/gpt-4.1' : api.model
    await (await resolve(model)).judge(asked(claimsRequest, { settings }))
    const body = JSON.stringify(scripted.requests[0]?.body)
    expect(body).toContain('"temperature":0.25')
    expect(body).toMatch(/"max_(?:output_|completion_)?tokens":123/)
    expect(body).toContain('"user":"someone"')
  })

  it('gives the answer with its usage and the model that gave it', async () => {
    serve(api, { text: claimsText })
    await expect((await resolve(api.model)).judge(claimsQuestion)).resolves.toEqual({
      ...claimsAnswer,
      usage: { inputTokens: 11, outputTokens: 7 },
      answeredBy: api === responses ? 'gpt-5.6-sol-2026-10-01' : 'llama-4-instruct',
    })
  })

  it.each([
    ['```json\n', '\n```'],
    ['```\n', '```'],
    ['\n ```json \n\n', '\n\n```\n\n'],
  ])('reads an answer inside one fence (%j)', async (open, close) => {
    serve(api, { text: `${open}${claimsText}${close}` })
    await expect((await resolve(api.model)).judge(claimsQuestion)).resolves.toMatchObject({
      ...claimsAnswer,
      usage: { inputTokens: 11, outputTokens: 7 },
    })
  })

  it.each<[string, Reply, Partial<JudgeError>, string]>([
    ['no JSON', { text: 'Certainly!' }, { kind: 'invalid-answer', body: 'Certainly!' }, 'structured output'],
    [
      'two answers that differ',
      { text: `Sure: ${claimsText} Or: {"claims": []}` },
      { kind: 'invalid-answer' },
      'structured output',
    ],
    ['no object', { text: '["a"]' }, { kind: 'invalid-answer', body: '["a"]' }, 'structured output'],
    ['nothing', { text: '' }, { kind: 'invalid-answer', body: '' }, 'structured output'],
    [
      'cut off',
      { cutOff: '{"claims":["Ein' },
      { kind: 'cut-off', body: '{"claims":["Ein' },
      'maxOutputTokens',
    ],
    ['cut off before it began', { cutOff: '' }, { kind: 'cut-off' }, 'maxOutputTokens'],
    ['cut off where it is complete', { cutOff: claimsText }, { kind: 'cut-off' }, 'maxOutputTokens'],
    ['a refusal', { refusal: 'I cannot help.' }, { kind: 'refused', body: 'I cannot help.' }, 'objects to'],
    ['filtered', { filtered: '{"cl' }, { kind: 'filtered', body: '{"cl' }, 'filter'],
    ['filtered from the start', { filtered: '' }, { kind: 'filtered', body: '' }, 'filter'],
  ])('fails once, without a retry, when the answer is %s', async (_, reply, expected, advice) => {
    const scripted = serve(api, reply)
    const error = await failureOf(await resolve(api.model))
    expect(error).toMatchObject(expected)
    expect(error.message).toContain(advice)
    expect(error.message).toContain(error.model)
    expect(scripted.requests).toHaveLength(1)
  })

  it.each<[string, Reply, number]>([
    ['429', { status: 429, body: '{}' }, 1000],
    ['429 that asks to wait in seconds', { status: 429, body: '{}', headers: { 'retry-after': '7' } }, 7000],
    [
      '429 that asks to wait in milliseconds',
      { status: 429, body: '{}', headers: { 'retry-after': '7', 'retry-after-ms': '150' } },
      150,
    ],
    ['500', { status: 500, body: 'oops' }, 1000],
    ['503 that asks to wait', { status: 503, body: 'oops', headers: { 'retry-after': '2' } }, 2000],
    ['408', { status: 408, body: '' }, 1000],
    ['a network failure', 'network failure', 1000],
  ])('tries again after %s', async (_, reply, wait) => {
    const scripted = serve(api, reply, { text: claimsText })
    const judge = await resolve(api.model)
    await expect(judge.judge(claimsQuestion)).resolves.toMatchObject(claimsAnswer)
    expect(waits).toEqual([wait])
    expect(scripted.requests).toHaveLength(2)
  })

  it('gives up after maxRetries, waiting longer each time', async () => {
    const scripted = serve(api, { status: 502, body: 'Bad gateway' })
    const error = await failureOf(await resolve(api.model, { maxRetries: 3 }))
    expect(error).toMatchObject({ kind: 'http', status: 502, body: 'Bad gateway' })
    expect(error.message).toContain('HTTP status 502 (4 tries)')
    expect(waits).toEqual([1000, 2000, 4000])
    expect(scripted.requests).toHaveLength(4)
  })

  it('does not wait when it is asked to wait for too long, and says so', async () => {
    const reply = { status: 429, body: '{}', headers: { 'retry-after': '3600' } }
    const scripted = serve(api, reply)
    const error = await failureOf(await resolve(api.model))
    expect(error).toMatchObject({ kind: 'http', status: 429 })
    expect(error.message).toContain('asks to wait 3600 s')
    expect(scripted.requests).toHaveLength(1)
  })

  it.each([
    [400, 'structured output'],
    [401, 'valid'],
    [403, 'may it use this model'],
    [404, 'name'],
    [422, 'settings'],
  ])('does not try again after %i', async (status, advice) => {
    const scripted = serve(api, { status, body: '{"error":{"message":"No such thing."}}' })
    const error = await failureOf(await resolve(api.model))
    expect(error).toMatchObject({ kind: 'http', status, body: '{"error":{"message":"No such thing."}}' })
    expect(error.message).toContain('it said  No such thing.')
    expect(error.message).toContain(advice)
    expect(scripted.requests).toHaveLength(1)
  })

  it.each<[string, Reply, object, string]>([
    [
      'a 400 of a content filter',
      {
        status: 400,
        body: JSON.stringify({ error: { message: 'The prompt was flagged.', code: 'content_filter' } }),
      },
      { kind: 'filtered', status: 400 },
      'it said  The prompt was flagged.',
    ],
    [
      "Azure's, with the filter inside",
      {
        status: 400,
        body: '{"error":{"message":"Blocked.","code":"400","innererror":{"code":"ResponsibleAIPolicyViolation"}}}',
      },
      { kind: 'filtered', status: 400 },
      'was stopped by a content filter (HTTP status 400)',
    ],
    [
      'a 403 of a moderation',
      {
        status: 403,
        body: '{"error":{"message":"Flagged.","code":403,"metadata":{"reasons":["violence"]}}}',
      },
      { kind: 'filtered', status: 403 },
      "relax the provider's filter",
    ],
    [
      'a 200 with an error of no known code',
      { status: 200, body: '{"error":{"message":"No provider is there.","code":"none_there"}}' },
      { kind: 'http' },
      'it said  No provider is there.',
    ],
    [
      'a 200 with a 404 in it',
      { status: 200, body: '{"error":{"message":"No such model here.","code":404}}' },
      { kind: 'http', status: 404 },
      'answered with an error 404 inside of a response.',
    ],
    [
      'a 200 with a refused key in it',
      { status: 200, body: '{"error":{"message":"Bad key.","code":"invalid_api_key"}}' },
      { kind: 'http', status: 401 },
      'is it valid',
    ],
  ])('shows kind and message of %s, once', async (_, reply, failure, message) => {
    const scripted = serve(api, reply)
    const error = await failureOf(await resolve(api.model))
    expect(error).toMatchObject(failure)
    expect(error.message).toContain(message)
    expect(error.message).not.toContain('check the url')
    expect(scripted.requests).toHaveLength(1)
  })

  it.each([
    ['a number', 429],
    ['a text', '429'],
    ['a word', 'rate_limit_exceeded'],
    ['of the server', 'server_error'],
    ['a 503', 503],
  ])('tries again after a 200 with an error that is %s', async (_, code) => {
    const body = JSON.stringify({ error: { message: 'Too much at once.', code } })
    const scripted = serve(api, { status: 200, body }, { text: claimsText })
    await expect((await resolve(api.model)).judge(claimsQuestion)).resolves.toMatchObject(claimsAnswer)
    expect(scripted.requests).toHaveLength(2)
    serve(api, { status: 200, body })
    const error = await failureOf(await resolve(api.model, { maxRetries: 0 }))
    expect(error.message).toMatch(
      /answered with an error (?:429|500|503) inside of a response\.\n {2}it said {2}Too much/,
    )
  })

  it('fails after a time without an answer', async () => {
    const scripted = serve(api, 'silence')
    const error = await failureOf(await resolve(api.model, { timeout: 20, maxRetries: 1 }))
    expect(error).toMatchObject({ kind: 'timeout', status: undefined })
    expect(error.message).toContain('did not answer within 20 ms (2 tries)')
    expect(scripted.requests).toHaveLength(2)
  })

  it('says that the network failed', async () => {
    serve(api, 'network failure')
    const error = await failureOf(await resolve(api.model, { maxRetries: 0 }))
    expect(error).toMatchObject({ kind: 'network', status: undefined })
    expect(error.message).toContain('could not be reached.')
  })

  it('calls a page instead of an answer what it is', async () => {
    const scripted = serve(api, { status: 200, body: '<html>Welcome</html>' })
    const error = await failureOf(await resolve(api.model))
    expect(error).toMatchObject({ kind: 'http', status: 200, body: '<html>Welcome</html>' })
    expect(error.message).toContain('check the url')
    expect(scripted.requests).toHaveLength(1)
  })

  it.each<[string, Reply]>([
    [
      'echoes the key',
      { status: 401, body: `{"error":{"message":"Incorrect API key provided: ${apiKey}."}}` },
    ],
    [
      'echoes the headers',
      { status: 400, body: `authorization: Bearer ${apiKey}, x-tenant: ${headerValue}` },
    ],
    ['is not JSON', { status: 200, body: `${apiKey} ${headerValue}` }],
    ['is an answer', { text: `I was given ${apiKey} and ${headerValue}.` }],
    ['breaks off', 'network failure'],
  ])('never shows a key or a header, when the server %s', async (_, reply) => {
    serve(api, reply)
    const error = await failureOf(await resolve(api.model))
    const shown = everythingOf(error)
    expect(shown).not.toContain(apiKey)
    expect(shown).not.toContain(api === chat ? headerValue : apiKey)
    expect(shown).not.toContain(claimsQuestion.prompt.slice(0, 40))
    expect(Object.keys(error.cause ?? {})).toEqual([])
  })

  it('shows a long, coloured answer as one short line', async () => {
    const body = `\u001b[31m::error\n${'long '.repeat(200)}`
    serve(api, { status: 500, body })
    const error = await failureOf(await resolve(api.model, { maxRetries: 0 }))
    expect(error.body).toMatch(/^\[31m::error long .*…$/)
    expect(error.body?.length).toBeLessThanOrEqual(300)
    expect(error.message).toMatch(/\n {2}body {5}\[31m::error long .{1,200}…\n {2}do/)
  })

  it('finishes the call in flight when the test is over', async () => {
    const over = new AbortController()
    const scripted = serve(api, { text: claimsText })
    const judge = await resolve(api.model, {
      fetch: (input, init) => {
        over.abort()
        return seenFetch(input, init)
      },
    })
    const answer = judge.judge(asked(claimsRequest, { signal: over.signal }))
    await expect(answer).resolves.toMatchObject(claimsAnswer)
    expect(scripted.requests).toHaveLength(1)
  })

  it('does not try again when the test is over', async () => {
    const over = new AbortController()
    const scripted = serve(api, { status: 500, body: 'oops' })
    const judge = await resolve(api.model, {
      sleep: async () => over.abort(),
    })
    const error = await failureOf(judge, asked(claimsRequest, { signal: over.signal }))
    expect(error).toMatchObject({ kind: 'http', status: 500 })
    expect(scripted.requests).toHaveLength(1)
  })
})

it('works under fake timers, a stubbed fetch and handlers of the test', async () => {
  const { createServer } = await import('node:http')
  const replies = [
    { status: 429, body: '{}' },
    {
      status: 200,
      body: JSON.stringify({
        choices: [{ index: 0, message: { content: claimsText }, finish_reason: 'stop' }],
      }),
    },
  ]
  const local = createServer((_, response) => {
    const reply = replies.shift()
    response.writeHead(reply?.status ?? 500, { 'retry-after-ms': '1', 'content-type': 'application/json' })
    response.end(reply?.body)
  })
  const port = await new Promise<number>(resolvePort => {
    local.listen(0, '127.0.0.1', () => {
      const address = local.address()
      resolvePort(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => {
    throw new Error('The fetch of the test was called.')
  })
  const model = { id: 'local/llama-4', url: `http://127.0.0.1:${port}/v1` }
  const judge = await resolveJudge(model, { environment: {}, root: '/' })
  await expect(judge.judge(claimsQuestion)).resolves.toMatchObject(claimsAnswer)
  expect(sent).toEqual([])
  local.close()
})

it('asks a model of the AI SDK as it is', async () => {
  const scripted = serve(responses, { text: claimsText })
  const openai = createOpenAI({ apiKey: 'another-key-456', fetch: seenFetch })
  const judge = await resolve(openai('gpt-5.6-sol'), { environment: {} })
  await judge.judge(claimsQuestion)
  expect(judge.id).toBe('openai/gpt-5.6-sol')
  expect(scripted.requests[0]?.headers.get('authorization')).toBe('Bearer another-key-456')
  expect(scripted.requests[0]?.body.model).toBe('gpt-5.6-sol')
})

it('tells nothing to the telemetry of the application', async () => {
  const told = vi.fn()
  registerTelemetry({ onStart: told, onEnd: told, onLanguageModelCallStart: told })
  serve(responses, { text: claimsText })
  await (await resolve(responses.model)).judge(claimsQuestion)
  expect(told).not.toHaveBeenCalled()
})

it('gives up on a model that ignores its timeout', async () => {
  const openai = createOpenAI({ apiKey, fetch: () => new Promise<never>(() => {}) })
  const error = await failureOf(await resolve(openai('gpt-5.6-sol'), { timeout: 20, maxRetries: 0 }))
  expect(error.kind).toBe('timeout')
})
