/** Every text that a question sends or stores, with the name it has for the person who wrote it. */
import type { JudgeSettings, RecallRequest } from '../protocol.ts'
import type { PromptDigests } from './look-up.ts'

/** Names and texts of a question; `positions` says where the caller had each sent context. */
export function* textsOf(
  request: RecallRequest,
  positions: readonly (readonly number[])[] | undefined,
  { model, settings, prompts }: { model: string; settings: JudgeSettings; prompts: PromptDigests },
): Generator<[field: string, text: string]> {
  if (request.kind === 'claims') {
    yield ['The ground truth', request.groundTruth]
    if (request.question !== undefined) yield ['The question', request.question]
  } else {
    for (const [index, text] of request.claims.entries()) yield [`Claim ${index + 1}`, text]
    for (const [index, text] of request.contexts.entries()) yield [contextName(index, positions), text]
  }
  yield ['The model id', model]
  yield [`The option prompts.${request.kind}`, prompts[request.kind].instructions ?? '']
  yield ['The option settings', JSON.stringify(settings)]
}

/** A sent context by the first position at which the caller had it, such as `context[2]`. */
export function contextName(index: number, positions: readonly (readonly number[])[] | undefined): string {
  return `context[${positions?.[index]?.[0] ?? index}]`
}
