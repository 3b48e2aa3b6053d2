/** Script: times what other recorders say to a question that is not on record. Arguments: which, directory. */
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { address, askThroughSdk, judgeModel, respond } from '../replay/generate-answer.ts'
import { makeQuestion, type Question } from '../replay/questions.ts'
import { report } from '../script.ts'

/** Milliseconds, and how much is said about the miss. */
export interface ContenderMiss {
  first: number
  second: number
  characters: number
  /** Whether it names what is nearest or what differs. */
  explains: boolean
}

const [which = '', recordingsDir = ''] = process.argv.slice(2)
const onRecord = 100

/** Replays both calls of an assertion, of which the second is not on record. */
type Replay = (index: number, question: Question) => Promise<unknown>

async function startPolly(): Promise<Replay> {
  const load = createRequire(new URL('../../compat/package.json', import.meta.url))
  const { Polly } = load('@pollyjs/core') as {
    Polly: {
      new (name: string, options: object): { stop(): Promise<void> }
      register(part: unknown): void
    }
  }
  Polly.register(load('@pollyjs/adapter-fetch'))
  Polly.register(load('@pollyjs/persister-fs'))
  globalThis.fetch = async (input, init) => Response.json(respond(await new Request(input, init).text()))
  const model = judgeModel({ fetch: (input, init) => globalThis.fetch(input, init) })
  const run = async (mode: string, index: number, question: Question): Promise<void> => {
    const polly = new Polly(`assertion-${index}`, {
      mode,
      adapters: ['fetch'],
      persister: 'fs',
      persisterOptions: { fs: { recordingsDir } },
      recordIfMissing: false,
      matchRequestsBy: { headers: false },
      logLevel: 'silent',
    })
    try {
      await askThroughSdk(model, question).ask()
    } finally {
      await polly.stop()
    }
  }
  for (let index = 0; index < onRecord; index++) await run('record', index, makeQuestion(index))
  return (index, question) => run('replay', index, question)
}

async function startMsw(): Promise<Replay> {
  const digest = (body: string): string => createHash('sha256').update(body).digest('hex')
  const answers = new Map<string, object>()
  let isRecording = true
  const server = setupServer(
    http.post(address, async ({ request }) => {
      const body = await request.text()
      if (isRecording) answers.set(digest(body), respond(body))
      const answer = answers.get(digest(body))
      return answer === undefined ? undefined : HttpResponse.json(answer)
    }),
  )
  server.listen({ onUnhandledFrame: 'error' })
  const model = judgeModel()
  for (let index = 0; index < onRecord; index++) await askThroughSdk(model, makeQuestion(index)).ask()
  isRecording = false
  return (_, question) => askThroughSdk(model, question).ask()
}

function changed(index: number): Question {
  const question = makeQuestion(index)
  const { claims, contexts } = question.attributionRequest
  const others = contexts.with(2, `${contexts[2]} More.`)
  return { ...question, attributionRequest: { kind: 'attribution', claims, contexts: others } }
}

const replay = await (which === 'polly' ? startPolly() : startMsw())

async function miss(index: number): Promise<{ said: string; milliseconds: number }> {
  const question = changed(index)
  const start = performance.now()
  const error: unknown = await replay(index, question).catch((thrown: unknown) => thrown)
  const milliseconds = performance.now() - start
  if (!(error instanceof Error)) throw new Error(`no miss: ${JSON.stringify(error)}`)
  return { said: allMessages(error), milliseconds }
}

function allMessages(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return `${error.message}\n${allMessages(error.cause)}\n${allMessages((error as { lastError?: unknown }).lastError)}`
}

const first = await miss(17)
const second = await miss(47)
const told: ContenderMiss = {
  first: first.milliseconds,
  second: second.milliseconds,
  characters: first.said.trim().length,
  explains: /nearest|closest|differs|did you mean/i.test(first.said),
}
report(told)
