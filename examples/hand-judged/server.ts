/** A small OpenAI-compatible server that answers a judge's questions with what was written beforehand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { answerAttribution, answerClaims, NoAnswerError } from './answers.ts'
import { readPrompt } from './read-prompt.ts'

/** A running server. */
export interface HandJudgedServer {
  /** The base URL for the option `model.url`. */
  readonly url: string
  /** How many questions it has answered. */
  readonly answered: number
  close(): Promise<void>
}

/** The part of a chat completion request that matters here. */
interface ChatRequest {
  model: string
  messages: { role: string; content: string | { type: string; text: string }[] }[]
  response_format?: { type: string; json_schema?: { name: string } }
}

/** Listens on this machine only; port 0 takes a free one. */
export function startHandJudgedServer(port = 0): Promise<HandJudgedServer> {
  let answered = 0
  const server = createServer((request, response) => {
    respond(request, response).then(
      done => {
        if (done) answered++
      },
      (error: unknown) => refuse(response, 400, error),
    )
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('The server has no port.'))
      resolve({
        url: `http://127.0.0.1:${address.port}/v1`,
        get answered() {
          return answered
        },
        close: () =>
          new Promise((closed, failed) => {
            server.close(error => (error === undefined ? closed() : failed(error)))
            server.closeAllConnections()
          }),
      })
    })
  })
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    refuse(response, 404, new Error('This server knows POST /v1/chat/completions only.'))
    return false
  }
  const chat = JSON.parse(await bodyOf(request)) as ChatRequest
  try {
    sendJson(response, 200, completionOf(chat.model, answer(chat)))
    return true
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error
    refuse(response, 404, error)
    return false
  }
}

function answer({ messages, response_format: format }: ChatRequest): object {
  const asked = readPrompt(textOf(messages.findLast(message => message.role === 'user')))
  const name = format?.type === 'json_schema' ? format.json_schema?.name : undefined
  if (name === 'claims') return answerClaims(asked)
  if (name === 'attribution') return answerAttribution(asked)
  throw new Error('The response_format must be a json_schema named "claims" or "attribution".')
}

function textOf(message: ChatRequest['messages'][number] | undefined): string {
  if (message === undefined) throw new Error('The request has no user message.')
  if (typeof message.content === 'string') return message.content
  return message.content.map(part => part.text).join('')
}

function completionOf(model: string, content: object): object {
  return {
    id: 'hand-judged',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: JSON.stringify(content) },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString('utf8')
}

/** The whole message goes to the terminal too, because a client may shorten it. */
function refuse(response: ServerResponse, status: number, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  console.error(`hand-judged server: ${message}`)
  sendJson(response, status, { error: { message, type: 'not_answered', code: status } })
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

if (import.meta.main) {
  const { url } = await startHandJudgedServer(4010)
  console.log(`The hand-written answers are served at ${url}.`)
}
