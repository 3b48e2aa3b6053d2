/** Asking live: a model's judge is loaded once, and all live calls of a process go through one limiter. */
import { createHash } from 'node:crypto'
import { JudgeError } from '../errors.ts'
import type { RequestKind, JudgeSettings } from '../protocol.ts'
import { type Ask, createAsk } from './ask.ts'
import { captured } from './captured.ts'
import type { Judge } from './judge.ts'
import { createLimiter, type Limiter } from './limiter.ts'
import { isLanguageModel, type JudgeModel, modelIdOf } from './model.ts'
import type { Prompt } from './prompts/prompt.ts'
import type { SchemaMemory } from './ai-sdk-judge.ts'

/** Whom to ask and how; nothing but the model may be other than plain data. */
export interface LiveOptions {
  model: JudgeModel
  prompts: { readonly [K in RequestKind]: Prompt }
  settings: JudgeSettings
  /** Directory from which `module` paths are resolved. */
  root: string
  environment: { readonly [name: string]: string | undefined }
  timeout?: number | undefined
  maxRetries?: number | undefined
  concurrency?: number | undefined
  maxCalls?: number | undefined
}

/** Failures by what was asked with which key: a key that was refused once is not tried for every test of a run. */
export interface RefusedKeys {
  get: (key: string) => string | undefined
  set: (key: string, failure: string) => unknown
}

/** What all who ask in a process share. */
export interface LiveState {
  judges: Map<JudgeModel, Map<string, Promise<Judge>>>
  limiter: Limiter | undefined
  /** Of this process; by its model where the key is not known. */
  refused?: Map<string | JudgeModel, string> | undefined
  /** The run that several processes make together. */
  run?: { schemaInPrompt: SchemaMemory; refusedKeys: RefusedKeys } | undefined
}

/** Makes the function that asks with these options; loads nothing before it is called. */
export function createLiveAsk(options: LiveOptions, state: LiveState): Ask {
  const { prompts, settings, concurrency, maxCalls } = options
  const limiter = (state.limiter ??= createLimiter())
  const run: Limiter['run'] = (call, caller) => {
    const knownFailure = (): JudgeError | undefined => refusedBefore(options, state)
    return limiter.run(
      () => noteRefusal(call(), options, state),
      { ...caller, knownFailure },
      { concurrency, maxCalls },
    )
  }
  return createAsk({ judge: () => resolveOnce(options, state), prompts, settings, limiter: { run } })
}

async function noteRefusal<T>(call: Promise<T>, options: LiveOptions, state: LiveState): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (JudgeError.isInstance(error) && isKeyRefused(error)) {
      const { message, status, body } = error
      const failure = JSON.stringify({ message, status, body })
      const key = keyOf(options)
      ;(state.refused ??= new Map()).set(key, failure)
      if (typeof key === 'string') state.run?.refusedKeys.set(key, failure)
    }
    throw error
  }
}

/** A 403 that is no JSON is a firewall's, which may mind the text and not the key. */
function isKeyRefused({ kind, status, body = '' }: JudgeError): boolean {
  return kind === 'http' && (status === 401 || (status === 403 && body.startsWith('{')))
}

function refusedBefore(options: LiveOptions, { refused, run }: LiveState): JudgeError | undefined {
  const key = keyOf(options)
  const known = run !== undefined && typeof key === 'string' ? run.refusedKeys.get(key) : refused?.get(key)
  if (known === undefined) return undefined
  const { message, status, body } = JSON.parse(known) as { message: string; status: number; body?: string }
  return new JudgeError(`${message}\n  again    not sent: this key was refused before in this run`, {
    model: modelIdOf(options.model),
    kind: 'http',
    status,
    body,
  })
}

/** A digest of model and key, or the model where its key is in an object or a program of the user's own. */
function keyOf({ model, environment }: LiveOptions): string | JudgeModel {
  if (typeof model === 'object' && (isLanguageModel(model) || !('url' in model))) return model
  const { OPENAI_API_KEY, OPENAI_BASE_URL, AI_GATEWAY_API_KEY } = environment
  const parts = [model, OPENAI_API_KEY, OPENAI_BASE_URL, AI_GATEWAY_API_KEY]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** A model is loaded once per process and way of calling it, and only when something is asked of it. */
function resolveOnce(options: LiveOptions, { judges, run }: LiveState): Promise<Judge> {
  const { model, root, environment, timeout, maxRetries } = options
  const byCalling = judges.get(model) ?? new Map<string, Promise<Judge>>()
  judges.set(model, byCalling)
  const { OPENAI_API_KEY, OPENAI_BASE_URL, AI_GATEWAY_API_KEY } = environment
  const calling = JSON.stringify([
    timeout,
    maxRetries,
    root,
    OPENAI_API_KEY,
    OPENAI_BASE_URL,
    AI_GATEWAY_API_KEY,
  ])
  let judge = byCalling.get(calling)
  if (judge === undefined) {
    judge = import('./resolve-model.ts').then(({ resolveJudge }) =>
      // captured here, when the package loads, before a test can stub it
      resolveJudge(model, {
        environment,
        root,
        timeout,
        maxRetries,
        fetch: captured.fetch,
        schemaInPrompt: run?.schemaInPrompt,
      }),
    )
    // a missing key may be there at the next attempt: a failure is not kept
    judge.catch(() => byCalling.delete(calling))
    byCalling.set(calling, judge)
  }
  return judge
}
