/** Every case over the wire: the real AI SDK, the real provider, an intercepted network. */
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { recallCases, scriptOf } from './fixtures/recall-cases.ts'
import { responsesServer } from './fixtures/wire.ts'

const network = setupServer()
let measureContextRecall: typeof import('../src/index.ts').measureContextRecall

beforeAll(async () => {
  network.listen({ onUnhandledFrame: 'error' })
  vi.stubEnv('OPENAI_API_KEY', 'sk-test-0123456789abcdefghij')
  // the package keeps the fetch it finds when it loads, so that it must find the intercepted one
  ;({ measureContextRecall } = await import('../src/index.ts'))
})
afterAll(() => network.close())

describe.each(recallCases)('$name', recallCase => {
  test('over the wire', async () => {
    const { groundTruth, contexts, calls, contextsSent, expected } = recallCase
    const replies = scriptOf(recallCase).map(answer => ({ text: JSON.stringify(answer) }))
    const openai = responsesServer(replies)
    network.resetHandlers(openai.handler)
    const measured = measureContextRecall({
      groundTruth,
      contexts,
      model: 'openai/gpt-5.6-sol',
      mode: 'live',
    })
    if (expected.error !== undefined) await expect(measured).rejects.toMatchObject({ name: expected.error })
    else {
      const result = await measured
      expect(result.claims.map(claim => claim.status)).toEqual(expected.statuses)
      expect([result.attributed, result.total]).toEqual([expected.attributed, expected.total])
      expect(result.judge.usage).toEqual({ inputTokens: 11 * calls, outputTokens: 7 * calls })
    }
    expect(openai.requests).toHaveLength(calls)
    const sent = JSON.stringify(openai.requests[1]?.body ?? {})
    if (contextsSent !== undefined) expect(sent.match(/\] context \d+\\n/g)).toHaveLength(contextsSent)
    for (const context of contexts.filter(text => text.trim() !== ''))
      expect(sent).toContain(JSON.stringify(context).slice(1, -1))
  })
})
