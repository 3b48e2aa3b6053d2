import { readFileSync } from 'node:fs'
import { generateText, simulateReadableStream, stepCountIs, streamText, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fromToolResults, UsageError } from '../../src/index.ts'
import { contextsFrom, extractContexts } from '../../src/contexts/read-contexts.ts'

interface Found {
  contexts: { text: string }[]
  origin?: string
}
const textsOf = ({ contexts }: Found): string[] => contexts.map(({ text }) => text)
const read = async (value: unknown, tools?: string[]): Promise<string[]> =>
  textsOf((await fromToolResults(tools === undefined ? {} : { tools })(value)) as Found)

function fixture(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8'))
}

describe('Mastra messages', () => {
  const run = (fixture('mastra-agent-run') as { scoringData: { input: unknown; output: unknown[] } })
    .scoringData
  const failed = fixture('mastra-agent-run-tool-error') as { input: unknown; output: unknown[] }

  test('of a run: parts and legacy invocations are joined by id', async () => {
    expect(await read(run.output)).toEqual(['doc about green tea', 'doc about l-theanine'])
  })

  test('of a run whose tool threw: errors are left out', async () => {
    expect(await read(failed.output)).toEqual(['doc ok'])
  })

  test('with parts only, and with legacy invocations only', async () => {
    type Message = { content: { parts: unknown[]; toolInvocations?: unknown[] } }
    const [message] = run.output as Message[]
    const { toolInvocations, ...partsOnly } = message!.content
    expect(await read([{ ...message, content: partsOnly }])).toHaveLength(2)
    expect(await read([{ ...message, content: { ...partsOnly, parts: [], toolInvocations } }])).toHaveLength(
      2,
    )
  })

  test('as output of a scorer run', async () => {
    expect(textsOf((await fromToolResults()(run.input, run.output)) as Found)).toHaveLength(2)
  })

  test('by the tools that are named', async () => {
    expect(await read(run.output, ['search'])).toHaveLength(2)
    expect(await read(run.output, ['other'])).toEqual([])
  })
})

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const call = (id: string, toolName: string) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName,
  input: '{"q":"x"}',
})
const tools = {
  search: tool({
    inputSchema: z.object({ q: z.string() }),
    execute: async () => [{ pageContent: 'Alpha holds.', metadata: { source: 'a.md' } }],
  }),
  broken: tool({
    inputSchema: z.object({ q: z.string() }),
    execute: async (): Promise<string[]> => {
      throw new Error('down')
    },
  }),
}

describe('AI SDK', () => {
  const content = [call('1', 'search'), call('2', 'broken')]
  const finish = (unified: 'tool-calls' | 'stop') => ({ unified, raw: unified })
  const model = () => {
    const answers = [
      { content, finishReason: finish('tool-calls'), usage, warnings: [] },
      {
        content: [{ type: 'text' as const, text: 'done' }],
        finishReason: finish('stop'),
        usage,
        warnings: [],
      },
    ]
    return new MockLanguageModelV4({ doGenerate: async () => answers.shift()! })
  }

  test('results of generateText: all steps, errors left out, recognised without being told', async () => {
    const result = await generateText({ model: model(), tools, stopWhen: stepCountIs(3), prompt: 'x' })
    expect(await read(result)).toEqual(['Alpha holds.'])
    expect(await contextsFrom(result)).toEqual({
      contexts: [{ text: 'Alpha holds.', identity: 'a.md' }],
      origin: 'tool results of search; 1 failed or denied call is left out: broken',
      leftOut: '1 failed or denied call is left out: broken',
    })
    const messages = result.steps.flatMap(step => step.response.messages)
    expect(messages.map(({ role }) => role)).toContain('tool')
    expect(await read(messages)).toEqual(['Alpha holds.'])
  })

  test('results of streamText, whose steps are promised', async () => {
    const chunks = [
      ...content.map(part => ({ ...part })),
      { type: 'finish' as const, finishReason: finish('tool-calls'), usage },
    ]
    const end = [
      { type: 'text-start' as const, id: 't' },
      { type: 'text-delta' as const, id: 't', delta: 'done' },
      { type: 'text-end' as const, id: 't' },
      { type: 'finish' as const, finishReason: finish('stop'), usage },
    ]
    const streams: object[][] = [chunks, end]
    const streaming = new MockLanguageModelV4({
      doStream: async () => ({ stream: simulateReadableStream({ chunks: streams.shift() as never[] }) }),
    })
    const result = streamText({ model: streaming, tools, stopWhen: stepCountIs(3), prompt: 'x' })
    await result.consumeStream()
    expect(await read(result)).toEqual(['Alpha holds.'])
  })

  test('UI messages: results by tool name in the type, dynamic tools, unfinished and failed ones left out', async () => {
    const messages = [
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'x' }] },
      {
        id: '2',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          { type: 'tool-search', toolCallId: 'a', state: 'output-available', input: {}, output: ['One.'] },
          {
            type: 'dynamic-tool',
            toolName: 'look',
            toolCallId: 'b',
            state: 'output-available',
            input: {},
            output: 'Two.',
          },
          { type: 'tool-search', toolCallId: 'c', state: 'output-error', input: {}, errorText: 'x' },
          { type: 'tool-search', toolCallId: 'd', state: 'input-available', input: {} },
          {
            type: 'tool-search',
            toolCallId: 'e',
            state: 'output-available',
            preliminary: true,
            output: ['No.'],
          },
        ],
      },
    ]
    expect(await read(messages)).toEqual(['One.', 'Two.'])
    expect(await read(messages, ['look'])).toEqual(['Two.'])
  })
})

