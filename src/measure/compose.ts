/** The composition root: from the options of one measurement, the pieces it needs. */
import { isAbsolute, relative, resolve } from 'node:path'
import {
  environment,
  mergedOptions,
  type OpenStore,
  policyOf,
  processesOfRun,
  type ProcessState,
  processState,
  type RunnerContext,
} from '../options/config.ts'
import { UsageError } from '../errors.ts'
import { createLiveAsk, type LiveOptions } from '../judge/live-ask.ts'
import { callsLeft } from '../judge/limiter.ts'
import { builtinLexical, modelIdOf } from '../judge/model.ts'
import { processWide } from '../judge/process-wide.ts'
import { resolvePrompt } from '../judge/prompts/prompt.ts'
import type { Room } from './windows.ts'
import { fileStore, nodeFileSystem } from '../recordings/file-store.ts'
import type { Policy } from '../recordings/mode.ts'
import { defaultDirectory } from '../recordings/recording-fault.ts'
import { createRecordedJudge, type RecordedJudge } from '../recordings/recorded-judge.ts'
import type { RecordingStore } from '../recordings/store.ts'
import { unrecordedJudge } from '../recordings/unrecorded-judge.ts'
import type { Answer, JudgeSettings, RecallRequest } from '../protocol.ts'
import type { CallOptions, Prices, Redact, RunOptions } from '../options/options.ts'
import { claimsAtOnce, roomFor } from './room-for.ts'
import { notingUse } from './noting-use.ts'
import { counted, shareOf, type SharedRun } from '../options/shared-run.ts'

/** The pieces one measurement needs. */
export interface Composed {
  /** The model id that is keyed. */
  model: string
  policy: Policy
  judge: RecordedJudge
  redact: Redact | undefined
  /** The command that records what is missing, on a developer's machine. */
  rerun: string
  /** What an attribution question has room for. */
  room: Room
  /** Tokens that a ground truth and its question may count as. */
  claimsRoom: number
  /** Live calls at once. */
  concurrency: number
  /** Live calls that this process may still make. */
  callsLeft: () => number
  /** Says how many calls one assertion needs, before the first. */
  announceCalls: (calls: number) => void
}

