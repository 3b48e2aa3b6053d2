/** What a run will ask: questions per item, which of them are on record, and about how many tokens the others send. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { resolvePrompt, type Prompt, type PromptOption } from '../../../src/judge/prompts/prompt.ts'
import { renderRequest } from '../../../src/judge/prompts/render-request.ts'
import { arrangeContexts } from '../../../src/contexts/arrange-contexts.ts'
import { planWindows } from '../../../src/measure/windows.ts'
import { keyRequest } from '../../../src/recordings/key.ts'
import { claimsAtOnce, roomFor } from '../../../src/measure/room-for.ts'
import { normaliseLineEnds } from '../../../src/text.ts'
import type { RecallRequest } from '../../../src/protocol.ts'
import type { LabelledItem } from './read-labelled.ts'

/** UTF-8 bytes of a token: usual for English, and rather too many tokens for other scripts. */
const bytesPerToken = 4

export interface Plan {
  questions: number
  recorded: number
  /** Of the questions that are not on record, second questions not counted. */
  inputTokens: number
}

export interface PlanParts {
  model: string
  prompts: { claims?: PromptOption; attribution?: PromptOption }
  /** Where the recordings are. */
  directory: string
}

/** Plans the questions of some items; equal questions are counted once. Throws a `UsageError` for a bad prompt. */
export function planQuestions(items: readonly LabelledItem[], parts: PlanParts): Plan {
  const prompts = {
    claims: resolvePrompt('claims', parts.prompts.claims),
    attribution: resolvePrompt('attribution', parts.prompts.attribution),
  }
  const plan: Plan = { questions: 0, recorded: 0, inputTokens: 0 }
  const seen = new Set<string>()
  for (const request of items.flatMap(item => questionsOf(item, prompts.attribution))) {
    const prompt = prompts[request.kind]
    const { name } = keyRequest(request, { model: parts.model, settings: {}, promptDigest: prompt.digest })
    if (seen.has(name)) continue
    seen.add(name)
    plan.questions++
    if (existsSync(join(parts.directory, name))) plan.recorded++
    else plan.inputTokens += tokensOf(request, prompt)
  }
  return plan
}

function questionsOf(item: LabelledItem, prompt: Prompt): RecallRequest[] {
  if (item.kind === 'decomposition') {
    const question = item.before === undefined ? {} : { question: normaliseLineEnds(item.before) }
    return [{ kind: 'claims', groundTruth: normaliseLineEnds(item.text), ...question }]
  }
  const claims = [normaliseLineEnds(item.claim).trim()]
  const { sent } = arrangeContexts(item.contexts)
  if (sent.length === 0) return []
  const { windows } = planWindows(claims, sent, { tokens: roomFor(prompt), claims: claimsAtOnce })
  return windows.map(passages => ({
    kind: 'attribution',
    claims,
    contexts: passages.map(({ context, start, end }) => (sent[context] as string).slice(start, end)),
  }))
}

function tokensOf(request: RecallRequest, { instructions, schema }: Prompt): number {
  const texts = [instructions, JSON.stringify(schema), renderRequest(request)]
  return Math.ceil(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / bytesPerToken)
}
