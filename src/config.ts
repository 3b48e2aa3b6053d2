/** The composition root: options from call, configure(), plugin and environment, and the pieces made from them. */
import { isAbsolute, relative, resolve } from 'node:path'
import { UsageError } from './errors.ts'
import { createAsk } from './judge/ask.ts'
import { captured } from './judge/captured.ts'
import type { Judge } from './judge/judge.ts'
import { createLimiter, type Limiter } from './judge/limiter.ts'
import { modelIdOf, type JudgeModel } from './judge/model.ts'
import { resolvePrompt } from './judge/prompts/prompt.ts'
import { fileStore, nodeFileSystem } from './recordings/file-store.ts'
import { decideMode, type Policy } from './recordings/mode.ts'
import { createRecordedJudge, type AnswerFlight, type RecordedJudge } from './recordings/recorded-judge.ts'
import type { RecordingStore } from './recordings/store.ts'
import { checkOptions, closest } from './scorer/check-options.ts'
import type { CallOptions, ConfigureOptions, Redact, RunOptions } from './scorer/options.ts'

const DEFAULT_RECORDINGS = '__recordings__/context-recall'

/** What a runner knows about the run and the test; all of it may be missing outside a runner. */
export interface RunnerContext {
  /** The project's root; recordings are found from there. */
  root?: string | undefined
  /** The runner's update switch: `all` under `-u`, `none` in CI. */
  update?: 'new' | 'all' | 'none' | undefined
  /** The command that runs this test file again, such as `npx vitest run test/einstein.test.ts`. */
  command?: string | undefined
  /** Aborted when the test is over or timed out: no new call starts then. */
  signal?: AbortSignal | undefined
}

/** The pieces one measurement needs. */
export interface Composed {
  /** The model id that is keyed. */
  model: string
  policy: Policy
  judge: RecordedJudge
  redact: Redact | undefined
  /** The command that records what is missing, on a developer's machine. */
  rerun: string
}

/** A store, and the live calls whose answers will go to it. */
interface OpenStore {
  store: RecordingStore
  inFlight: Map<string, AnswerFlight>
}

/** What is one per process, whatever the number of copies, module formats and test files. */
interface ProcessState {
  configured: ConfigureOptions[]
  plugin: { options: RunOptions; root: string } | undefined
  /** By directory. */
  stores: Map<string, OpenStore>
  judges: Map<JudgeModel, Map<string, Promise<Judge>>>
  limiter: Limiter | undefined
  announced: boolean
}

const stateKey = Symbol.for('context-recall.state')

function processState(): ProcessState {
  const holder = globalThis as { [stateKey]?: ProcessState }
  const state = (holder[stateKey] ??= {
    configured: [],
    plugin: undefined,
    stores: new Map(),
    judges: new Map(),
    limiter: undefined,
    announced: false,
  })
  return state
}

/**
 * Sets options for all that follows in this process, over the plugin's and under a call's; merges with earlier
 * ones. Returns a function that takes them back. Throws a `UsageError` for an unknown option or a bad value.
 */
export function configure(options: ConfigureOptions): () => void {
  checkOptions(options, 'configure')
  const { configured } = processState()
  const layer = { ...options }
  configured.push(layer)
  return () => {
    const index = configured.indexOf(layer)
    if (index !== -1) configured.splice(index, 1)
  }
}

/** Takes what the plugin provided to this worker. */
export function acceptPluginOptions(provided: { options: RunOptions; root: string } | undefined): void {
  processState().plugin = provided
}

/** Resolves the options of one measurement and composes what it needs; loads nothing that only live calls need. */
export function compose(call: CallOptions & RunOptions, runner: RunnerContext): Composed {
  const state = processState()
  const options = mergeOptions([state.plugin?.options ?? {}, ...state.configured, call])
  const environment = process.env
  const model = options.model ?? environment['CONTEXT_RECALL_MODEL']
  if (model === undefined || model === '') throw noModel()
  const policy = decideMode({
    environment: environment['CONTEXT_RECALL_MODE'],
    option: options.mode,
    ci: (environment['CI'] ?? '') !== '',
    update: runner.update,
    closest,
  })
  const root = runner.root ?? state.plugin?.root ?? process.cwd()
  const settings = options.settings ?? {}
  const prompts = {
    claims: resolvePrompt('claims', options.prompts?.claims),
    attribution: resolvePrompt('attribution', options.prompts?.attribution),
  }
  const modelId = modelIdOf(model)
  const directory = resolve(root, options.recordings ?? DEFAULT_RECORDINGS)
  const { store, inFlight } = storeAt(state, directory)
  const ask = createAsk({
    judge: () => resolveOnce(state, model, options, root, environment),
    prompts,
    settings,
    limiter: limiterOf(state, options),
  })
  const judge = createRecordedJudge({
    model: modelId,
    prompts,
    settings,
    store,
    policy,
    ask,
    environment,
    allowSecrets: options.allowSecrets ?? [],
    inFlight,
    isIgnored: () => isIgnoredByGit(directory, root),
    announce: () => announce(state, modelId, policy, store),
  })
  return { model: modelId, policy, judge, redact: options.redact, rerun: rerunCommand(runner, policy) }
}

