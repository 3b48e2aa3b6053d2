/** `estimate`: what asking the recorded questions again would come to. */
import { tokensAsked, tokensOf } from '../judge/prompts/prompt.ts'
import { sha256 } from '../recordings/key.ts'
import type { Recording } from '../recordings/recording.ts'
import type { RecallRequest, RequestKind } from '../wire.ts'
import { claimsKey, readEntries } from './entries.ts'
import { type CliIo, exit } from './io.ts'
import { groundTruthsOf } from './judgements.ts'
import type { RecordingsDirectory } from './recordings-directory.ts'
import { layOutTable } from './table.ts'

export interface EstimateOptions {
  /** Count what another model would be asked, claims, too: each question once, but those it has answered. */
  model?: string
  /** Count claims, too, as when their prompt changes or they are forgotten. */
  claims?: boolean
  json?: boolean
}

interface Sum {
  calls: number
  inputTokens: number
  outputTokens: number
}

/** Prints calls and tokens, estimated from what is recorded; the true ones are the provider's affair. */
export function estimate(io: CliIo, directory: RecordingsDirectory, options: EstimateOptions): number {
  const { model, claims = false, json = false } = options
  const sums: Record<RequestKind, Sum> = { claims: nothing(), attribution: nothing() }
  let left = 0
  const recordings = new Map<string, Recording>()
  for (const { name, recording } of readEntries(directory.store)) {
    if (recording === undefined) left++
    else recordings.set(name, recording)
  }
  const asked = model === undefined ? [...recordings.values()] : openQuestions(recordings, model)
  for (const recording of asked) add(sums[recording.kind], recording)
  const kinds: RequestKind[] = claims || model !== undefined ? ['claims', 'attribution'] : ['attribution']
  const total = kinds.reduce((sum, kind) => plus(sum, sums[kind]), nothing())
  if (json) {
    io.out(JSON.stringify({ ...total, unreadable: left }, null, 2))
    return exit.fine
  }
  io.out(`${reasonOf(options)}, about:`)
  const rows = kinds.map(kind => [kind, ...cells(sums[kind])])
  for (const row of layOutTable([
    ['', 'calls', 'input tokens', 'output tokens'],
    ...rows,
    ['all', ...cells(total)],
  ]))
    io.out(`  ${row}`)
  io.out('Tokens are UTF-8 bytes / 4 of what is sent and of what was answered; thinking is not in them.')
  if (left > 0) io.out(`${left} damaged recording${left === 1 ? ' is' : 's are'} left out: see audit.`)
  return exit.fine
}

function reasonOf({ model, claims }: EstimateOptions): string {
  if (model !== undefined) return `To record with ${model} what it has not answered yet`
  return claims === true
    ? 'To record every question anew'
    : 'To ask for every attribution again (mode record; claims are kept)'
}

/** One recording of each question that a model has not answered, whoever has. */
function openQuestions(recordings: ReadonlyMap<string, Recording>, model: string): Recording[] {
  const groundTruths = groundTruthsOf(recordings.values())
  const byQuestion = Map.groupBy(recordings.values(), recording => questionOf(recording, groundTruths))
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
