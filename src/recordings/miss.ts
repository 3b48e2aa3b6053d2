/** Explains a missing recording: the nearest one, what exactly differs, and the command that records it. */
import { MissingRecordingError, type QuestionToRecord } from '../errors.ts'
import { tokensAsked } from '../judge/prompts/prompt.ts'
import type { Difference } from './difference.ts'
import { type KeyedRequest, kindInName } from './key.ts'
import { formatError, type Row } from '../format-error.ts'
import type { PromptDigests } from './look-up.ts'
import { type MissIndex, missIndexOf, type Neighbour } from './miss-index.ts'
import type { Policy } from './mode.ts'
import type { RecordingStore } from './store.ts'
import type { RecallRequest } from '../protocol.ts'

/** What is missing a recording. */
export interface MissParts {
  store: RecordingStore
  policy: Policy
  /** Whether git ignores the store. */
  isIgnored?: (() => boolean) | undefined
  /** Takes secrets out of a text: in replay nothing refused them. */
  hide?: ((text: string) => string) | undefined
  prompts?: PromptDigests | undefined
}

/** Where the question comes from. */
export interface MissContext {
  rerun?: string | undefined
  groundTruth: string
  positions?: readonly (readonly number[])[] | undefined
  /** Which of several questions of one assertion this is. */
  part?: string | undefined
  /** What later questions of the assertion will send. */
  contexts?: readonly string[] | undefined
}

const comparedAtMost = 50
const linesAtMost = 6
const shortLinesAtMost = 2
const tiesAtMost = 3

/**
 * The error for a question without a recording. The first of a cause, in a process and store, is explained in full, the
 * others in a line or two; beyond fifty the nearest is no longer looked for.
 */
export function missingRecording(
  parts: MissParts,
  keyed: KeyedRequest,
  context: MissContext,
): MissingRecordingError {
  const { store } = parts
  const index = missIndexOf(store)
  const file = `${store.location}/${keyed.name}`
  const isCompared = index.misses++ < comparedAtMost
  const neighbours = isCompared ? index.nearest(withoutSecrets(keyed, parts.hide), context.positions) : []
  const [neighbour, second] = neighbours
  const nearest = second === undefined ? neighbour : undefined
  const difference = isCompared ? causeOf(index, nearest, second) : 'not compared with what is recorded'
  const told = `${keyed.request.kind} ${difference}`
  const isFirst = isCompared && !index.told.has(told)
  index.told.add(told)
  const part: Row[] = context.part === undefined ? [] : [['question', context.part]]
  const mode = modeOf(parts.policy)
  const [command, ...hints] = recordIt(parts.policy, context.rerun, store.location)
  const message = isFirst
    ? formatError(`No recording for this judgement (${mode}).`, [
        ...part,
        ['file', file],
        ...explain(index, parts, keyed, context, neighbours),
        ['record it', command, ...hints],
      ])
    : formatError(`No recording for this judgement (${mode}): ${shortly(nearest, difference)}.`, [
        ...part,
        ...(nearest === undefined || isSameForAll(nearest) ? [] : [['nearest', nearest.name] satisfies Row]),
        ['record it', command],
      ])
  return new MissingRecordingError(message, {
    kind: keyed.request.kind,
    model: keyed.judge.model,
    file,
    nearest: nearest?.name,
    difference,
    rerun: context.rerun,
    questions: questionsToRecord(parts, keyed, context, file),
  })
}

/** Why there is none, in words that all have in common whose cause is one. */
function causeOf(index: MissIndex, nearest: Neighbour | undefined, second: Neighbour | undefined): string {
  if (second !== undefined) return 'several recordings are equally near'
  if (nearest === undefined)
    return index.names().length === 0 ? 'nothing is recorded' : 'nothing similar is recorded'
  return nearest.difference.distance === 0 ? 'the name of a file was changed' : nearest.difference.cause
}

/** Then messages are equal, too, and Vitest shows tests that fail with one message at one place together. */
function isSameForAll({ difference: { lines, cause } }: Neighbour): boolean {
  return lines.join('; ') === cause
}

function shortly(nearest: Neighbour | undefined, cause: string): string {
  const { lines = [] } = nearest?.difference ?? {}
  if (lines.length === 0) return cause
  const more = lines.length > shortLinesAtMost ? `; and ${lines.length - shortLinesAtMost} more` : ''
  return `${lines.slice(0, shortLinesAtMost).join('; ')}${more}`
}

