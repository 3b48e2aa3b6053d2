/** The judge behind an AI SDK model, also one without structured output; imported only for live calls, since it loads `ai`. */
import {
  generateText,
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  Output,
} from 'ai'
import { JudgeError } from '../errors.ts'
import { checkAnswer, type FinishedText, readAnswer } from './answer.ts'
import { causesOf, readFailure } from './failure.ts'
import type { Judge, JudgeAnswer, JudgeRequest } from './judge.ts'
import type { LanguageModelLike } from './model.ts'
import { processWide } from './process-wide.ts'
import { type Calling, withRetries, withTimeout } from './retry.ts'

/** An AI SDK model and how it is called. */
export interface AiSdkJudgeOptions extends Calling {
  model: LanguageModelLike
  /** Shared by a run of several processes; by default this process's own. */
  schemaInPrompt?: SchemaMemory | undefined
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

/**
 * Asks an AI SDK model for structured output, with retries of our own; a model that has none is asked for JSON in the
 * prompt. Rejects with a `JudgeError`; what it answers is a JSON object that its caller checks against the schema.
 */
export function aiSdkJudge(options: AiSdkJudgeOptions): Judge {
  const { id, redact, schemaInPrompt: memory = processMemory } = options
  // Its answers may be less exact
  const learn = (because: string): void => {
    if (memory.add(id))
      process.stderr.write(`context-recall: ${id} ${because}; it is asked for JSON in the prompt\n`)
  }

  /** The caller asks again for an answer that does not keep to the schema: then in the other form. */
  async function callStructured(request: JudgeRequest): Promise<JudgeAnswer> {
    const broken = 'does not keep to its JSON schema'
    try {
      const answer = await callOnce(request, options, 'structured')
      if (!checkAnswer(request.kind, answer).ok) learn(broken)
      return answer
    } catch (error) {
      if (JudgeError.isInstance(error) && error.kind === 'invalid-answer' && error.body !== '') learn(broken)
      throw error
    }
  }

  async function callInPrompt(request: JudgeRequest): Promise<JudgeAnswer> {
    try {
      return await callOnce(request, options, 'schema in prompt')
    } catch (error) {
      if (!JudgeError.isInstance(error) && !readFailure(error, redact).retryable) memory.remove(id)
      throw error
    }
  }

  return {
    id,
    judge: request => {
      let refusal: string | undefined
      const call = async (): Promise<JudgeAnswer> => {
        if (memory.has(id)) return callInPrompt(request)
        try {
          return await callStructured(request)
        } catch (error) {
          if (!refusesSchema(error)) throw error
          refusal = readFailure(error, redact).detail
          learn('takes no JSON schema')
          if (request.signal?.aborted === true) throw error
          return callInPrompt(request)
        }
      }
      return withRetries(call, options, request.signal, () => refusal)
    },
  }
}

// Servers have no code for it in common: 400 and 501 by most, 422 where unknown fields are refused
const refusals = [400, 422, 501]
const schemaWords = /response[\s_-]?format|json[\s_-]?schema|text\.format|structured[\s_-]?output|grammar/i

/** Whether a failed call says that the server takes no JSON schema, or not this one. */
function refusesSchema(error: unknown): boolean {
  return causesOf(error).some(({ statusCode, responseBody, message }) => {
    const said = [responseBody, message].filter(text => typeof text === 'string')
    return refusals.includes(Number(statusCode)) && said.some(text => schemaWords.test(text))
  })
}

/** How a model is told the schema. */
type Form = 'structured' | 'schema in prompt'

// The request's own signal starts no call but ends none either: a paid answer is worth recording
async function callOnce(
  request: JudgeRequest,
  { id, model, timeout, redact }: AiSdkJudgeOptions,
  form: Form,
): Promise<JudgeAnswer> {
  const { ending, output } = await withTimeout(timeout, signal => generate(request, signal, model, form))
  const answer = readAnswer(ending, output, id, redact) as JudgeAnswer
  const { inputTokens, outputTokens } = ending.usage
  const known = inputTokens !== undefined || outputTokens !== undefined
  return {
    ...answer,
    ...(known && { usage: { inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0 } }),
    answeredBy: ending.response.modelId,
  }
}

/** What a generation came to; the SDK keeps it to itself when it cannot parse the text. */
interface Ending extends FinishedText {
  usage: { inputTokens: number | undefined; outputTokens: number | undefined }
  response: { modelId: string }
}

async function generate(
  { kind, instructions, prompt, schema, settings }: JudgeRequest,
  signal: AbortSignal,
  model: LanguageModelLike,
  form: Form,
): Promise<{ ending: Ending; output: unknown }> {
  let ending: Ending | undefined
  const { temperature, seed, maxOutputTokens, providerOptions } = settings
  const call = {
    model: model as LanguageModel,
    instructions,
    prompt,
    ...(temperature !== undefined && { temperature }),
    ...(seed !== undefined && { seed }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(providerOptions !== undefined && { providerOptions }),
    maxRetries: 0,
    abortSignal: signal,
    // A telemetry integration of the application under test has no business with our requests
    telemetry: { isEnabled: false },
    onEnd: (end: Ending) => {
      ending = end
    },
  }
  if (form === 'schema in prompt') {
    const inPrompt = `Answer with one JSON object and nothing around it. Its JSON Schema:\n${JSON.stringify(schema)}`
    const result = await generateText({ ...call, instructions: `${instructions}\n\n${inPrompt}` })
    return { ending: result, output: undefined }
  }
  try {
    // No `validate`: every judge's answer is checked in one place, by whoever asked
    const output = Output.object({ name: kind, schema: jsonSchema<object>(schema as JSONSchema7) })
    const result = await generateText({ ...call, output })
    return { ending: result, output: result.output }
  } catch (error) {
    const unparsed = NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error)
    if (!unparsed || ending === undefined) throw error
    const { text, finishReason, rawFinishReason, usage, response } = ending
    // Where a model thinks aloud in one message and answers in another, the error has the answer alone
    const answered = NoObjectGeneratedError.isInstance(error) ? error.text : undefined
    return {
      ending: { text: answered ?? text, finishReason, rawFinishReason, usage, response },
      output: undefined,
    }
  }
}
