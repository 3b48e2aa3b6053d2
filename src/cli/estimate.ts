/** `estimate`: what asking the recorded questions again would come to, or what a test command would ask. */
import { UsageError } from '../errors.ts'
import { tokensAsked, tokensOf } from '../judge/prompts/prompt.ts'
import { sha256 } from '../json.ts'
import type { Recording } from '../recordings/recording.ts'
import { shownMoney } from '../reporters/tell-estimate.ts'
import { howEstimated, moneyOf, parsePrices } from '../measure/estimating-judge.ts'
import { toOneLine } from '../text.ts'
import type { RecallRequest, RequestKind } from '../protocol.ts'
import { claimsKey, readEntries } from './entries.ts'
import { type CliIo, exit, type Outcome } from './io.ts'
import { groundTruthsOf } from './judgements.ts'
import type { RecordingsDirectory } from './recordings-directory.ts'
import { layOutTable } from './table.ts'

export interface EstimateOptions {
  /** Count what another model would be asked, claims, too: each question once, but those it has answered. */
  model?: string
  /** Count claims, too, as when their prompt changes or they are forgotten. */
  claims?: boolean
  /** Of a million input and a million output tokens: `1.25,10`. */
  prices?: string
  json?: boolean
}

interface Sum {
  calls: number
  inputTokens: number
  outputTokens: number
}

/** Runs a command whose tests then ask nothing; their reporter says what they would. Returns its exit code. */
export async function estimateRun(
  io: CliIo,
  command: readonly string[],
  { prices, json }: EstimateOptions,
): Promise<Outcome> {
  if (prices !== undefined) parsePrices(prices, '--prices')
  if (json === true)
    throw new UsageError(
      '--json counts what is recorded. Of a command its reporter tells the total, on the standard error.',
    )
  try {
    const code = await io.start(command, {
      CONTEXT_RECALL_MODE: 'estimate',
      ...(prices !== undefined && { CONTEXT_RECALL_PRICES: prices }),
    })
    return { code, json: { code } }
  } catch (error) {
    throw new UsageError(
      `${toOneLine(command.join(' '))} could not be started: ${toOneLine(String(error))}\n  do  name a command that runs the tests: -- npx vitest run`,
    )
  }
}

/** Prints calls and tokens, estimated from what is recorded; the true ones are the provider's affair. */
export function estimate(
  io: CliIo,
  directories: readonly RecordingsDirectory[],
  options: EstimateOptions,
): Outcome {
  const { model, claims = false } = options
  const prices = options.prices === undefined ? undefined : parsePrices(options.prices, '--prices')
  const sums: Record<RequestKind, Sum> = { claims: nothing(), attribution: nothing() }
  let unreadable = 0
  let known = 0
  for (const { store } of directories) {
    const entries = readEntries(store)
    const recordings = entries.flatMap(({ recording }) => recording ?? [])
    known += recordings.length
    unreadable += entries.length - recordings.length
    const asked = model === undefined ? recordings : openQuestions(recordings, model)
    for (const recording of asked) add(sums[recording.kind], recording)
  }
  const kinds: RequestKind[] = claims || model !== undefined ? ['claims', 'attribution'] : ['attribution']
  const total = kinds.reduce((sum, kind) => plus(sum, sums[kind]), nothing())
  const money = prices === undefined ? undefined : moneyOf(total, prices)
  io.out(`${reasonOf(options)}, about:`)
  const rows = kinds.map(kind => [kind, ...cells(sums[kind])])
  for (const row of layOutTable([
    ['', 'calls', 'input tokens', 'output tokens'],
    ...rows,
    ['all', ...cells(total)],
  ]))
    io.out(`  ${row}`)
  if (money !== undefined) io.out(`  ${shownMoney(money)} at the prices given`)
  io.out(howEstimated)
  if (unreadable > 0)
    io.out(`${unreadable} damaged recording${unreadable === 1 ? ' is' : 's are'} left out: see audit.`)
  if (known === 0)
    io.out('Nothing is on record. What the first run will ask: npx context-recall estimate -- npx vitest run')
  return { code: exit.fine, json: { ...total, ...(money !== undefined && { money }), unreadable } }
}

function reasonOf({ model, claims }: EstimateOptions): string {
  if (model !== undefined) return `To record with ${toOneLine(model)} what it has not answered yet`
  return claims === true
    ? 'To record every question anew'
    : 'To ask for every attribution again (mode record; claims are kept)'
}

/** One recording of each question that a model has not answered, whoever has. */
function openQuestions(recordings: readonly Recording[], model: string): Recording[] {
  const groundTruths = groundTruthsOf(recordings)
  const byQuestion = Map.groupBy(recordings, recording => questionOf(recording, groundTruths))
  return [...byQuestion.values()]
    .filter(answered => answered.every(recording => recording.model !== model))
    .map(([first]) => first as Recording)
}

/** What is asked, whoever is asked: other models make other claims of the same ground truth. */
function questionOf(recording: Recording, groundTruths: ReadonlyMap<string, string>): string {
  const { kind, settings, request } = recording
  if (kind === 'claims') return JSON.stringify([kind, settings, request])
  const { claims } = request
  return JSON.stringify([
    kind,
    settings,
    groundTruths.get(claimsKey(claims)) ?? claims,
    request.contextDigests ?? request.contexts?.map(context => sha256(context)),
  ])
}

const nothing = (): Sum => ({ calls: 0, inputTokens: 0, outputTokens: 0 })

function plus(a: Sum, b: Sum): Sum {
  return {
    calls: a.calls + b.calls,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  }
}

function cells({ calls, inputTokens, outputTokens }: Sum): string[] {
  return [calls, inputTokens, outputTokens].map(number => number.toLocaleString('en'))
}

// a second question repeats the contexts: as long as the first is what it is at most
function add(sum: Sum, recording: Recording): void {
  const calls = recording.answers.length
  sum.calls += calls
  sum.inputTokens += calls * tokensAsked(requestOf(recording))
  for (const answer of recording.answers) sum.outputTokens += tokensOf(JSON.stringify(answer))
}

function requestOf(recording: Recording): RecallRequest {
  if (recording.kind === 'claims') return { kind: 'claims', ...recording.request }
  const { claims, contexts, contextLengths } = recording.request
  return {
    kind: 'attribution',
    claims,
    contexts: contexts ?? contextLengths.map(length => 'x'.repeat(length)),
  }
}