function questionsToRecord(
  { prompts }: MissParts,
  { request }: KeyedRequest,
  { contexts = [] }: MissContext,
  file: string,
): QuestionToRecord[] {
  const tokens = (asked: RecallRequest): number => tokensAsked(asked, prompts?.[asked.kind])
  const first = { file, inputTokens: tokens(request) }
  if (request.kind === 'attribution' || contexts.length === 0) return [first]
  // the claims are not known yet; together they are about as long as the text that makes them
  return [first, { inputTokens: tokens({ kind: 'attribution', claims: [request.groundTruth], contexts }) }]
}

function withoutSecrets(keyed: KeyedRequest, hide: MissParts['hide']): KeyedRequest {
  if (hide === undefined) return keyed
  const { request } = keyed
  if (request.kind === 'attribution') {
    const { claims, contexts } = request
    return { ...keyed, request: { ...request, claims: claims.map(hide), contexts: contexts.map(hide) } }
  }
  const { groundTruth, question } = request
  const hidden = question === undefined ? undefined : { question: hide(question) }
  return { ...keyed, request: { kind: 'claims', groundTruth: hide(groundTruth), ...hidden } }
}

function explain(
  index: MissIndex,
  parts: MissParts,
  keyed: KeyedRequest,
  context: MissContext,
  neighbours: readonly Neighbour[],
): Row[] {
  const known = keyed.request.kind === 'attribution' ? index.claimsOf(context.groundTruth) : []
  const rows: Row[] = [['nearest', ...nearestLines(index, parts, keyed, neighbours, known)]]
  index.isIgnored ??= parts.isIgnored?.() ?? false
  if (index.isIgnored) {
    rows.push(['ignored', `git ignores ${parts.store.location}: its recordings are never committed`])
  }
  return rows
}

function nearestLines(
  index: MissIndex,
  { store }: MissParts,
  keyed: KeyedRequest,
  neighbours: readonly Neighbour[],
  known: readonly string[],
): string[] {
  const [first] = neighbours
  if (first === undefined) return [noneLine(index, store, keyed), ...knownLines(known)]
  if (neighbours.length > 1) {
    const ties = neighbours
      .slice(0, tiesAtMost)
      .flatMap(({ name, difference }) => [name, `  ${difference.lines[0]}`])
    const more = neighbours.length - tiesAtMost
    return [
      `none alone: ${neighbours.length} are equally near`,
      ...ties,
      ...(more > 0 ? [`and ${more} more`] : []),
    ]
  }
  const { name, difference } = first
  if (difference.distance === 0) return [name, `its name was changed: rename it to ${keyed.name}`]
  const { lines } = difference
  const shown = lines.slice(0, linesAtMost)
  if (lines.length > shown.length) shown.push(`and ${lines.length - shown.length} more differences`)
  return [name, ...otherClaims(difference, known), ...shown]
}

function noneLine(index: MissIndex, store: RecordingStore, keyed: KeyedRequest): string {
  const names = index.names()
  if (names.length === 0)
    return `none: nothing is recorded in ${store.location}, or nothing of it was committed`
  const { kind } = keyed.request
  const count = names.filter(name => kindInName(name) === kind).length
  return `none is similar, of ${count} ${kind} recording${count === 1 ? '' : 's'}`
}

function knownLines(known: readonly string[]): string[] {
  const [name] = known
  return name === undefined ? [] : [`the claims of this ground truth are recorded: ${name}`]
}

function otherClaims({ claims }: Difference, known: readonly string[]): string[] {
  if (claims === undefined || known.length === 0) return []
  const { common, asked, recorded } = claims
  if (common === asked && common === recorded) return []
  return [
    `the ground truth has other claims now: of ${asked}, ${common} ${common === 1 ? 'is' : 'are'} in this recording`,
  ]
}

const sources: Readonly<Record<Policy['source'], string>> = {
  ci: ', as in every CI run',
  environment: ' from CONTEXT_RECALL_MODE',
  option: ' from the option mode',
  default: '',
}

function modeOf({ mode, source, ci }: Policy): string {
  return `mode "${mode}"${sources[source]}${ci === undefined ? '' : `: ${ci}`}`
}

function recordIt(
  { source }: Policy,
  rerun: string | undefined,
  location: string,
): [command: string, hint: string] {
  const command = rerun ?? 'run this test again'
  const where: Readonly<Record<Policy['source'], string>> = {
    ci: 'on your machine',
    environment: 'without CONTEXT_RECALL_MODE in the environment',
    option: 'with CONTEXT_RECALL_MODE=auto in the environment, which overrides the option',
    default: 'on your machine',
  }
  const told = command.includes('CONTEXT_RECALL_MODE=') ? '' : `${where[source]}, `
  return [command, `${told}then commit ${location}`]
}
