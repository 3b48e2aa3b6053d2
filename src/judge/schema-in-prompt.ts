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

/** The models known to have no structured output, by id. */
export interface SchemaMemory {
  has: (model: string) => boolean
  /** True the first time. */
  add: (model: string) => boolean
  remove: (model: string) => void
}

/** Of this process, where no run of several is there to share it. */
export const processMemory: SchemaMemory = {
  has: model => processWide().schemaInPrompt?.[model] === true,
  add: model => {
    const known = (processWide().schemaInPrompt ??= {})
    const isFirst = known[model] === undefined
    known[model] = true
    return isFirst
  },
  remove: model => {
    const { schemaInPrompt = {} } = processWide()
    if (model in schemaInPrompt) schemaInPrompt[model] = false
  },
}

/** Remembers a model, and says so the first time: its answers may be less exact. */
export function learnSchemaInPrompt(memory: SchemaMemory, model: string, because: string): void {
  if (memory.add(model))
    process.stderr.write(`context-recall: ${model} ${because}; it is asked for JSON in the prompt\n`)
}

/** The instructions of a request with its schema in them. */
export function instructionsWithSchema({ instructions, schema }: JudgeRequest): string {
  return `${instructions}\n\nAnswer with one JSON object and nothing around it. Its JSON Schema:\n${JSON.stringify(schema)}`
}
