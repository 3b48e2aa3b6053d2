/** What a judge is told, per kind of request, and the digest by which recordings know it. */
import { UsageError } from '../../errors.ts'
import { canonicalJson, sha256 } from '../../json.ts'
import { isBlank } from '../../text.ts'
import type {
  AddedNumbers,
  AttributionRequest,
  ClaimsRequest,
  Doubt,
  RecallRequest,
  RequestKind,
} from '../../protocol.ts'
import {
  attributionInstructions,
  attributionSchema,
  claimsInstructions,
  claimsSchema,
} from './instructions.ts'
import { renderRequest } from './render-request.ts'

/** A string is guidance added to our instructions; `replace` stands in their place. */
export type PromptOption = string | { replace: string }

/** Instructions and answer schema of one kind of request. */
export interface Prompt {
  readonly kind: RequestKind
  readonly instructions: string
  /** JSON Schema of the answer. */
  readonly schema: object
  /** sha256 of instructions, schema and our rendering of a fixed sample: it changes when any of them does. */
  readonly digest: string
  /** Digests of the defaults of earlier releases; empty for a prompt of the user's own. */
  readonly earlier: readonly string[]
}

const defaults: Record<RequestKind, Pick<Prompt, 'instructions' | 'schema' | 'earlier'>> = {
  claims: { instructions: claimsInstructions, schema: claimsSchema, earlier: [] },
  attribution: { instructions: attributionInstructions, schema: attributionSchema, earlier: [] },
}

/** By kind and instructions, our own under no text. */
const resolved = {
  claims: new Map<string | undefined, Prompt>(),
  attribution: new Map<string | undefined, Prompt>(),
}

/** The prompt of a kind, as the user's option leaves it. Throws a `UsageError` for any other option. */
export function resolvePrompt(kind: RequestKind, option?: PromptOption): Prompt {
  const own = option === undefined ? undefined : instructionsOf(kind, option)
  const known = resolved[kind].get(own)
  if (known !== undefined) return known
  const { instructions: ours, schema, earlier } = defaults[kind]
  const instructions = own ?? ours
  const digest = sha256(canonicalJson({ instructions, schema, rendering: renderedSamples(kind) }))
  const prompt = { kind, instructions, schema, digest, earlier: own === undefined ? earlier : [] }
  resolved[kind].set(own, prompt)
  return prompt
}

/** UTF-8 bytes of a token: four is usual for English, and for other scripts it counts rather too many tokens. */
export const bytesPerToken = 4

/** About how many tokens texts have: what something will cost, not what fits. */
export function tokensOf(...texts: string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / bytesPerToken)
}

/** The tokens of asking a question once; by default with our own prompt. */
export function tokensAsked(
  request: RecallRequest,
  prompt: { instructions?: string; schema?: object } = {},
): number {
  const { instructions, schema } = { ...defaults[request.kind], ...prompt }
  return tokensOf(instructions, JSON.stringify(schema), renderRequest(request))
}

/** What the prompt of a recording is to this release, in words: recordings hold its digest only. */
export function promptName(kind: RequestKind, digest: string): string {
  const { digest: current, earlier } = resolvePrompt(kind)
  if (digest === current) return "this release's default"
  if (earlier.includes(digest)) return "an earlier release's default"
  const own = [...resolved[kind].values()].find(prompt => prompt.digest === digest)
  if (own === undefined) return `a prompts.${kind} of yours, or another release's default`
  const isAdded = own.instructions.startsWith(defaults[kind].instructions)
  return `${isAdded ? 'guidance added' : 'a replacement'} by prompts.${kind}`
}

/** How two prompts differ, as far as digests tell. */
export function promptChange(kind: RequestKind, before: string, after: string): string {
  const [old, now] = [promptName(kind, before), promptName(kind, after)]
  return old === now ? `${old} → another such` : `${old} → ${now}`
}

function instructionsOf(kind: RequestKind, option: PromptOption): string {
  if (typeof option === 'string' && !isBlank(option))
    return `${defaults[kind].instructions}\n\nFurther guidance:\n${option}`
  if (typeof option === 'object' && option !== null) {
    const { replace, ...others } = option
    if (Object.keys(others).length === 0 && typeof replace === 'string' && !isBlank(replace)) return replace
  }
  throw new UsageError(
    `The option prompts.${kind} is neither guidance nor a replacement.\n` +
      `  add to ours   prompts: { ${kind}: 'guidance' }\n` +
      `  replace ours  prompts: { ${kind}: { replace: 'instructions' } }`,
  )
}

const claimsSample: ClaimsRequest = { kind: 'claims', question: 'Where?', groundTruth: 'In Ulm.\nIn 1879.' }
const attributionSample: AttributionRequest = {
  kind: 'attribution',
  claims: ['Ulm is a city.', 'Ulm is old.', 'Ulm is large.', 'Ulm is small.', 'Ulm is 9.', 'Ulm is far.'],
  contexts: ['Ulm is a city.\n', 'It is old.'],
}
const addedSample: AddedNumbers[] = [
  { claim: 'Born in 1880.', numbers: ['1880'] },
  { claim: 'On 14 May.', numbers: ['14', '5'] },
]
// a record, so that no reason can be left out
const doubtsByReason: Record<Doubt['reason'], Omit<Doubt, 'reason'>> = {
  unanswered: { claim: 1, quotes: [] },
  'answered-twice': { claim: 2, quotes: [] },
  'no-evidence': { claim: 3, quotes: [] },
  'quote-not-found': { claim: 4, quotes: ['Ulm is tiny.', 'a village'] },
  'left-out': { claim: 5, quotes: ['Ulm … tiny.'] },
  'number-not-stated': { claim: 6, quotes: [], numbers: ['9', '10'] },
}
const doubtsSample = Object.entries(doubtsByReason).map(
  ([reason, doubt]): Doubt => ({ ...doubt, reason: reason as Doubt['reason'] }),
)

/** Every branch of the rendering: a change to any shows in the digest. */
function renderedSamples(kind: RequestKind): string[] {
  if (kind === 'claims') {
    const { question: _, ...withoutQuestion } = claimsSample
    const second = renderRequest(claimsSample, {
      addedNumbers: addedSample,
      lostSentences: ['In Ulm.', 'In 1879.'],
    })
    return [renderRequest(claimsSample), renderRequest(withoutQuestion), second]
  }
  return [renderRequest(attributionSample), renderRequest(attributionSample, { doubts: doubtsSample })]
}
