/** Where options come from: configure(), the plugin and the environment; light, because every test file loads it. */
import type { RemoteAsk } from '../judge/ask-in-worker.ts'
import type { LiveState } from '../judge/live-ask.ts'
import { decideMode, type Policy, whyCi } from '../recordings/mode.ts'
import type { AnswerFlight } from '../recordings/recorded-judge.ts'
import type { RecordingStore } from '../recordings/store.ts'
import { closest } from './closest.ts'
import type { CallOptions, ConfigureOptions, RunOptions } from './options.ts'
import type { SharedRun } from './shared-run.ts'

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

/** A store, and the live calls whose answers will go to it. */
export interface OpenStore {
  store: RecordingStore
  inFlight: Map<string, AnswerFlight>
  /** Keys that mode `record` has asked in this process. */
  askedAnew: Set<string>
}

/** The recordings that a test file used, through an assertion or otherwise. */
export interface UsedRecordings {
  /** Absolute paths by test, as `currentTest` names it; under '' those that were used outside of a test. */
  files: Map<string, Set<string>>
  /** Whether something was asked in mode `live`, which does not look for recordings. */
  live: boolean
}

/** What is one per process, whatever the number of copies and module formats; in Jest, one per test file. */
export interface ProcessState extends LiveState {
  configured: ConfigureOptions[]
  plugin: { options: RunOptions; root: string } | undefined
  /** By directory. */
  stores: Map<string, OpenStore>
  /** Where live questions are asked, when not here. */
  remote: RemoteAsk | undefined
  /** The run of several processes that this one is part of, when its reporter is there. */
  run: SharedRun | undefined
  /** What was used since `takeUsed`. */
  used: UsedRecordings
  /** Set by a runner's setup file. */
  currentTest: (() => string | undefined) | undefined
  /** By recordings directory, what this process used when it is no runner's. */
  scriptUse: Map<string, Set<string>>
}

const stateKey = Symbol.for('context-recall.state')

/** The one state of this process. */
export function processState(): ProcessState {
  const holder = globalThis as { [stateKey]?: ProcessState }
  const state = (holder[stateKey] ??= {
    configured: [],
    plugin: undefined,
    stores: new Map(),
    judges: new Map(),
    limiter: undefined,
    remote: undefined,
    run: undefined,
    used: { files: new Map(), live: false },
    currentTest: undefined,
    scriptUse: new Map(),
  })
  return state
}

/** Takes what the plugin provided to this worker. */
export function acceptPluginOptions(provided: { options: RunOptions; root: string } | undefined): void {
  processState().plugin = provided
}

/** Makes this process a part of a run that its reporter watches over. */
export function takePart(run: SharedRun | undefined): void {
  processState().run = run
}

/** What was used since this was last asked: by one test file, when asked at its end. */
export function takeUsed(): UsedRecordings {
  const state = processState()
  const { used } = state
  state.used = { files: new Map(), live: false }
  return used
}

/** Has what is used counted by test. */
export function noteTests(currentTest: () => string | undefined): void {
  processState().currentTest = currentTest
}

/** Whether this process runs tests; otherwise it is a script, which tells of its use itself. */
export function isInRunner(): boolean {
  const { VITEST, JEST_WORKER_ID } = process.env
  return processState().currentTest !== undefined || VITEST !== undefined || JEST_WORKER_ID !== undefined
}

/** Has all live questions asked elsewhere: for runners in whose sandbox the SDK cannot be loaded. */
export function askRemotely(remote: RemoteAsk): void {
  processState().remote = remote
}

/** Where the runner's reporter gathers what was asserted, when there is one; it sets this variable. */
export function reportDirectory(): string | undefined {
  return process.env['CONTEXT_RECALL_REPORT']
}

/** How many processes make this run, where the runner's reporter knows it; it sets this variable. */
export function processesOfRun(): number {
  const processes = Number(process.env['CONTEXT_RECALL_PROCESSES'])
  return Number.isInteger(processes) && processes > 0 ? processes : 1
}

/**
 * Milliseconds a test may need for the two questions of an assertion, with all tries; none when the mode is replay.
 * For setup files that raise the runner's default; options given to a call are not known there.
 */
export function liveTestTimeout(
  update: RunnerContext['update'],
  options: RunOptions = mergedOptions(),
): number | undefined {
  const { mode, timeout = 60_000, maxRetries = 2 } = options
  return policyOf(mode, update).mode === 'replay' ? undefined : 2 * (maxRetries + 1) * timeout
}

/** The options of configure() over the plugin's, and a call's over both. */
export function mergedOptions(call: CallOptions & RunOptions = {}): CallOptions & ConfigureOptions {
  const { plugin, configured } = processState()
  return mergeOptions([plugin?.options ?? {}, ...configured, call])
}

/** The environment, as judges and the search for secrets need it. */
export function environment(): NodeJS.ProcessEnv {
  return process.env
}

/** The mode that holds for an option, given the environment and the runner's update switch. */
export function policyOf(option: RunOptions['mode'], update: RunnerContext['update']): Policy {
  const { CONTEXT_RECALL_MODE } = process.env
  const ci = whyCi(process.env, update)
  return decideMode({ environment: CONTEXT_RECALL_MODE, option, ci, update, closest })
}

/** Later ones win; `undefined` does not, so that `{ model: undefined }` is no model at all. */
function mergeOptions(layers: readonly (CallOptions & ConfigureOptions)[]): CallOptions & ConfigureOptions {
  const merged: Record<string, unknown> = {}
  for (const layer of layers)
    for (const [name, value] of Object.entries(layer)) if (value !== undefined) merged[name] = value
  return merged
}
