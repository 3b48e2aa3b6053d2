/** From a model's form to the judge that asks it: loaded only for live calls. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ContextRecallError, JudgeError, UsageError } from '../errors.ts'
import { captured } from './captured.ts'
import { explainFailure } from './explain-failure.ts'
import { plainError, readFailure } from './failure.ts'
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
import { type Sleep, withRetries, withTimeout } from './retry.ts'
import type { SchemaMemory } from './schema-in-prompt.ts'

/** The environment variables a model may need; nothing else of the environment is looked at. */
export interface JudgeEnvironment {
  OPENAI_API_KEY?: string | undefined
  OPENAI_BASE_URL?: string | undefined
  AI_GATEWAY_API_KEY?: string | undefined
}

/** What resolving a model takes beside it. */
export interface ResolveOptions {
  environment: JudgeEnvironment
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

const defaultTimeout = 60_000
const defaultRetries = 2
const redact = createRedactor([])

/**
 * The judge behind a model. Rejects with a `JudgeError` of kind `no-key` or `not-loaded`, or with a `UsageError`
 * for a model of no known form.
 */
export async function resolveJudge(model: JudgeModel, options: ResolveOptions): Promise<Judge> {
  const id = modelIdOf(model)
  if (typeof model === 'string' || isLanguageModel(model)) return resolveImmediate(id, model, options)
  if ('load' in model && model.load !== undefined)
    return resolveLoaded(
      id,
      await loadOwn(id, 'its load function', async () => model.load(), options),
      options,
    )
  if ('module' in model && model.module !== undefined)
    return resolveLoaded(id, await loadModule(id, model.module, options), options)
  return resolveImmediate(id, model as ServerModel | Judge, options)
}

async function resolveImmediate(
  id: string,
  model: string | LanguageModelLike | ServerModel | Judge,
  options: ResolveOptions,
): Promise<Judge> {
  if (typeof model === 'string') return resolveName(id, model, options)
  if (isLanguageModel(model)) return sdkJudge(id, async () => model, { options })
  if ('judge' in model) return ownJudge(id, request => model.judge(request), options)
  return resolveServer(id, model, options)
}

/**
 * A function of the user's own may return and throw anything, or never answer; what leaves here is JSON, or an error
 * that can be read.
 */
function ownJudge(id: string, judge: JudgeFunction, options: ResolveOptions): Judge {
  const { timeout = defaultTimeout, maxRetries = defaultRetries, sleep } = options
  return {
    id,
    judge: async request => {
      const { signal: over } = request
      // Settled inside, so that only our own timeout is tried again
      const call = (signal: AbortSignal) =>
        Promise.allSettled([(async () => judge({ ...request, signal }))()] as const)
      const [outcome] = await withRetries(() => withTimeout(timeout, call, over), {
        maxRetries,
        signal: over,
        read: error => readFailure(error, redact),
        explain: (failure, tries) =>
          explainFailure(failure, tries, { model: id, keyName: undefined, timeout }),
        sleep,
      })
      if (outcome.status === 'fulfilled') return asJson(id, outcome.value)
      throw isOurs(outcome.reason) ? outcome.reason : plainError(outcome.reason, redact)
    },
  }
}

function asJson(id: string, returned: unknown): JudgeAnswer {
  try {
    return JSON.parse(JSON.stringify(returned) ?? 'null') as JudgeAnswer
  } catch (error) {
    const cause = plainError(error, redact)
    throw new JudgeError(
      `The judge ${id} returned what is no JSON.\n  it said  ${cause.message}\n` +
        '  do       Return a plain object that keeps to request.schema.',
      { model: id, kind: 'invalid-answer', body: cause.message },
    )
  }
}

function isOurs(error: unknown): boolean {
  try {
    return ContextRecallError.isInstance(error)
  } catch {
    return false // a proxy that does not let itself be looked at
  }
}

async function resolveLoaded(id: string, loaded: LoadedJudge, options: ResolveOptions): Promise<Judge> {
  if (typeof loaded === 'function') return ownJudge(id, loaded, options)
  const checked = idOfLoaded(id, loaded)
  if (typeof loaded === 'object' && ('load' in loaded || 'module' in loaded))
    throw new UsageError(
      `The model '${id}' loads '${checked}', which is itself to be loaded: return what that loads.`,
    )
  return resolveImmediate(id, loaded, options)
}

function idOfLoaded(id: string, loaded: Exclude<LoadedJudge, JudgeFunction>): string {
  try {
    return modelIdOf(loaded)
  } catch (error) {
    if (!UsageError.isInstance(error)) throw error
    throw new UsageError(`What the model '${id}' loads is no model. ${error.message}`, { cause: error })
  }
}

async function load<T>(id: string, source: string, from: () => Promise<T>): Promise<T> {
  try {
    const loaded = await from()
    if (loaded !== undefined && loaded !== null) return loaded
  } catch (error) {
    throw notLoaded(id, `${source} failed`, plainError(error, redact))
  }
  throw notLoaded(id, `${source} gave nothing`)
}

/** What the user wrote may load for ever. */
async function loadOwn<T>(
  id: string,
  source: string,
  from: () => Promise<T>,
  { timeout = defaultTimeout }: ResolveOptions,
): Promise<T> {
  const call = () => Promise.allSettled([load(id, source, from)] as const)
  const [outcome] = await withTimeout(timeout, call).catch(() => {
    throw new JudgeError(
      `The judge ${id} could not be loaded: ${source} was not done within ${timeout} ms.\n` +
        '  do       See what it waits for, or raise the option timeout.',
      { model: id, kind: 'timeout' },
    )
  })
  if (outcome.status === 'fulfilled') return outcome.value
  throw outcome.reason
}

function loadModule(id: string, path: string, options: ResolveOptions): Promise<LoadedJudge> {
  const url = path.startsWith('file:') ? path : pathToFileURL(resolve(options.root, path)).href
  const from = async (): Promise<LoadedJudge> => {
    const exported: { default?: LoadedJudge } = await import(/* @vite-ignore */ url)
    if (exported.default === undefined) throw new Error('It has no default export.')
    return exported.default
  }
  return loadOwn(id, `the module ${path}`, from, options)
}

function notLoaded(model: string, what: string, cause?: Error): JudgeError {
  const said = cause === undefined ? '' : `\n  it said  ${cause.message}`
  return new JudgeError(
    `The judge ${model} could not be loaded: ${what}.${said}\n` +
      '  do       Check the path and what it needs: it must give a model, or the function that judges.',
    { model, kind: 'not-loaded', cause },
  )
}

async function resolveName(id: string, name: string, options: ResolveOptions): Promise<Judge> {
  const { environment } = options
  if (name === builtinLexical) {
    const { answerLexically } = await import('./lexical/lexical-judge.ts')
    return { id, judge: async request => answerLexically(request) }
  }
  if (!name.startsWith('openai/')) {
    const apiKey = keyFor(id, 'AI_GATEWAY_API_KEY', environment)
    return sdkJudge(id, (sdk, fetch) => sdk.gatewayModel(name, { apiKey, fetch }), {
      options,
      keyName: 'AI_GATEWAY_API_KEY',
    })
  }
  const apiKey = keyFor(id, 'OPENAI_API_KEY', environment)
  // Left out, the SDK would read the environment itself
  const baseURL = environment.OPENAI_BASE_URL?.trim() || 'https://api.openai.com/v1'
  const model = async (_: unknown, fetch: typeof globalThis.fetch): Promise<LanguageModelLike> => {
    const { createOpenAI } = await load(id, '@ai-sdk/openai', () => import('@ai-sdk/openai'))
    return createOpenAI({ apiKey, baseURL, fetch }).responses(wireModelOf(name))
  }
  return sdkJudge(id, model, { options, keyName: 'OPENAI_API_KEY' })
}

function keyFor(
  model: string,
  name: 'OPENAI_API_KEY' | 'AI_GATEWAY_API_KEY',
  environment: JudgeEnvironment,
): string {
  const key = environment[name]?.trim()
  if (key !== undefined && key !== '') return key
  throw new JudgeError(
    `The judge ${model} cannot be asked: ${name} is not set.\n` +
      `  either   set ${name}; Vitest and Jest do not read .env into process.env, so call process.loadEnvFile() in their configuration\n` +
      '  or       give the model itself: an AI SDK model, or { id, url, apiKey } for an OpenAI-compatible server',
    { model, kind: 'no-key' },
  )
}

async function resolveServer(id: string, server: ServerModel, options: ResolveOptions): Promise<Judge> {
  const { url, apiKey = '', headers = {}, model = wireModelOf(server.id) } = server
  // Without a key of its own a server gets none: the SDK would send it the one of OPENAI_API_KEY
  const anonymous = apiKey === '' || Object.keys(headers).some(name => name.toLowerCase() === 'authorization')
  const serverHeaders = { ...(anonymous && { Authorization: undefined }), ...headers } as Record<
    string,
    string
  >
  const build = async (_: unknown, fetch: typeof globalThis.fetch): Promise<LanguageModelLike> => {
    const { createOpenAI } = await load(id, '@ai-sdk/openai', () => import('@ai-sdk/openai'))
    return createOpenAI({ baseURL: url, apiKey, headers: serverHeaders, fetch }).chat(model)
  }
  const secrets = [apiKey, ...Object.values(headers)]
  return sdkJudge(id, build, { options, secrets, keyName: 'the apiKey of this model' })
}

type Sdk = typeof import('./ai-sdk-judge.ts')
type ModelBuilder = (
  sdk: Sdk,
  fetch: typeof globalThis.fetch,
) => LanguageModelLike | Promise<LanguageModelLike>

async function sdkJudge(
  id: string,
  build: ModelBuilder,
  { options, keyName, secrets = [] }: { options: ResolveOptions; keyName?: string; secrets?: string[] },
): Promise<Judge> {
  const {
    environment,
    timeout = defaultTimeout,
    maxRetries = defaultRetries,
    fetch = captured.fetch,
    sleep,
    schemaInPrompt,
  } = options
  const sdk = await load(id, 'ai', () => import('./ai-sdk-judge.ts'))
  const model = await build(sdk, fetch)
  const { OPENAI_API_KEY, AI_GATEWAY_API_KEY } = environment
  const redactKeys = createRedactor([...secrets, OPENAI_API_KEY, AI_GATEWAY_API_KEY])
  return sdk.aiSdkJudge({
    id,
    model,
    timeout,
    maxRetries,
    redact: redactKeys,
    keyName,
    sleep,
    schemaInPrompt,
  })
}
