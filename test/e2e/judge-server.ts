/** A judge over HTTP: an OpenAI-compatible server on this machine that answers from a function and counts. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Answer, RequestKind } from '../../src/protocol.ts'

/** One request as the server got it. */
export interface ServedRequest {
  kind: RequestKind
  /** The user's part of what the model is asked, without the instructions. */
  prompt: string
  /** The model named in the body. */
  model: string
  /** The path, such as `/v1/responses`. */
  path: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

/** An answer in wire format, or the HTTP answer itself; its body is sent as it is, or as JSON. */
export type ServedAnswer =
  | Answer
  | { status: number; headers?: Record<string, string>; body?: string | object }

export interface JudgeServer {
  /** The base URL, ending in `/v1`. */
  readonly url: string
  /** Every request so far, in order of arrival. */
  readonly requests: readonly ServedRequest[]
  /** How many requests of a kind, or of both, came so far. */
  count(kind?: RequestKind): number
  close(): Promise<void>
}

/** Starts a server on a free port of 127.0.0.1. When `answer` throws, the client gets status 500 and the message. */
export async function startJudgeServer(
  answer: (request: ServedRequest) => ServedAnswer | Promise<ServedAnswer>,
): Promise<JudgeServer> {
  const requests: ServedRequest[] = []
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(incoming)
    requests.push(request)
    const answered = await answer(request)
    if ('status' in answered) {
      const { status, headers = {}, body = '' } = answered
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
      return
    }
    const wrap = request.path.endsWith('/responses') ? asResponse : asChatCompletion
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(wrap(request.model, JSON.stringify(answered))))
  }
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: String(error), type: 'server', code: 'failed' } }))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    count: kind => requests.filter(request => kind === undefined || request.kind === kind).length,
    close: () =>
      new Promise((resolve, reject) => {
        server.close(error => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

interface Message {
  role: string
  content: string | { text?: string }[]
}

async function readRequest(incoming: IncomingMessage): Promise<ServedRequest> {
  const path = incoming.url ?? ''
  if (path !== '/v1/responses' && path !== '/v1/chat/completions')
    throw new Error(`nothing is served at ${path}`)
  const body = (await json(incoming)) as Record<string, unknown> & {
    model: string
    input?: Message[]
    messages?: Message[]
    text?: { format?: { name?: string } }
    response_format?: { json_schema?: { name?: string } }
  }
  const kind = body.text?.format?.name ?? body.response_format?.json_schema?.name ?? kindInInstructions(body)
  if (kind !== 'claims' && kind !== 'attribution') throw new Error(`no schema is named ${String(kind)}`)
  const prompt = (body.input ?? body.messages ?? [])
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => (typeof content === 'string' ? content : content.map(part => part.text ?? '')))
    .join('\n')
  return { kind, prompt, model: body.model, path, headers: incoming.headers, body }
}

/** Where the schema stands in the instructions. */
function kindInInstructions(body: object): RequestKind | undefined {
  const [, property] = /\\"properties\\":\{\\"(claims|verdicts)\\"/.exec(JSON.stringify(body)) ?? []
  if (property === undefined) return undefined
  return property === 'claims' ? 'claims' : 'attribution'
}

function asResponse(model: string, text: string): object {
  const content = [{ type: 'output_text', text, annotations: [] }]
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 0,
    status: 'completed',
    model,
    output: [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }],
    usage: { input_tokens: 100, output_tokens: 10, total_tokens: 110 },
  }
}

function asChatCompletion(model: string, content: string): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  }
}
