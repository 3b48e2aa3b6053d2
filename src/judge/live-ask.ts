/** Asking live: a model's judge is loaded once, and all live calls of a process go through one limiter. */
import type { RequestKind, JudgeSettings } from '../wire.ts'
import { type Ask, createAsk } from './ask.ts'
import { captured } from './captured.ts'
import type { Judge } from './judge.ts'
import { createLimiter, type Limiter } from './limiter.ts'
import type { JudgeModel } from './model.ts'
import type { Prompt } from './prompts/prompt.ts'
import type { SchemaMemory } from './schema-in-prompt.ts'

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

/** What all who ask in a process share. */
export interface LiveState {
  judges: Map<JudgeModel, Map<string, Promise<Judge>>>
  limiter: Limiter | undefined
  /** The run that several processes make together. */
  run?: { schemaInPrompt: SchemaMemory } | undefined
}

/** Makes the function that asks with these options; loads nothing before it is called. */
export function createLiveAsk(options: LiveOptions, state: LiveState): Ask {
  const { prompts, settings, concurrency, maxCalls } = options
  state.limiter ??= createLimiter({ concurrency, maxCalls })
  return createAsk({
    judge: () => resolveOnce(options, state),
    prompts,
    settings,
    limiter: state.limiter,
  })
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
