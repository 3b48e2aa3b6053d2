/** Checks live answers against the wire format, with zod: loaded only when a call was made. */
import { z } from 'zod'
import { saysSomething } from '../evidence/characters.ts'
import type { Answer, AttributionAnswer, ClaimsAnswer, RequestKind, Usage } from '../protocol.ts'
import { normaliseAnswer } from './normalise-answer.ts'

/** The zod schemas, by kind; they say the same as the JSON Schemas of the prompts. */
export const answerSchemas: {
  readonly claims: z.ZodType<ClaimsAnswer>
  readonly attribution: z.ZodType<AttributionAnswer>
} = {
  claims: z.strictObject({ claims: z.array(z.string()) }),
  attribution: z.strictObject({
    verdicts: z.array(
      z.strictObject({
        claim: z.int(),
        evidence: z.array(z.strictObject({ context: z.int(), quote: z.string() })),
        status: z.enum(['supported', 'partial', 'contradicted', 'missing']),
        gap: z.string(),
      }),
    ),
  }),
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
  const { usage: _usage, answeredBy: _answeredBy, ...bare } = returned as Record<string, unknown>
  const parsed = answerSchemas[kind].safeParse(normaliseAnswer(kind, bare))
  if (!parsed.success) return { ok: false, problem: describe(parsed.error), usage }
  // a blank claim among others is passed over when they are read; nothing but blanks is no answer
  const claims = 'claims' in parsed.data ? parsed.data.claims : []
  if (claims.length > 0 && !claims.some(saysSomething))
    return { ok: false, problem: 'no claim in it says anything', usage }
  return { ok: true, answer: parsed.data, usage, answeredBy }
}

function describe(error: z.ZodError): string {
  const [issue] = error.issues
  if (issue === undefined) return 'it does not match the schema'
  const place = issue.path.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : `${path}.${String(key)}`),
    '',
  )
  return `${place.replace(/^\./, '') || 'the answer'}: ${issue.message}`
}
