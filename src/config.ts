/** The composition root: options from call, configure(), plugin and environment, and the pieces made from them. */
import { isAbsolute, relative, resolve } from 'node:path'
import { UsageError } from './errors.ts'
import type { RemoteAsk } from './judge/ask-in-worker.ts'
import { createLiveAsk, type LiveOptions, type LiveState } from './judge/live-ask.ts'
import { modelIdOf } from './judge/model.ts'
import { processWide } from './judge/process-wide.ts'
import { resolvePrompt } from './judge/prompts/prompt.ts'
import { fileStore, nodeFileSystem } from './recordings/file-store.ts'
import { decideMode, type Policy } from './recordings/mode.ts'
import { createRecordedJudge, type AnswerFlight, type RecordedJudge } from './recordings/recorded-judge.ts'
import type { RecordingStore } from './recordings/store.ts'
import { checkOptions, closest } from './scorer/check-options.ts'
import type { CallOptions, ConfigureOptions, Redact, RunOptions } from './scorer/options.ts'
import { counted, shareOf, type SharedRun } from './scorer/shared-run.ts'

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
  /** Keys that mode `record` has asked in this process. */
  askedAnew: Set<string>
}

/** What is one per process, whatever the number of copies and module formats; in Jest, one per test file. */
interface ProcessState extends LiveState {
  configured: ConfigureOptions[]
  plugin: { options: RunOptions; root: string } | undefined
  /** By directory. */
  stores: Map<string, OpenStore>
  /** Where live questions are asked, when not here. */
  remote: RemoteAsk | undefined
  /** The run of several processes that this one is part of, when its reporter is there. */
  run: SharedRun | undefined
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
    remote: undefined,
    run: undefined,
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

/** Makes this process a part of a run that its reporter watches over. */
export function takePart(run: SharedRun | undefined): void {
  processState().run = run
}

/** Has all live questions asked elsewhere: for runners in whose sandbox the SDK cannot be loaded. */
export function askRemotely(remote: RemoteAsk): void {
  processState().remote = remote
}

/** Where the runner's reporter gathers what was asserted, when there is one; it sets this variable. */
export function reportDirectory(): string | undefined {
  return process.env['CONTEXT_RECALL_REPORT']
}

/**
 * Milliseconds a test may need for the two questions of an assertion, with all tries; none when the mode is replay.
 * For setup files that raise the runner's default; options given to a call are not known there.
 */
export function liveTestTimeout(
  update: RunnerContext['update'],
  options: RunOptions = mergeOptions(optionLayers(processState())),
): number | undefined {
  const { mode, timeout = 60_000, maxRetries = 2 } = options
  return policyOf(mode, update).mode === 'replay' ? undefined : 2 * (maxRetries + 1) * timeout
}

/** Resolves the options of one measurement and composes what it needs; loads nothing that only live calls need. */
export function compose(call: CallOptions & RunOptions, runner: RunnerContext): Composed {
  const state = processState()
  const options = mergeOptions([...optionLayers(state), call])
  const environment = process.env
  const model = options.model ?? environment['CONTEXT_RECALL_MODEL']
  if (model === undefined || model === '') throw noModel()
  const policy = policyOf(options.mode, runner.update)
  const root = runner.root ?? state.plugin?.root ?? process.cwd()
  const settings = options.settings ?? {}
  const prompts = {
    claims: resolvePrompt('claims', options.prompts?.claims),
    attribution: resolvePrompt('attribution', options.prompts?.attribution),
  }
  const modelId = modelIdOf(model)
  const directory = resolve(root, options.recordings ?? DEFAULT_RECORDINGS)
  const { store, inFlight, askedAnew } = storeAt(state, directory)
  const { timeout, maxRetries, maxCalls } = options
  const { remote, run } = state
  const concurrency = shareOf(options.concurrency, run)
  const calling = { timeout, maxRetries, concurrency, maxCalls }
  const live: LiveOptions = { model, prompts, settings, root, environment, ...calling }
  const judge = createRecordedJudge({
    model: modelId,
    prompts,
    settings,
    store,
    policy,
    ask: counted(remote === undefined ? createLiveAsk(live, state) : remote.createAsk(live), run),
    environment,
    allowSecrets: options.allowSecrets ?? [],
    inFlight,
    askedAnew,
    texts: options.store,
    isIgnored: () => isIgnoredByGit(directory, root),
    announce: () => {
      remote?.checkModel(model)
      announce(modelId, policy, store, run)
    },
  })
  return { model: modelId, policy, judge, redact: options.redact, rerun: rerunCommand(runner, policy) }
}

function optionLayers(state: ProcessState): ConfigureOptions[] {
  return [state.plugin?.options ?? {}, ...state.configured]
}

function policyOf(option: RunOptions['mode'], update: RunnerContext['update']): Policy {
  const { CONTEXT_RECALL_MODE, CI = '' } = process.env
  return decideMode({ environment: CONTEXT_RECALL_MODE, option, ci: CI !== '', update, closest })
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
      "  in a setup file      configure({ model: 'openai/gpt-5.6-sol' })\n" +
      '  in one assertion     toHaveContextRecall(groundTruth, { model: … })\n' +
      '  in the environment   CONTEXT_RECALL_MODEL=openai/gpt-5.6-sol',
  )
}

function storeAt(state: ProcessState, directory: string): OpenStore {
  const known = state.stores.get(directory)
  if (known !== undefined) return known
  const store = fileStore(directory, nodeFileSystem, shownPath(directory))
  const opened: OpenStore = { store, inFlight: new Map(), askedAnew: new Set() }
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

/** One line before the first live call of a run, or of a process that is on its own: nobody spends unawares. */
function announce(model: string, policy: Policy, store: RecordingStore, run: SharedRun | undefined): void {
  const once = processWide()
  if (run === undefined ? once.announced === true : !run.isFirstToAsk()) return
  once.announced = true
  const where = policy.mode === 'live' ? 'nothing is recorded' : `recorded in ${store.location}`
  process.stderr.write(`context-recall: asking ${model} (mode ${policy.mode}); ${where}\n`)
}
