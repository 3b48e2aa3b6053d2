/** From a failed call to the `JudgeError` that says what happened and what to do. */
import { JudgeError } from '../errors.ts'
import { shorten, toOneLine } from '../text.ts'
import type { JudgeFailure } from './failure.ts'
import { whatToDoAboutAnswer } from './read-answer.ts'

/** What is known about the judge that failed. */
export interface FailedJudge {
  model: string
  /** Where its key comes from, such as `OPENAI_API_KEY`. */
  keyName: string | undefined
  /** Milliseconds one call was given. */
  timeout: number
  /** What the server said to the same question with a JSON schema, where this one was put without. */
  schemaRefusal?: string | undefined
}

/** The error for a failure that `tries` calls did not get past. */
export function explainFailure(failure: JudgeFailure, tries: number, judge: FailedJudge): JudgeError {
  const lines = [
    `The judge ${judge.model} ${whatHappened(failure, judge)}${tries > 1 ? ` (${tries} tries)` : ''}.`,
    ...(failure.detail === '' ? [] : [`  it said  ${failure.detail}`]),
    ...plainBody(failure),
    ...(judge.schemaRefusal === undefined ? [] : [`  before   with a JSON schema: ${judge.schemaRefusal}`]),
    `  do       ${whatToDo(failure, judge)}`,
  ]
  const { kind, status, body, cause } = failure
  return new JudgeError(lines.join('\n'), { model: judge.model, kind, status, body, cause })
}

/** A body that is no JSON, such as a proxy's, says what the SDK reads from none. */
function plainBody({ body = '', detail }: JudgeFailure): string[] {
  const text = shorten(toOneLine(body), 200)
  return text === '' || detail.includes(text) || /^(?:\{|\[\s*[{"])/.test(text) ? [] : [`  body     ${text}`]
}

function whatHappened({ kind, status, isInside }: JudgeFailure, { timeout }: FailedJudge): string {
  if (kind === 'filtered') return `was stopped by a content filter (HTTP status ${status})`
  if (kind === 'http' && isInside === true)
    return `answered with an error${status === 200 ? '' : ` ${status}`} inside of a response`
  if (kind === 'http') return `answered with HTTP status ${status}`
  if (kind === 'timeout') return `did not answer within ${timeout} ms`
  if (kind === 'network') return 'could not be reached'
  if (kind === 'aborted') return 'was aborted'
  return 'failed'
}

function whatToDo(failure: JudgeFailure, judge: FailedJudge): string {
  if (failure.kind === 'http') return whatToDoAbout(failure, judge)
  if (failure.kind === 'filtered') return whatToDoAboutAnswer.filtered
  if (failure.kind === 'timeout') return 'Raise the option timeout, or use a faster model.'
  if (failure.kind === 'network')
    return 'Check the network, a proxy in between, and the url where one is given.'
  return 'See the cause of this error.'
}

function whatToDoAbout({ status = 0, retryAfter, isInside }: JudgeFailure, { keyName }: FailedJudge): string {
  if (status === 401 || status === 403)
    return `Check ${keyName ?? "the model's API key"}: is it valid, and may it use this model?`
  if (status === 404) return "Check the model's name, and the url where one is given."
  if (status === 408) return 'Run again later, or use a faster model.'
  if (status === 429)
    return `${waiting(retryAfter)}Run again later, lower the option concurrency, or raise the quota.`
  if (status >= 500) return `${waiting(retryAfter)}Run again later; the option maxRetries allows more tries.`
  if (status < 400 && isInside === true) return 'See what it said; it has no code that is known here.'
  if (status < 400)
    return "This is no answer of such an API: check the url, and that it ends before '/chat/completions'."
  return 'Check the option settings, the length of the contexts, and that the model supports structured output.'
}

function waiting(retryAfter: number | undefined): string {
  return retryAfter === undefined ? '' : `It asks to wait ${Math.ceil(retryAfter / 1000)} s. `
}
