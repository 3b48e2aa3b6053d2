import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, Output } from 'ai'
import { expect, it, onTestFinished } from 'vitest'
import { startJudgeServer, type JudgeServer, type ServedAnswer, type ServedRequest } from './judge-server.ts'

type Door = 'responses' | 'chat'

async function serve(answer: (request: ServedRequest) => ServedAnswer): Promise<JudgeServer> {
  const server = await startJudgeServer(answer)
  onTestFinished(() => server.close())
  return server
}

async function ask(server: JudgeServer, door: Door, name: string): Promise<unknown> {
  const provider = createOpenAI({ baseURL: server.url, apiKey: 'unused' })
  const schema = jsonSchema<object>({ type: 'object', properties: {}, additionalProperties: true })
  const { output } = await generateText({
    model: provider[door]('judge-1'),
    instructions: 'Judge.',
    prompt: 'What is claimed?',
    maxRetries: 0,
    output: Output.object({ name, schema }),
  })
  return output
}

it.each<Door>(['responses', 'chat'])(
  'answers the AI SDK through %s and keeps what it was asked',
  async door => {
    const server = await serve(({ kind }) => (kind === 'claims' ? { claims: ['One.'] } : { verdicts: [] }))

    expect(await ask(server, door, 'claims')).toEqual({ claims: ['One.'] })
    expect(await ask(server, door, 'attribution')).toEqual({ verdicts: [] })

    expect(server.requests).toMatchObject([
      { kind: 'claims', prompt: 'What is claimed?', model: 'judge-1' },
      { kind: 'attribution' },
    ])
    expect([server.count(), server.count('claims'), server.count('attribution')]).toEqual([2, 1, 1])
  },
)

it('passes an HTTP answer on as it is', async () => {
  const server = await serve(() => ({ status: 429, headers: { 'retry-after': '7' }, body: 'slow down' }))

  await expect(ask(server, 'responses', 'claims')).rejects.toMatchObject({
    statusCode: 429,
    responseBody: 'slow down',
    responseHeaders: { 'retry-after': '7' },
  })
})

it('says what went wrong in the answering function', async () => {
  const server = await serve(() => {
    throw new Error('no answer prepared')
  })

  await expect(ask(server, 'responses', 'claims')).rejects.toThrow('no answer prepared')
})
