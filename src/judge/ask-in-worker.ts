/** Asks in a worker thread, for runners whose sandbox cannot load ES modules: this side of it. */
import type { MessagePort, Worker } from 'node:worker_threads'
import { JudgeError, UsageError } from '../errors.ts'
import { toOneLine } from '../text.ts'
import type { RecallRequest } from '../protocol.ts'
import type { Ask, Asked } from './ask.ts'
import type { LiveOptions } from './live-ask.ts'
import { isLanguageModel, modelIdOf, type JudgeModel } from './model.ts'
import { type PackedError, unpackError } from './packed-error.ts'
import { processWide } from './process-wide.ts'

/** What the worker is told, as JSON, beside the port that takes its reply and tells it of an abort. */
export interface WorkerQuestion {
  live: LiveOptions
  request: RecallRequest
  /** Whether the signal was aborted before the question. */
  aborted: boolean
}

export interface WorkerMessage {
  port: MessagePort
  /** A `WorkerQuestion`. */
  text: string
}

export type Outcome = { asked: Asked } | { error: PackedError }

/** With the calls that the worker has made so far. */
export type WorkerReply = Outcome & { calls: number }

/** Another place to ask from. */
export interface RemoteAsk {
  /** Throws a `UsageError` for a model that cannot get there, naming the forms that can. */
  checkModel(model: JudgeModel): void
  createAsk(live: LiveOptions): Ask
}

/**
 * Asks in a worker that runs `file`, one per process, started with the first question. It does not keep the process
 * alive, a question under way does. Errors arrive with their class and data.
 */
export function askInWorker(file: string): RemoteAsk {
  return {
    checkModel: refuseUncloneable,
    createAsk: live => async (request, signal) => {
      refuseUncloneable(live.model)
      const reply = await exchange(
        workerOf(file),
        { live, request, aborted: signal?.aborted === true },
        signal,
      )
      processWide().calls = reply.calls
      // made here, not where the reply came in, so that its stack leads to the test
      if ('error' in reply) throw unpackError(reply.error)
      return reply.asked
    },
  }
}

function workerOf(file: string): Worker {
  const { workers } = processWide()
  const known = workers[file]
  // an ended thread has the id -1
  if (known !== undefined && known.threadId !== -1) return known
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  const worker = new Worker(file, { name: 'context-recall' })
  worker.unref()
  worker.setMaxListeners(0)
  // whoever waits for an answer reports it; without a listener it would end the process
  worker.on('error', () => undefined)
  workers[file] = worker
  return worker
}

function exchange(
  worker: Worker,
  question: WorkerQuestion,
  signal: AbortSignal | undefined,
): Promise<WorkerReply> {
  const { MessageChannel } = process.getBuiltinModule('node:worker_threads')
  const { port1: port, port2 } = new MessageChannel()
  const { promise, resolve, reject } = Promise.withResolvers<WorkerReply>()
  let said: unknown
  const heard = (error: unknown): void => {
    said = error
  }
  const stopped = (code: number): void => reject(stoppedError(question.live.model, code, said))
  const abort = (): void => port.postMessage('abort')
  port.once('message', (reply: string) => resolve(JSON.parse(reply) as WorkerReply))
  worker.once('error', heard).once('exit', stopped)
  signal?.addEventListener('abort', abort, { once: true })
  const message: WorkerMessage = { port: port2, text: JSON.stringify(question) }
  worker.postMessage(message, [port2])
  return promise.finally(() => {
    port.close()
    worker.off('error', heard).off('exit', stopped)
    signal?.removeEventListener('abort', abort)
  })
}

function stoppedError(model: JudgeModel, code: number, said: unknown): JudgeError {
  const id = modelIdOf(model)
  const { message = 'nothing' } = (said ?? {}) as { message?: string }
  return new JudgeError(
    `The judge ${id} gave no answer: the thread that asks it ended with exit code ${code}.\n` +
      `  it said  ${toOneLine(message)}\n` +
      '  do       Check what the model loads; a module of your own must not end the process.',
    { model: id, kind: 'failed' },
  )
}

/** In JSON a function would be lost without a word. */
function refuseUncloneable(model: JudgeModel): void {
  if (typeof model === 'string') return
  const form = uncloneableForm(model)
  if (form === undefined) return
  const id = modelIdOf(model)
  const forms = [
    [`'${id}'`, 'by its name, for OpenAI and the AI Gateway'],
    [`{ id: '${id}', url }`, 'an OpenAI-compatible server'],
    [`{ id: '${id}', module: './judge.mjs' }`, 'a module whose default export is this model'],
  ] as const
  const width = Math.max(...forms.map(([code]) => code.length))
  throw new UsageError(
    [
      `The model '${id}' is ${form}.`,
      'It replays, but Jest asks judges in a thread of its own, where it cannot go.',
      '  do  give it in a form that can, under the same id; what is recorded stays valid',
      ...forms.map(([code, meaning]) => `      ${code.padEnd(width)}  ${meaning}`),
    ].join('\n'),
  )
}

function uncloneableForm(model: Exclude<JudgeModel, string>): string | undefined {
  if (isLanguageModel(model)) return 'an AI SDK model, an object with functions'
  if ('load' in model && model.load !== undefined) return 'loaded by a function ({ id, load })'
  if ('judge' in model && model.judge !== undefined) return 'a function ({ id, judge })'
  return undefined
}
