/** From a model's form to the judge that asks it: loaded only for live calls. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ContextRecallError, JudgeError, UsageError } from '../errors.ts'
import type { SchemaMemory } from './ai-sdk-judge.ts'
import { captured } from './captured.ts'
import { judgeError, plainError } from './failure.ts'
import type { Judge, JudgeAnswer } from './judge.ts'
import {
  builtinLexical,
  isLanguageModel,
  type JudgeFunction,
  type JudgeModel,
  type LanguageModelLike,
  type LoadedJudge,
  modelIdOf,
  type ServerModel,
  wireModelOf,
} from './model.ts'
import { createRedactor } from './redact.ts'
import { type Calling, type Sleep, withRetries, withTimeout } from './retry.ts'

/** What resolving a model takes beside it. */
export interface ResolveOptions {
  /** Looked at for `OPENAI_API_KEY`, `OPENAI_BASE_URL` and `AI_GATEWAY_API_KEY` alone. */
  environment: { readonly [name: string]: string | undefined }
  /** Directory from which `module` paths are resolved. */
  root: string
  /** Milliseconds for one call; 60,000 by default. */
  timeout?: number | undefined
  /** Tries after the first; 2 by default. */
  maxRetries?: number | undefined
  /** By default `fetch` as it was when the package loaded. */
  fetch?: typeof fetch | undefined
  sleep?: Sleep | undefined
  schemaInPrompt?: SchemaMemory | undefined
}

type ImmediateModel = Exclude<LoadedJudge, JudgeFunction>
type Resolving = ResolveOptions & Calling & { fetch: typeof globalThis.fetch }

/**
 * The judge behind a model. Rejects with a `JudgeError` of kind `no-key`, `not-loaded` or `timeout`, or with a
 * `UsageError` for a model of no known form.
 */
export async function resolveJudge(model: JudgeModel, options: ResolveOptions): Promise<Judge> {
  const id = modelIdOf(model)
  const { timeout = 60_000, maxRetries = 2, fetch = captured.fetch } = options
  const resolving = { ...options, id, timeout, maxRetries, fetch, redact: createRedactor([]) }
  const isPlain = typeof model === 'string' || isLanguageModel(model)
  if (!isPlain && 'load' in model && model.load !== undefined)
    return resolveLoaded('its load function', async () => model.load(), resolving)
  if (!isPlain && 'module' in model && model.module !== undefined)
    return resolveLoaded(
      `the module ${model.module}`,
      () => importModel(model.module, options.root),
      resolving,
    )
  return resolveImmediate(model as ImmediateModel, resolving)
}

async function resolveImmediate(model: ImmediateModel, options: Resolving): Promise<Judge> {
  if (typeof model === 'string') return resolveName(model, options)
  if (isLanguageModel(model)) return sdkJudge(async () => model, options)
  if ('judge' in model) return ownJudge(request => model.judge(request), options)
  return resolveServer(model, options)
}

/**
 * A function of the user's own may return and throw anything, or never answer; what leaves here is JSON, or an error
 * that can be read.
 */
function ownJudge(judge: JudgeFunction, options: Resolving): Judge {
  const { id, timeout, redact } = options
  return {
    id,
    judge: async request => {
      const { signal: over } = request
      // Settled inside, so that only our own timeout is tried again
      const call = (signal: AbortSignal) =>
        Promise.allSettled([(async () => judge({ ...request, signal }))()] as const)
      const [outcome] = await withRetries(() => withTimeout(timeout, call, over), options, over)
      if (outcome.status === 'rejected')
        throw isOurs(outcome.reason) ? outcome.reason : plainError(outcome.reason, redact)
      try {
        return JSON.parse(JSON.stringify(outcome.value) ?? 'null') as JudgeAnswer
      } catch (error) {
        const { message } = plainError(error, redact)
        throw judgeError(
          'returned what is no JSON',
          { 'it said': message, do: 'Return a plain object that keeps to request.schema.' },
          { model: id, kind: 'invalid-answer', body: message },
        )
      }
    },
  }
}

function isOurs(error: unknown): boolean {
  try {
    return ContextRecallError.isInstance(error)
  } catch {
    return false // a proxy that does not let itself be looked at
  }
}

async function resolveLoaded(
  source: string,
  from: () => Promise<LoadedJudge>,
  options: Resolving,
): Promise<Judge> {
  const { id, timeout } = options
  // What the user wrote may load for ever
  const call = () => Promise.allSettled([load(source, from, options)] as const)
  const [outcome] = await withTimeout(timeout, call).catch(() => {
    throw judgeError(
      `could not be loaded: ${source} was not done within ${timeout} ms`,
      { do: 'See what it waits for, or raise the option timeout.' },
      { model: id, kind: 'timeout' },
    )
  })
  if (outcome.status === 'rejected') throw outcome.reason
  const loaded = outcome.value
  if (typeof loaded === 'function') return ownJudge(loaded, options)
  const inner = idOfLoaded(id, loaded)
  if (typeof loaded === 'object' && ('load' in loaded || 'module' in loaded))
    throw new UsageError(
      `The model '${id}' loads '${inner}', which is itself to be loaded: return what that loads.`,
    )
  return resolveImmediate(loaded, options)
}

