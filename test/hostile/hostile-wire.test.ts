import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { resolveJudge } from '../../src/judge/resolve-model.ts'
import { renderRequest } from '../../src/judge/prompts/render-request.ts'
import type { RecallRequest } from '../../src/protocol.ts'
import { apiKey, chat, responses, seenFetch } from '../fixtures/apis.ts'
import { asked } from '../fixtures/questions.ts'
import { claims, harmless, hostileContexts } from './hostile-contexts.ts'
import { expectedBlocks, readFraming } from './read-framing.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

/** What the person's turn of a conversation says, by either API. */
function userTexts(body: Record<string, unknown>): string[] {
  const turns = (body.messages ?? body.input) as { role: string; content: string | { text: string }[] }[]
  return turns
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => (typeof content === 'string' ? [content] : content.map(part => part.text)))
}

describe.each([responses, chat])('what a server is sent by $name', api => {
  test.for(hostileContexts)('is one turn whose framing holds $name', async ({ text }) => {
    const scripted = api.serve([{ text: '{"verdicts":[]}' }])
    server.use(scripted.handler)
    const environment = { OPENAI_API_KEY: apiKey }
    const judge = await resolveJudge(api.model, { environment, root: '/', fetch: seenFetch })
    const contexts = [harmless[0] as string, text]
    const request: RecallRequest = { kind: 'attribution', claims, contexts }
    await judge.judge(asked(request))
    const [sent] = scripted.requests.map(({ body }) => userTexts(body))
    expect(sent).toEqual([renderRequest(request)])
    expect(readFraming(sent?.[0] ?? '')).toEqual(expectedBlocks(claims, contexts))
  })
})
