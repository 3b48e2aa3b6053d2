/** Servers without structured output: how one is recognised, that it is remembered, and the same question for it. */
import { causesOf } from './failure.ts'
import type { JudgeRequest } from './judge.ts'
import { processWide } from './process-wide.ts'

// Servers have no code for it in common: 400 and 501 by most, 422 where unknown fields are refused
const refusals = [400, 422, 501]
const schemaWords = /response[\s_-]?format|json[\s_-]?schema|text\.format|structured[\s_-]?output|grammar/i

/** Whether a failed call says that the server takes no JSON schema, or not this one. */
export function refusesSchema(error: unknown): boolean {
  return causesOf(error).some(({ statusCode, responseBody, message }) => {
    const said = [responseBody, message].filter(text => typeof text === 'string')
    return refusals.includes(Number(statusCode)) && said.some(text => schemaWords.test(text))
  })
}

/** Whether this process has learnt that the model of that id wants the schema in the prompt. */
export function wantsSchemaInPrompt(model: string): boolean {
  return processWide().schemaInPrompt?.[model] === true
}

/** Remembers it for the rest of the process, and says so the first time: the answers may be less exact. */
export function learnSchemaInPrompt(model: string, because: string): void {
  const learnt = (processWide().schemaInPrompt ??= {})
  if (learnt[model] === undefined)
    process.stderr.write(`context-recall: ${model} ${because}; it is asked for JSON in the prompt\n`)
  learnt[model] = true
}

/** For when the schema was not what the server objected to. */
export function unlearnSchemaInPrompt(model: string): void {
  const { schemaInPrompt = {} } = processWide()
  if (model in schemaInPrompt) schemaInPrompt[model] = false
}

/** The instructions of a request with its schema in them. */
export function instructionsWithSchema({ instructions, schema }: JudgeRequest): string {
  return `${instructions}\n\nAnswer with one JSON object and nothing around it. Its JSON Schema:\n${JSON.stringify(schema)}`
}
