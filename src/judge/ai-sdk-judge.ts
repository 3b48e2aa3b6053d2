/** The judge behind an AI SDK model: the only importer of `ai`, itself imported only for live calls. */
import {
  createGateway,
  generateText,
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  NoObjectGeneratedError,
  NoOutputGeneratedError,
  Output,
} from 'ai'
import { JudgeError } from '../errors.ts'
import { checkAnswer } from './answer-schema.ts'
import { explainFailure } from './explain-failure.ts'
import { readFailure } from './failure.ts'
import type { Judge, JudgeAnswer, JudgeRequest } from './judge.ts'
import type { LanguageModelLike } from './model.ts'
import { type FinishedText, readAnswer } from './read-answer.ts'
import type { Redact } from './redact.ts'
import { type Sleep, withRetries, withTimeout } from './retry.ts'
import {
  instructionsWithSchema,
  learnSchemaInPrompt,
  processMemory,
  refusesSchema,
  type SchemaMemory,
} from './schema-in-prompt.ts'

/** An AI SDK model and how it is called. */
export interface AiSdkJudgeOptions {
  id: string
  model: LanguageModelLike
  /** Milliseconds for one call. */
  timeout: number
  maxRetries: number
  /** Applied to everything that a server or the SDK said before it is shown. */
  redact: Redact
  /** Where the key comes from, for messages. */
  keyName?: string | undefined
  /** Waits between tries; tests pass their own. */
  sleep?: Sleep | undefined
  /** Shared by a run of several processes; by default this process's own. */
  schemaInPrompt?: SchemaMemory | undefined
}

/** The AI Gateway's model of that id. */
export function gatewayModel(
  modelId: string,
  settings: { apiKey: string; fetch: typeof fetch },
): LanguageModelLike {
  return createGateway(settings)(modelId)
}

/**
 * Asks an AI SDK model for structured output, with retries of our own; a model that has none is asked for JSON in the
 * prompt. Rejects with a `JudgeError`; what it answers is a JSON object that its caller checks against the schema.
 */
export function aiSdkJudge(options: AiSdkJudgeOptions): Judge {
  const { id, timeout, maxRetries, redact, keyName, sleep } = options
  return {
    id,
    judge: request => {
      const refused: SchemaRefused = {}
      return withRetries(() => callInEitherForm(request, options, refused), {
        maxRetries,
        signal: request.signal,
        read: error => readFailure(error, redact),
        explain: (failure, tries) =>
          explainFailure(failure, tries, { model: id, keyName, timeout, schemaRefusal: refused.detail }),
        sleep,
      })
    },
  }
}

/** What the server said against the schema, once it has. */
interface SchemaRefused {
  detail?: string
}

async function callInEitherForm(
  request: JudgeRequest,
  options: AiSdkJudgeOptions,
  refused: SchemaRefused,
): Promise<JudgeAnswer> {
  const { id, redact, schemaInPrompt = processMemory } = options
  if (!schemaInPrompt.has(id)) {
    try {
      return await callStructured(request, options)
    } catch (error) {
      if (!refusesSchema(error)) throw error
      refused.detail = readFailure(error, redact).detail
      learnSchemaInPrompt(schemaInPrompt, id, 'takes no JSON schema')
      if (request.signal?.aborted === true) throw error
    }
  }
  try {
    return await callOnce(request, options, 'schema in prompt')
  } catch (error) {
    if (!JudgeError.isInstance(error) && !readFailure(error, redact).retryable) schemaInPrompt.remove(id)
    throw error
  }
}

/** The caller asks again for an answer that does not keep to the schema: then in the other form. */
async function callStructured(request: JudgeRequest, options: AiSdkJudgeOptions): Promise<JudgeAnswer> {
  const { id, schemaInPrompt = processMemory } = options
  const learn = (): void => learnSchemaInPrompt(schemaInPrompt, id, 'does not keep to its JSON schema')
  try {
    const answer = await callOnce(request, options, 'structured')
    if (!checkAnswer(request.kind, answer).ok) learn()
    return answer
  } catch (error) {
    if (JudgeError.isInstance(error) && error.kind === 'invalid-answer' && error.body !== '') learn()
    throw error
  }
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
  request: JudgeRequest,
  signal: AbortSignal,
  model: LanguageModelLike,
  form: Form,
): Promise<{ ending: Ending; output: unknown }> {
  const seen: { ending?: Ending } = {}
  const call = {
    ...requestOptions(request),
    model: model as LanguageModel,
    maxRetries: 0,
    abortSignal: signal,
    // A telemetry integration of the application under test has no business with our requests
    telemetry: { isEnabled: false },
    onEnd: (ending: Ending) => {
      seen.ending = ending
    },
  }
  if (form === 'schema in prompt')
    return {
      ending: await generateText({ ...call, instructions: instructionsWithSchema(request) }),
      output: undefined,
    }
  try {
    const result = await generateText({ ...call, output: outputOf(request) })
    return { ending: result, output: result.output }
  } catch (error) {
    const unparsed = NoObjectGeneratedError.isInstance(error) || NoOutputGeneratedError.isInstance(error)
    if (!unparsed || seen.ending === undefined) throw error
    const { text, finishReason, rawFinishReason, usage, response } = seen.ending
    // Where a model thinks aloud in one message and answers in another, the error has the answer alone
    const answered = NoObjectGeneratedError.isInstance(error) ? error.text : undefined
    return {
      ending: { text: answered ?? text, finishReason, rawFinishReason, usage, response },
      output: undefined,
    }
  }
}

function requestOptions({ instructions, prompt, settings }: JudgeRequest) {
  const { temperature, seed, maxOutputTokens, providerOptions } = settings
  return {
    instructions,
    prompt,
    ...(temperature !== undefined && { temperature }),
    ...(seed !== undefined && { seed }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(providerOptions !== undefined && { providerOptions }),
  }
}

// No `validate`: every judge's answer is checked in one place, by whoever asked
function outputOf({ kind, schema }: JudgeRequest) {
  return Output.object({ name: kind, schema: jsonSchema<object>(schema as JSONSchema7) })
}
