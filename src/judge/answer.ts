/** From what a judge returned or a model wrote to an answer fit to be used. With zod: loaded only when a call was made. */
import { z } from 'zod'
import type { JudgeErrorKind } from '../errors.ts'
import { saysSomething } from '../evidence/characters.ts'
import type { Answer, AttributionAnswer, ClaimsAnswer, RequestKind, Usage } from '../protocol.ts'
import { isBlank } from '../text.ts'
import { filterAdvice, judgeError } from './failure.ts'
import type { Redact } from './redact.ts'

// Small ways in which weak models miss the schema and leave no doubt are put right; unknown members are left out
const id = z.preprocess(
  value => (typeof value === 'string' && /^\s*\d{1,6}\s*$/.test(value) ? Number(value) : value),
  z.int(),
)
const status = z.preprocess(
  value => (typeof value === 'string' ? value.trim().toLowerCase() : value),
  z.enum(['supported', 'partial', 'contradicted', 'missing']),
)
const verdict = z.preprocess(
  withoutAbsence,
  z.object({
    claim: id,
    evidence: z.array(z.object({ context: id, quote: z.string() })),
    status,
    gap: z.string(),
  }),
)

/** An absent gap, and absent evidence of what is missing, made empty. */
function withoutAbsence(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const { gap, evidence, ...others } = value as Record<string, unknown>
  const isMissing = status.safeParse(others['status']).data === 'missing'
  return { ...others, gap: gap ?? '', evidence: evidence ?? (isMissing ? [] : evidence) }
}

/** The zod schemas, by kind; they say the same as the JSON Schemas of the prompts. */
export const answerSchemas: {
  readonly claims: z.ZodType<ClaimsAnswer>
  readonly attribution: z.ZodType<AttributionAnswer>
} = {
  claims: z.object({ claims: z.array(z.string()) }),
  attribution: z.object({ verdicts: z.array(verdict) }),
}

const tokens = z.number().nonnegative()
const accountSchema = z.object({
  usage: z.object({ inputTokens: tokens, outputTokens: tokens }).optional(),
  answeredBy: z.string().optional(),
})

/** An answer fit to be used, or what is wrong with it, in a line. */
export type CheckedAnswer =
  | { ok: true; answer: Answer; usage: Usage | undefined; answeredBy: string | undefined }
  | { ok: false; problem: string; usage: Usage | undefined }

/** Checks what a judge returned; never throws. Ids that nobody asked about are not its business. */
export function checkAnswer(kind: RequestKind, returned: unknown): CheckedAnswer {
  const account = accountSchema.safeParse(returned)
  if (!account.success) return { ok: false, problem: describe(account.error), usage: undefined }
  const { usage, answeredBy } = account.data
  const parsed = answerSchemas[kind].safeParse(returned)
  if (!parsed.success) return { ok: false, problem: describe(parsed.error), usage }
  // a blank claim among others is passed over when they are read; nothing but blanks is no answer
  const claims = 'claims' in parsed.data ? parsed.data.claims : []
  if (claims.length > 0 && !claims.some(saysSomething))
    return { ok: false, problem: 'no claim in it says anything', usage }
  return { ok: true, answer: parsed.data, usage, answeredBy }
}

function describe({ issues: [issue] }: z.ZodError): string {
  if (issue === undefined) return 'it does not match the schema'
  const place = issue.path.map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return `${place.slice(1) || 'the answer'}: ${issue.message}`
}

/** A generated text and why it ended where it ends. */
export interface FinishedText {
  text: string
  /** As the AI SDK unifies it: `stop`, `length`, `content-filter`. */
  finishReason: string
  /** As the provider said it. */
  rawFinishReason: string | undefined
}

/**
 * The JSON object that an answer is: `parsed`, or the only one in its text. Throws a `JudgeError` of kind `cut-off`,
 * `refused`, `filtered` or `invalid-answer`; whether the object is the one asked for is checked elsewhere.
 */
