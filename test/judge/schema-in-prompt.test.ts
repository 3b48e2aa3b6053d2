import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAsk } from '../../src/judge/ask.ts'
import type { Judge } from '../../src/judge/judge.ts'
import { createLimiter } from '../../src/judge/limiter.ts'
import { processWide } from '../../src/judge/process-wide.ts'
import { resolvePrompt } from '../../src/judge/prompts/prompt.ts'
import { type ResolveOptions, resolveJudge } from '../../src/judge/resolve-model.ts'
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
import {
  asked,
  attributionAnswer,
  attributionRequest,
  claimsAnswer,
  claimsRequest,
} from '../fixtures/questions.ts'
import type { Reply, ScriptedServer, SeenRequest } from '../fixtures/wire.ts'

const server = setupServer()
const told: string[] = []
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockImplementation(text => told.push(String(text)) > 0)
})
afterEach(() => {
  vi.restoreAllMocks()
  server.resetHandlers()
  delete processWide().schemaInPrompt
  told.length = 0
})
afterAll(() => server.close())

function serve(api: Api, ...replies: Reply[]): ScriptedServer {
  const scripted = api.serve(replies)
  server.use(scripted.handler)
  return scripted
}

function resolve(api: Api, extra: Partial<ResolveOptions> = {}): Promise<Judge> {
  const environment = { OPENAI_API_KEY: apiKey }
  return resolveJudge(api.model, {
    environment,
    root: '/',
    fetch: seenFetch,
    sleep: async () => {},
    ...extra,
  })
}

const schema = JSON.stringify(JSON.stringify(claimsQuestion.schema)).slice(1, -1)

/** How a request told the model the schema. */
function formOf({ body }: SeenRequest): string {
  const structured = 'response_format' in body || JSON.stringify(body.text ?? '').includes('"format"')
  const inPrompt = JSON.stringify(body).includes(schema)
  return [structured && 'structured', inPrompt && 'in the prompt'].filter(Boolean).join(' and ')
}

const refusal: Reply = {
  status: 400,
  body: JSON.stringify({
    error: { message: "response_format of type 'json_schema' is not supported", type: 'x' },
  }),
}