/** Outside CI and unless something asks for replay, running the test is enough. */
function rerunCommand({ command }: RunnerContext, { mode, source }: Policy): string {
  const asked = mode === 'replay' && source !== 'ci'
  if (command !== undefined) return asked ? `CONTEXT_RECALL_MODE=auto ${command}` : command
  return asked ? 'run it again with CONTEXT_RECALL_MODE=auto' : 'run it again, outside CI'
}

/** Later ones win; `undefined` does not, so that `{ model: undefined }` is no model at all. */
function mergeOptions(layers: readonly (CallOptions & ConfigureOptions)[]): CallOptions & ConfigureOptions {
  const merged: Record<string, unknown> = {}
  for (const layer of layers)
    for (const [name, value] of Object.entries(layer)) if (value !== undefined) merged[name] = value
  return merged
}

function noModel(): UsageError {
  return new UsageError(
    'No model is named, so nobody can judge. Also in replay it says whose recordings to read.\n' +
      "  for a whole project  contextRecall({ model: 'openai/gpt-5.6-sol' }) in vitest.config.ts\n" +
      "  in a setup file      configure({ model: openai('gpt-5.6-sol') })\n" +
      '  in one assertion     toHaveContextRecall(groundTruth, { model: … })\n' +
      '  in the environment   CONTEXT_RECALL_MODEL=openai/gpt-5.6-sol',
  )
}

function storeAt(state: ProcessState, directory: string): OpenStore {
  const known = state.stores.get(directory)
  if (known !== undefined) return known
  const opened = { store: fileStore(directory, nodeFileSystem, shownPath(directory)), inFlight: new Map() }
  state.stores.set(directory, opened)
  return opened
}

/** A path as messages show it: from where the command was run, unless it is not below there. */
function shownPath(path: string): string {
  const shown = relative(process.cwd(), path)
  return shown === '' || shown.startsWith('..') || isAbsolute(shown) ? path : shown.replaceAll('\\', '/')
}

/** Whether git ignores a directory, which may not be there yet; false where there is no git to ask. */
function isIgnoredByGit(directory: string, root: string): boolean {
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  return spawnSync('git', ['check-ignore', '--quiet', `${directory}/`], { cwd: root }).status === 0
}

/** A model is loaded once per process and way of calling it, and only when something is asked of it. */
function resolveOnce(
  state: ProcessState,
  model: JudgeModel,
  { timeout, maxRetries }: RunOptions,
  root: string,
  environment: NodeJS.ProcessEnv,
): Promise<Judge> {
  const byCalling = state.judges.get(model) ?? new Map<string, Promise<Judge>>()
  state.judges.set(model, byCalling)
  const calling = JSON.stringify([timeout, maxRetries, root])
  let judge = byCalling.get(calling)
  if (judge === undefined) {
    judge = import('./judge/resolve-model.ts').then(({ resolveJudge }) =>
      // captured here, when the package loads, before a test can stub it
      resolveJudge(model, { environment, root, timeout, maxRetries, fetch: captured.fetch }),
    )
    // a missing key may be there at the next attempt: a failure is not kept
    judge.catch(() => byCalling.delete(calling))
    byCalling.set(calling, judge)
  }
  return judge
}

function limiterOf(state: ProcessState, { concurrency, maxCalls }: RunOptions): Limiter {
  state.limiter ??= createLimiter({ concurrency, maxCalls })
  return state.limiter
}

/** One line before the first live call of a process, so that nobody spends without seeing it. */
function announce(state: ProcessState, model: string, policy: Policy, store: RecordingStore): void {
  if (state.announced) return
  state.announced = true
  const where = policy.mode === 'live' ? 'nothing is recorded' : `recorded in ${store.location}`
  process.stderr.write(`context-recall: asking ${model} (mode ${policy.mode}); ${where}\n`)
}
