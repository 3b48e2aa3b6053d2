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
import { explainFailure } from './explain-failure.ts'
import { readFailure } from './failure.ts'
import type { Judge, JudgeAnswer, JudgeRequest } from './judge.ts'
import type { LanguageModelLike } from './model.ts'
import { type FinishedText, readAnswer } from './read-answer.ts'
import type { Redact } from './redact.ts'
import { type Sleep, withRetries, withTimeout } from './retry.ts'

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
}

/** The AI Gateway's model of that id. */
export function gatewayModel(
  modelId: string,
  settings: { apiKey: string; fetch: typeof fetch },
): LanguageModelLike {
  return createGateway(settings)(modelId)
}

/**
 * Asks an AI SDK model for structured output, with retries of our own. Rejects with a `JudgeError`; what it
 * answers is a JSON object that its caller checks against the schema.
 */
export function aiSdkJudge(options: AiSdkJudgeOptions): Judge {
  const { id, timeout, maxRetries, redact, keyName, sleep } = options
  return {
    id,
    judge: request =>
      withRetries(() => withTimeout(timeout, signal => callOnce(request, signal, options)), {
        maxRetries,
        signal: request.signal,
        read: error => readFailure(error, redact),
        explain: (failure, tries) => explainFailure(failure, tries, { model: id, keyName, timeout }),
        sleep,
      }),
  }
}

// The request's own signal starts no call but ends none either: a paid answer is worth recording
async function callOnce(
  request: JudgeRequest,
  signal: AbortSignal,
  { id, model, redact }: AiSdkJudgeOptions,
): Promise<JudgeAnswer> {
  const { ending, output } = await generate(request, signal, model)
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
): Promise<{ ending: Ending; output: unknown }> {
  const seen: { ending?: Ending } = {}
  try {
    const result = await generateText({
      ...requestOptions(request),
      model: model as LanguageModel,
      maxRetries: 0,
      abortSignal: signal,
      // A telemetry integration of the application under test has no business with our requests
      telemetry: { isEnabled: false },
      onEnd: ending => {
        seen.ending = ending
      },
    })
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

function requestOptions({ kind, instructions, prompt, schema, settings }: JudgeRequest) {
  const { temperature, seed, maxOutputTokens, providerOptions } = settings
  return {
    instructions,
    prompt,
    ...(temperature !== undefined && { temperature }),
    ...(seed !== undefined && { seed }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(providerOptions !== undefined && { providerOptions }),
    // No `validate`: every judge's answer is checked in one place, by whoever asked
    output: Output.object({ name: kind, schema: jsonSchema<object>(schema as JSONSchema7) }),
  }
}