export function readAnswer(finished: FinishedText, parsed: unknown, model: string, redact: Redact): object {
  const unfinished = readUnfinished(finished)
  const value = unfinished === undefined ? (parsed ?? jsonInText(finished.text)) : undefined
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  const kind = unfinished ?? 'invalid-answer'
  const body = redact(finished.text)
  const [what, advice] = problems[kind]
  throw judgeError(what, { 'it said': body, do: advice }, { model, kind, body })
}

type ProblemKind = Extract<JudgeErrorKind, 'cut-off' | 'refused' | 'filtered' | 'invalid-answer'>

function readUnfinished({ text, finishReason, rawFinishReason }: FinishedText): ProblemKind | undefined {
  if (finishReason === 'length') return 'cut-off'
  if (finishReason !== 'content-filter') return undefined
  // The SDK has one word for both; a refusal ends regularly and has something to say
  const ended = rawFinishReason === undefined || /^(?:stop|refusal|end_turn)$/.test(rawFinishReason)
  return ended && !isBlank(text) ? 'refused' : 'filtered'
}

const problems: Record<ProblemKind, [what: string, advice: string]> = {
  'cut-off': [
    'stopped before its answer was complete',
    'Raise settings.maxOutputTokens (a reasoning model spends it on reasoning too), or give it fewer or shorter contexts.',
  ],
  refused: [
    'refused to answer',
    'Look for what it objects to in the ground truth and the contexts, or use another model.',
  ],
  filtered: ['was stopped by a content filter', filterAdvice],
  'invalid-answer': ['gave an answer that is no JSON object', 'Use a model that supports structured output.'],
}

/** Thoughts at the beginning, which may hold any brackets. */
const thoughtsFirst = /^\s*(?:<(think|thinking)>.*?<\/\1>\s*)+/s
const thoughtTag = /<\/?think(?:ing)?>/g

/**
 * The one JSON object in what a weak model wrote around it, read tolerantly, never guessed, never completed: undefined
 * when there is none, when there are several that differ, or when one never ends. Thinking aloud (`<think>`) is passed
 * over, and so are commas before a closing bracket. Tags inside of an object are its text.
 */
export function jsonInText(text: string): unknown {
  const answer = text.replace(thoughtsFirst, '')
  const found = new Map<string, unknown>()
  let thinking = false
  let read = 0
  for (let at = answer.indexOf('{'); at !== -1; at = answer.indexOf('{', at)) {
    const end = endOfObject(answer, at)
    if (end === undefined) return undefined
    const value = parseObject(answer.slice(at, end))
    if (value === undefined) at++
    else {
      thinking = readTags(answer.slice(read, at), thinking, found)
      if (!thinking) found.set(JSON.stringify(value), value)
      at = end
      read = end
    }
  }
  thinking = readTags(answer.slice(read), thinking, found)
  const [only] = found.values()
  return found.size === 1 && !thinking ? only : undefined
}

/** Whether thoughts go on after this prose; some models' thoughts begin before their text does, with no tag. */
function readTags(prose: string, wasThinking: boolean, found: Map<string, unknown>): boolean {
  let thinking = wasThinking
  for (const [tag] of prose.matchAll(thoughtTag)) {
    const ends = tag.startsWith('</')
    if (ends && !thinking) found.clear()
    thinking = !ends
  }
  return thinking
}

/** Where the object that begins at `start` ends, brackets in strings not counted; undefined when it never does. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|["{}]/gs)) {
    if (token === '"') return undefined
    if (token === '{') depth++
    if (token === '}' && --depth === 0) return start + index + 1
  }
  return undefined
}

function parseObject(text: string): unknown {
  const withoutTrailingCommas = text.replace(
    /("(?:[^"\\]|\\.)*(?:"|\\?$))|,(?=\s*[}\]])/gs,
    (_, string: string | undefined) => string ?? '',
  )
  try {
    return JSON.parse(withoutTrailingCommas)
  } catch {
    return undefined
  }
}