describe.each([responses, chat])('by $name', api => {
  it.each([
    [
      400,
      '{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error"}}',
    ],
    [400, '{"error":{"message":"This model does not support response format `json_schema`.","type":"x"}}'],
    [400, '{"error":{"message":"Unsupported parameter: \'text.format\'.","type":"x"}}'],
    [400, 'Structured outputs are not supported by this engine'],
    [400, '{"error":{"message":"failed to parse grammar","type":"x"}}'],
    [422, '{"detail":[{"type":"extra_forbidden","loc":["body","response_format"],"msg":"Extra inputs"}]}'],
    [501, '{"error":{"message":"json_schema is not implemented","type":"x"}}'],
  ])('asks for JSON in the prompt after %i %s', async (status, body) => {
    const scripted = serve(
      api,
      { status, body },
      { text: `Here you are:\n\`\`\`json\n${claimsText}\n\`\`\`` },
    )
    await expect((await resolve(api)).judge(claimsQuestion)).resolves.toMatchObject({
      ...claimsAnswer,
      usage: { inputTokens: 11, outputTokens: 7 },
    })
    expect(scripted.requests.map(formOf)).toEqual(['structured', 'in the prompt'])
    expect(JSON.stringify(scripted.requests[1]?.body)).toContain(JSON.stringify(claimsQuestion.prompt))
  })

  it('remembers it for the process, for both kinds of question, and says it once', async () => {
    const answer = { text: JSON.stringify(attributionAnswer) }
    const scripted = serve(api, refusal, { text: claimsText }, { text: claimsText }, answer)
    await (await resolve(api)).judge(claimsQuestion)
    await (await resolve(api)).judge(claimsQuestion)
    const request = asked(attributionRequest)
    await expect((await resolve(api)).judge(request)).resolves.toMatchObject(attributionAnswer)
    expect(scripted.requests.map(({ body }) => 'response_format' in body || 'text' in body)).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(told.join('')).toMatch(
      /^context-recall: \S+ takes no JSON schema; it is asked .+ in the prompt\n$/,
    )
  })

  it('says it once for questions under way at the same time', async () => {
    serve(api, refusal, refusal, { text: claimsText })
    const judge = await resolve(api)
    await Promise.all([judge.judge(claimsQuestion), judge.judge(claimsQuestion)])
    expect(told).toHaveLength(1)
  })

  it.each<[string, Reply]>([
    [
      '400 about something else',
      { status: 400, body: '{"error":{"message":"max_tokens is too large","type":"x"}}' },
    ],
    ['401', { status: 401, body: 'no response_format without a key' }],
    ['404', { status: 404, body: 'no response_format here' }],
    ['a refusal', { refusal: 'I will not answer in a json_schema.' }],
    ['a content filter', { filtered: 'Certainly' }],
    ['an answer cut off', { cutOff: 'Certainly' }],
    ['an empty answer', { text: '' }],
  ])('keeps to the schema after %s', async (_, reply) => {
    const scripted = serve(api, reply)
    const judge = await resolve(api)
    await failureOf(judge)
    await failureOf(judge)
    expect(scripted.requests.map(formOf)).toEqual(['structured', 'structured'])
    expect(told).toEqual([])
  })

  it('says what both questions came to, and tries the schema again next time', async () => {
    const scripted = serve(api, refusal, {
      status: 400,
      body: '{"error":{"message":"No such model.","type":"x"}}',
    })
    const judge = await resolve(api)
    const error = await failureOf(judge)
    expect(error.message).toMatch(/status 400\.\n {2}it said {2}No such model\./)
    expect(error.message).toContain(
      "  before   with a JSON schema: response_format of type 'json_schema' is not",
    )
    await failureOf(judge)
    expect(scripted.requests.map(formOf)).toEqual(['structured', 'in the prompt', 'structured'])
  })

  it('goes on in the prompt when that question is tried again', async () => {
    const scripted = serve(api, refusal, { status: 500, body: 'oops' }, { text: claimsText })
    await expect((await resolve(api)).judge(claimsQuestion)).resolves.toMatchObject(claimsAnswer)
    expect(scripted.requests.map(formOf)).toEqual(['structured', 'in the prompt', 'in the prompt'])
  })

  it('gives each question its own time', async () => {
    const scripted = serve(api, refusal, 'silence')
    const error = await failureOf(await resolve(api, { timeout: 300, maxRetries: 0 }))
    expect(error.kind).toBe('timeout')
    expect(scripted.requests).toHaveLength(2)
  })

  it('asks nothing more when the test is over', async () => {
    const over = new AbortController()
    const scripted = serve(api, refusal)
    const judge = await resolve(api, {
      fetch: (input, init) => {
        over.abort()
        return seenFetch(input, init)
      },
    })
    const error = await failureOf(judge, asked(claimsRequest, { signal: over.signal }))
    expect(error).toMatchObject({ kind: 'http', status: 400 })
    expect(scripted.requests).toHaveLength(1)
  })

  it('shows no key and no header of either question', async () => {
    const body = JSON.stringify({ error: { message: `response_format ${apiKey} ${headerValue}`, type: 'x' } })
    serve(api, { status: 400, body })
    const { message } = await failureOf(await resolve(api))
    expect(message).toContain('before   with a JSON schema: response_format')
    expect(message).not.toContain(apiKey)
    if (api === chat) expect(message).not.toContain(headerValue)
  })

  it.each([
    ['prose', 'Certainly! There is one claim: Einstein was born in 1879.'],
    ['JSON of its own design', '{"claims":[{"text":"Albert Einstein was born in 1879."}]}'],
  ])('puts the schema in the prompt after %s, and counts both calls', async (_, text) => {
    const scripted = serve(api, { text }, { text: claimsText })
    const judge = await resolve(api)
    const ask = createAsk({
      judge: async () => judge,
      prompts: { claims: resolvePrompt('claims'), attribution: resolvePrompt('attribution') },
      settings: {},
      limiter: createLimiter(),
    })
    await expect(ask(claimsRequest)).resolves.toMatchObject({ answers: [claimsAnswer], calls: 2 })
    expect(scripted.requests.map(formOf)).toEqual(['structured', 'in the prompt'])
    expect(told.join('')).toContain('does not keep to its JSON schema')
  })
})