test('Mastra results carry their tool results as payloads', async () => {
  const payload = { toolCallId: 'a', toolName: 'search', result: { docs: ['One.'] } }
  const result = {
    text: 'done',
    steps: [{ toolResults: [{ type: 'tool-result', payload }] }],
    toolResults: [
      { type: 'tool-result', payload },
      { type: 'tool-result', payload: { toolCallId: 'b', toolName: 'search', result: 'x', isError: true } },
    ],
  }
  expect(await contextsFrom(result)).toEqual({
    contexts: [{ text: 'One.' }],
    origin: 'tool results of search; 1 failed or denied call is left out: search',
    leftOut: '1 failed or denied call is left out: search',
  })
})

test.each<[string, unknown, string[]]>([
  ['JSON of a known shape', '[{"text":"One."},{"text":"Two."}]', ['One.', 'Two.']],
  ['a text that looks like JSON', '[see the manual] for more', ['[see the manual] for more']],
  ['JSON of an answer and what it is from', '{"answer":"A","sources":[{"text":"One."}]}', ['One.']],
  ['JSON of no known shape', '{"ok":true}', ['{"ok":true}']],
  ['one list under a name of its own', { found: ['One.'], took: 3 }, ['One.']],
])('a tool may return %s', async (_, output, expected) => {
  const part = { type: 'tool-search', toolCallId: 'a', state: 'output-available', output }
  expect(await read([{ role: 'assistant', parts: [part] }])).toEqual(expected)
})

const toolPart = (output: unknown, id = 'a') => ({
  type: 'tool-search',
  toolCallId: id,
  state: 'output-available',
  output,
})

test('a sub-agent is a tool whose own tools found the contexts, not its answer', async () => {
  const output = {
    text: 'THE ANSWER',
    finishReason: 'stop',
    subAgentToolResults: [
      { toolName: 'search', toolCallId: 'b', result: { relevantContext: [{ text: 'One.' }], sources: [] } },
      { toolName: 'mail', toolCallId: 'c', result: 'refused', isError: true },
    ],
  }
  expect(await contextsFrom([{ role: 'assistant', parts: [toolPart(output)] }])).toMatchObject({
    contexts: [{ text: 'One.' }],
    origin: 'tool results of search; 1 failed or denied call is left out: mail',
  })
})

test('an MCP error among tool results is left out, and said', async () => {
  const failure = { isError: true, content: [{ type: 'text', text: 'index is down' }] }
  const parts = [toolPart(failure, 'a'), toolPart(failure, 'b'), toolPart(['One.'], 'c')]
  expect(await contextsFrom([{ role: 'assistant', parts }])).toEqual({
    contexts: [{ text: 'One.' }],
    origin: 'tool results of search; 2 failed or denied calls are left out: search (2 calls)',
    leftOut: '2 failed or denied calls are left out: search (2 calls)',
  })
})