/** Resolves the options of one measurement and composes what it needs; loads nothing that only live calls need. */
export function compose(call: CallOptions & RunOptions, runner: RunnerContext): Composed {
  const state = processState()
  const options = mergedOptions(call)
  const variables = environment()
  const model = options.model ?? variables['CONTEXT_RECALL_MODEL']
  if (model === undefined || model === '') throw noModel()
  const policy = policyOf(options.mode, runner.update)
  const modelId = modelIdOf(model)
  const shared = { model: modelId, policy, redact: options.redact, rerun: rerunCommand(runner, policy) }
  if (modelId === builtinLexical) return { ...shared, ...noLimits, judge: unrecordedJudge(answerByRule) }
  const root = runner.root ?? state.plugin?.root ?? process.cwd()
  const settings = options.settings ?? {}
  const prompts = {
    claims: resolvePrompt('claims', options.prompts?.claims),
    attribution: resolvePrompt('attribution', options.prompts?.attribution),
  }
  const directory = resolve(root, options.recordings ?? defaultDirectory)
  const { store, inFlight, askedAnew } = storeAt(state, directory)
  const { timeout, maxRetries, maxCalls } = options
  const { remote, run } = state
  const concurrency = shareOf(options.concurrency, run?.workers ?? processesOfRun())
  const calling = { timeout, maxRetries, concurrency, maxCalls }
  const live: LiveOptions = { model, prompts, settings, root, environment: variables, ...calling }
  const recorded = createRecordedJudge({
    model: modelId,
    prompts,
    settings,
    store,
    policy,
    ask: counted(remote === undefined ? createLiveAsk(live, state) : remote.createAsk(live), run),
    environment: variables,
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
  const isEstimate = policy.mode === 'estimate'
  const judge = isEstimate
    ? estimating(
        recorded,
        { ...live, model: modelId },
        variables['CONTEXT_RECALL_PRICES'] ?? options.prices,
        run,
      )
    : recorded
  return {
    ...shared,
    judge: notingUse(judge, directory),
    room: { tokens: roomFor(prompts.attribution, options.maxInputTokens), claims: claimsAtOnce },
    claimsRoom: roomFor(prompts.claims, options.maxInputTokens),
    concurrency,
    callsLeft: () => (isEstimate ? Infinity : callsLeft(maxCalls)),
    announceCalls: isEstimate ? () => undefined : announceCalls,
  }
}

/** Replays what is recorded, and for the rest tells what asking would come to. */
function estimating(
  recorded: RecordedJudge,
  { model, settings, prompts }: { model: string; settings: JudgeSettings; prompts: LiveOptions['prompts'] },
  prices: Prices | string | undefined,
  run: SharedRun | undefined,
): RecordedJudge {
  const { replay } = recorded
  return {
    replay,
    ask: async (request, context) => {
      const found = replay(request, context)
      if (found !== undefined) return found
      announceOnce(run, 'mode estimate: nothing is asked, and no assertion is measured')
      const { estimateAnswer, parsePrices } = await import('./estimating-judge.ts')
      const prompt = prompts[request.kind]
      const parsed = typeof prices === 'string' ? parsePrices(prices, 'CONTEXT_RECALL_PRICES') : prices
      return estimateAnswer(request, { model, settings, promptDigest: prompt.digest }, prompt, parsed)
    },
  }
}

/** A rule reads texts of any length at once. */
const noLimits = {
  room: { tokens: Infinity, claims: Infinity },
  claimsRoom: Infinity,
  concurrency: 1,
  callsLeft: () => Infinity,
  announceCalls: () => undefined,
}

async function answerByRule(request: RecallRequest): Promise<Answer> {
  const { answerLexically } = await import('../judge/lexical/lexical-judge.ts')
  return answerLexically(request)
}

/** Outside CI and unless something asks for replay, running the test is enough. */
function rerunCommand({ command }: RunnerContext, { mode, source }: Policy): string {
  const asked = mode === 'replay' && source !== 'ci'
  if (command !== undefined) return asked ? `CONTEXT_RECALL_MODE=auto ${command}` : command
  return asked ? 'run it again with CONTEXT_RECALL_MODE=auto' : 'run it again, outside CI'
}

function noModel(): UsageError {
  return new UsageError(
    'No model is named, so nobody can judge. Also in replay it says whose recordings to read.\n' +
      "  for a whole project  contextRecall({ model: 'openai/gpt-5.6-sol' }) in vitest.config.ts\n" +
      "  in a setup file      configure({ model: 'openai/gpt-5.6-sol' })\n" +
      '  in one assertion     toHaveContextRecall(groundTruth, { model: … })\n' +
      '  in the environment   CONTEXT_RECALL_MODEL=openai/gpt-5.6-sol\n' +
      `  to try it out        '${builtinLexical}' in any of these: a rough word-overlap judge, no key, no network`,
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
  const where = policy.mode === 'live' ? 'nothing is recorded' : `recorded in ${store.location}`
  announceOnce(run, `asking ${model} (mode ${policy.mode}); ${where}`)
}

function announceOnce(run: SharedRun | undefined, line: string): void {
  const once = processWide()
  if (run === undefined ? once.announced === true : !run.isFirstToAsk()) return
  once.announced = true
  process.stderr.write(`context-recall: ${line}\n`)
}

/** What is spent on one assertion of many questions, before it is. */
function announceCalls(calls: number): void {
  process.stderr.write(
    `context-recall: one assertion needs ${calls} ${calls === 1 ? 'call' : 'calls'}, and may need second questions and one more look for each ${claimsAtOnce} claims\n`,
  )
}
