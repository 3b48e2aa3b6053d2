/** The program of the worker thread that asks judges; outside of any sandbox it loads ES modules as Node does. */
import { parentPort, type MessagePort } from 'node:worker_threads'
import {
  type Outcome,
  packError,
  type WorkerMessage,
  type WorkerQuestion,
  type WorkerReply,
} from './ask-in-worker.ts'
import { createLiveAsk, type LiveState } from './live-ask.ts'
import type { JudgeModel } from './model.ts'
import { processWide } from './process-wide.ts'

const state: LiveState = { judges: new Map(), limiter: undefined }
let run: string | undefined

// a model comes as a new object with every question, and judges are kept by the object
const models = new Map<string, JudgeModel>()

parentPort?.on('message', ({ port, text }: WorkerMessage) => void answer(port, text))

async function answer(port: MessagePort, text: string): Promise<void> {
  const controller = new AbortController()
  port.once('message', () => controller.abort())
  const question = JSON.parse(text) as WorkerQuestion
  if (question.aborted) controller.abort()
  const asked = await ask(question, controller.signal)
  const reply: WorkerReply = { ...asked, calls: processWide().calls ?? 0 }
  port.postMessage(JSON.stringify(reply))
  port.close()
}

async function ask({ live, request }: WorkerQuestion, signal: AbortSignal): Promise<Outcome> {
  try {
    // A module of the user's own reads its key here; one that dotenv set is in the environment of the test only
    // oxlint-disable-next-line node/no-process-env -- written, for what the user's module loads
    Object.assign(process.env, live.environment)
    // In watch mode this thread outlives a run, and a refused key may be mended; without a reporter no run is known
    const current = live.environment['CONTEXT_RECALL_REPORT']
    if (current === undefined || current !== run) state.refused = undefined
    run = current
    const form = JSON.stringify(live.model)
    const model = models.get(form) ?? live.model
    models.set(form, model)
    return { asked: await createLiveAsk({ ...live, model }, state)(request, signal) }
  } catch (error) {
    return { error: packError(error) }
  }
}
