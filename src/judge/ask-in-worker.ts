/** Asks in a worker thread, for runners whose sandbox cannot load ES modules: this side of it. */
import type { MessagePort, Worker } from 'node:worker_threads'
import { JudgeError, type JudgeErrorKind, UsageError } from '../errors.ts'
import { toOneLine } from '../text.ts'
import type { RecallRequest } from '../protocol.ts'
import type { Ask, Asked } from './ask.ts'
import type { LiveOptions } from './live-ask.ts'
import { judgeError } from './failure.ts'
import { isLanguageModel, modelIdOf, type JudgeModel } from './model.ts'
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
      const question = { live, request, aborted: signal?.aborted === true }
      const reply = await exchange(workerOf(file), question, signal)
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
  const { message = 'nothing' } = (said ?? {}) as { message?: string }
  return judgeError(
    `gave no answer: the thread that asks it ended with exit code ${code}`,
    {
      'it said': toOneLine(message),
      do: 'Check what the model loads; a module of your own must not end the process.',
    },
    { model: modelIdOf(model), kind: 'failed' },
  )
}

/** In JSON a function would be lost without a word. */
function refuseUncloneable(model: JudgeModel): void {
  const form = uncloneableForm(model)
  if (form === undefined) return
  const id = modelIdOf(model)
  const named = `{ id: '${id}', module: './judge.mjs' }`
  throw new UsageError(
    [
      `The model '${id}' is ${form}.`,
      'It replays, but Jest asks judges in a thread of its own, where it cannot go.',
      '  do  give it in a form that can, under the same id; what is recorded stays valid',
      `      ${`'${id}'`.padEnd(named.length)}  by its name, for OpenAI and the AI Gateway`,
      `      ${`{ id: '${id}', url }`.padEnd(named.length)}  an OpenAI-compatible server`,
      `      ${named}  a module whose default export is this model`,
    ].join('\n'),
  )
}

function uncloneableForm(model: JudgeModel): string | undefined {
  if (typeof model === 'string') return undefined
  if (isLanguageModel(model)) return 'an AI SDK model, an object with functions'
  if ('load' in model && model.load !== undefined) return 'loaded by a function ({ id, load })'
  return 'judge' in model && model.judge !== undefined ? 'a function ({ id, judge })' : undefined
}

/** An error as plain data. */
export interface PackedError {
  name: string
  message: string
  stack?: string | undefined
  cause?: PackedError | undefined
  /** What a `JudgeError` carries. */
  judge?: { model: string; kind: JudgeErrorKind; status?: number | undefined; body?: string | undefined }
}

/** Takes apart what a judge's thread can throw: the errors of this package, and any other value. */
export function packError(error: unknown): PackedError {
  if (typeof error !== 'object' || error === null) return { name: 'Error', message: String(error) }
  const { name = 'Error', message = '', stack, cause } = error as Partial<Error>
  const packed: PackedError = {
    name,
    message,
    stack,
    cause: cause === undefined ? undefined : packError(cause),
  }
  if (!JudgeError.isInstance(error)) return packed
  const { model, kind, status, body } = error
  return { ...packed, judge: { model, kind, status, body } }
}

/** The error again: a `JudgeError` or `UsageError` is one of this side, any other keeps name, message and stack. */
export function unpackError({ name, message, stack, cause, judge }: PackedError): Error {
  const unpackedCause = cause === undefined ? undefined : unpackError(cause)
  if (judge !== undefined) return new JudgeError(message, { ...judge, cause: unpackedCause })
  const options = unpackedCause === undefined ? undefined : { cause: unpackedCause }
  if (name === 'UsageError') return new UsageError(message, options)
  const error = new Error(message, options)
  Object.defineProperty(error, 'name', { value: name })
  if (stack !== undefined) Object.defineProperty(error, 'stack', { value: stack })
  return error
}