test('model messages wrap what a tool returned: its content is read like that of MCP, a denial is left out', async () => {
  const part = (id: string, output: unknown) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: 'search',
    output,
  })
  const content = [
    part('a', { type: 'content', value: [{ type: 'text', text: '[{"text":"One."}]' }] }),
    part('b', { type: 'execution-denied', reason: 'no' }),
    part('c', { type: 'error-text', value: 'down' }),
    part('d', { type: 'faq', value: 'x', text: 'Two.' }),
  ]
  expect(await contextsFrom([{ role: 'tool', content }])).toMatchObject({
    contexts: [{ text: 'One.' }, { text: 'Two.' }],
    leftOut: '2 failed or denied calls are left out: search (2 calls)',
  })
})

describe('messages of', () => {
  const langChain = (type: string, more: object) => ({ type, additional_kwargs: {}, ...more })
  const artifact = [{ pageContent: 'One.', metadata: {} }]
  const call = { id: 'a', function: { name: 'search' } }
  test.each<[string, unknown, string, string[]]>([
    [
      'LangChain, with what the tool found as artifact',
      {
        messages: [
          langChain('human', { content: 'x' }),
          langChain('tool', { tool_call_id: 'a', name: 'search', content: 'told of it', artifact }),
          langChain('tool', { tool_call_id: 'b', name: 'broken', content: 'Error: down', status: 'error' }),
          langChain('ai', { content: 'THE ANSWER' }),
        ],
      },
      'tool results of search; 1 failed or denied call is left out: broken',
      ['One.'],
    ],
    [
      'OpenAI',
      [
        { role: 'user', content: 'x' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'a', content: '[{"text":"One."}]' },
        { role: 'assistant', content: 'THE ANSWER' },
      ],
      'tool results of search',
      ['One.'],
    ],
    [
      'Anthropic',
      [
        { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'search', input: {} }] },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'One.' }] },
            { type: 'tool_result', tool_use_id: 'b', content: 'down', is_error: true },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'THE ANSWER' }] },
      ],
      'tool results of search; 1 failed or denied call is left out: without a name',
      ['One.'],
    ],
  ])('%s: the results of their tools', async (_, received, origin, texts) => {
    const found = await contextsFrom(received)
    expect(textsOf(found)).toEqual(texts)
    expect(found.origin).toBe(origin)
  })
})

test('what an extractor returns is read like what is received: of messages, the tool results', async () => {
  const messages = [
    { role: 'assistant', parts: [toolPart(['One.'])] },
    { role: 'assistant', content: 'THE ANSWER' },
  ]
  const extracted = await extractContexts((received: { messages: unknown }) => received.messages, {
    messages,
  })
  expect(textsOf(extracted)).toEqual(['One.'])
  await expect(extractContexts(() => messages.slice(1))).rejects.toThrow(
    'without a tool result, so which of them were retrieved is not known (what contextExtractor returned)',
  )
})

test('fromToolResults says that tools are meant: messages without a result are no contexts', async () => {
  const messages = [{ role: 'user', content: 'Paris is the capital' }]
  expect(await read(messages)).toEqual([])
})

test('an agent that called no tool has no contexts, and the message can say so', async () => {
  const found = await contextsFrom({ text: 'From memory.', steps: [{ toolResults: [] }], toolResults: [] })
  expect(found).toEqual({ contexts: [], origin: 'tool results: there are none' })
})

test.each<[string, unknown, string]>([
  ['no agent result', { hits: [] }, 'an object with the keys hits'],
  ['a text', 'x', 'a string'],
])('%s is refused', async (_, value, message) => {
  const reading = fromToolResults()(value)
  await expect(reading).rejects.toBeInstanceOf(UsageError)
  await expect(reading).rejects.toThrow(message)
})

test('a tool result of no known shape is refused, naming the tool', async () => {
  const part = { type: 'tool-mail', toolCallId: 'a', state: 'output-available', output: { sent: true } }
  await expect(read([{ role: 'assistant', parts: [part] }])).rejects.toThrow(
    'the result of the tool mail is an object with the keys sent',
  )
})