function idOfLoaded(id: string, loaded: ImmediateModel): string {
  try {
    return modelIdOf(loaded)
  } catch (error) {
    if (!UsageError.isInstance(error)) throw error
    throw new UsageError(`What the model '${id}' loads is no model. ${error.message}`, { cause: error })
  }
}

async function importModel(path: string, root: string): Promise<LoadedJudge> {
  const url = path.startsWith('file:') ? path : pathToFileURL(resolve(root, path)).href
  const exported: { default?: LoadedJudge } = await import(/* @vite-ignore */ url)
  if (exported.default === undefined) throw new Error('It has no default export.')
  return exported.default
}

async function load<T>(source: string, from: () => Promise<T>, { id, redact }: Resolving): Promise<T> {
  let cause: Error | undefined
  try {
    const loaded = await from()
    if (loaded !== undefined && loaded !== null) return loaded
  } catch (error) {
    cause = plainError(error, redact)
  }
  throw judgeError(
    `could not be loaded: ${source} ${cause === undefined ? 'gave nothing' : 'failed'}`,
    {
      'it said': cause?.message,
      do: 'Check the path and what it needs: it must give a model, or the function that judges.',
    },
    { model: id, kind: 'not-loaded', cause },
  )
}

async function resolveName(name: string, options: Resolving): Promise<Judge> {
  const { id, environment, fetch } = options
  if (name === builtinLexical) {
    const { answerLexically } = await import('./lexical/lexical-judge.ts')
    return { id, judge: async request => answerLexically(request) }
  }
  const keyName = name.startsWith('openai/') ? 'OPENAI_API_KEY' : 'AI_GATEWAY_API_KEY'
  const apiKey = environment[keyName]?.trim() ?? ''
  if (apiKey === '') throw noKeyError(id, keyName)
  // Left out, the SDK would read the environment itself
  const baseURL = environment['OPENAI_BASE_URL']?.trim() || 'https://api.openai.com/v1'
  const build = async (): Promise<LanguageModelLike> => {
    if (keyName === 'AI_GATEWAY_API_KEY') return (await import('ai')).createGateway({ apiKey, fetch })(name)
    const { createOpenAI } = await load('@ai-sdk/openai', () => import('@ai-sdk/openai'), options)
    return createOpenAI({ apiKey, baseURL, fetch }).responses(wireModelOf(name))
  }
  return sdkJudge(build, { ...options, keyName })
}

function noKeyError(model: string, name: string): JudgeError {
  return judgeError(
    `cannot be asked: ${name} is not set`,
    {
      either: `set ${name}; Vitest and Jest do not read .env into process.env, so call process.loadEnvFile() in their configuration`,
      or: 'give the model itself: an AI SDK model, or { id, url, apiKey } for an OpenAI-compatible server',
    },
    { model, kind: 'no-key' },
  )
}

async function resolveServer(server: ServerModel, options: Resolving): Promise<Judge> {
  const { url: baseURL, apiKey = '', headers = {}, model = wireModelOf(server.id) } = server
  // Without a key of its own a server gets none: the SDK would send it the one of OPENAI_API_KEY
  const anonymous = apiKey === '' || Object.keys(headers).some(name => name.toLowerCase() === 'authorization')
  const sent = { ...(anonymous && { Authorization: undefined }), ...headers } as Record<string, string>
  const build = async (): Promise<LanguageModelLike> => {
    const { createOpenAI } = await load('@ai-sdk/openai', () => import('@ai-sdk/openai'), options)
    return createOpenAI({ baseURL, apiKey, headers: sent, fetch: options.fetch }).chat(model)
  }
  const secrets = [apiKey, ...Object.values(headers)]
  return sdkJudge(build, { ...options, keyName: 'the apiKey of this model' }, secrets)
}

async function sdkJudge(
  build: () => Promise<LanguageModelLike>,
  options: Resolving,
  secrets: readonly string[] = [],
): Promise<Judge> {
  const { aiSdkJudge } = await load('ai', () => import('./ai-sdk-judge.ts'), options)
  const { OPENAI_API_KEY, AI_GATEWAY_API_KEY } = options.environment
  const redact = createRedactor([...secrets, OPENAI_API_KEY, AI_GATEWAY_API_KEY])
  return aiSdkJudge({ ...options, model: await build(), redact })
}
