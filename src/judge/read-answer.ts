/** From the text a model generated to the value it stands for, or the error that says why there is none. */
import { JudgeError, type JudgeErrorKind } from '../errors.ts'
import { isBlank } from '../text.ts'
import { jsonInText } from './json-in-text.ts'
import type { Redact } from './redact.ts'

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
  if (unfinished !== undefined) throw answerError(unfinished, finished.text, model, redact)
  const value = parsed ?? jsonInText(finished.text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw answerError('invalid-answer', finished.text, model, redact)
}

type AnswerErrorKind = Extract<JudgeErrorKind, 'cut-off' | 'refused' | 'filtered' | 'invalid-answer'>

function readUnfinished({ text, finishReason, rawFinishReason }: FinishedText): AnswerErrorKind | undefined {
  if (finishReason === 'length') return 'cut-off'
  if (finishReason !== 'content-filter') return undefined
  // The SDK has one word for both; a refusal ends regularly and has something to say
  const ended = rawFinishReason === undefined || /^(?:stop|refusal|end_turn)$/.test(rawFinishReason)
  return ended && !isBlank(text) ? 'refused' : 'filtered'
}

const whatHappened: Record<AnswerErrorKind, string> = {
  'cut-off': 'stopped before its answer was complete',
  refused: 'refused to answer',
  filtered: 'was stopped by a content filter',
  'invalid-answer': 'gave an answer that is no JSON object',
}

/** By what is wrong with an answer. */
export const whatToDoAboutAnswer: Record<AnswerErrorKind, string> = {
  'cut-off':
    'Raise settings.maxOutputTokens (a reasoning model spends it on reasoning too), or give it fewer or shorter contexts.',
  refused: 'Look for what it objects to in the ground truth and the contexts, or use another model.',
  filtered:
    "Look for what the filter objects to in the ground truth and the contexts, or relax the provider's filter.",
  'invalid-answer': 'Use a model that supports structured output.',
}

/** The error for an answer that cannot be read. */
function answerError(kind: AnswerErrorKind, text: string, model: string, redact: Redact): JudgeError {
  const body = redact(text)
  return new JudgeError(
    [
      `The judge ${model} ${whatHappened[kind]}.`,
      ...(body === '' ? [] : [`  it said  ${body}`]),
      `  do       ${whatToDoAboutAnswer[kind]}`,
    ].join('\n'),
    { model, kind, body },
  )
}
