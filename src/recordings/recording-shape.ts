/** Whether a parsed JSON value has the shape of a recording; hand-written, because replay loads no schema library. */
import type { AnsweredStatus, RequestKind } from '../protocol.ts'

type Members = Record<string, unknown>

const statuses: Readonly<Record<AnsweredStatus, true>> = {
  supported: true,
  partial: true,
  contradicted: true,
  missing: true,
}

/** The JSON in a file's text, with or without the byte-order mark that some editors put before it. Throws a SyntaxError. */
export function parseText(text: string): unknown {
  return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
}

/** Whether a value is a JSON object. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The path of the first member that is not as it must be in a recording of format 1; undefined when all are. */
export function shapeFaultOf(value: Members): string | undefined {
  if (!isDigest(value.seal)) return 'seal'
  if (!isDigest(value.key)) return 'key'
  if (value.kind !== 'claims' && value.kind !== 'attribution') return 'kind'
  if (typeof value.model !== 'string') return 'model'
  if (typeof value.prompt !== 'string') return 'prompt'
  if (!isMembers(value.settings)) return 'settings'
  if (value.answeredBy !== undefined && typeof value.answeredBy !== 'string') return 'answeredBy'
  if (value.question !== undefined && typeof value.question !== 'string') return 'question'
  if (value.edited !== undefined && value.edited !== true) return 'edited'
  return requestFault(value.kind, value.request) ?? answersFault(value.kind, value.answers)
}

function requestFault(kind: RequestKind, request: unknown): string | undefined {
  if (!isMembers(request)) return 'request'
  if (kind === 'claims') {
    if (typeof request.groundTruth !== 'string') return 'request.groundTruth'
    return request.question === undefined || typeof request.question === 'string'
      ? undefined
      : 'request.question'
  }
  if (!isTexts(request.claims)) return 'request.claims'
  if (request.contextDigests === undefined) return isTexts(request.contexts) ? undefined : 'request.contexts'
  if (request.contexts !== undefined) return 'request.contexts'
  const { contextDigests, contextLengths } = request
  if (!isTexts(contextDigests)) return 'request.contextDigests'
  const isComplete = isLengths(contextLengths) && contextLengths.length === contextDigests.length
  return isComplete ? undefined : 'request.contextLengths'
}

function answersFault(kind: RequestKind, answers: unknown): string | undefined {
  if (!Array.isArray(answers) || answers.length < 1 || answers.length > 2) return 'answers'
  for (let index = 0; index < answers.length; index++) {
    const fault = answerFaultOf(kind, answers[index])
    if (fault !== undefined) return `answers[${index}]${fault}`
  }
  return undefined
}

/** The path, within an answer, of the first member that is not in wire format; undefined when all are. */
export function answerFaultOf(kind: RequestKind, answer: unknown): string | undefined {
  if (!isMembers(answer)) return ''
  if (kind === 'claims') return isTexts(answer.claims) ? undefined : '.claims'
  if (!Array.isArray(answer.verdicts)) return '.verdicts'
  for (let index = 0; index < answer.verdicts.length; index++) {
    const fault = verdictFault(answer.verdicts[index])
    if (fault !== undefined) return `.verdicts[${index}]${fault}`
  }
  return undefined
}

function verdictFault(verdict: unknown): string | undefined {
  if (!isMembers(verdict)) return ''
  if (!Number.isInteger(verdict.claim)) return '.claim'
  if (typeof verdict.status !== 'string' || !Object.hasOwn(statuses, verdict.status)) return '.status'
  if (typeof verdict.gap !== 'string') return '.gap'
  if (!Array.isArray(verdict.evidence)) return '.evidence'
  for (let index = 0; index < verdict.evidence.length; index++) {
    const piece: unknown = verdict.evidence[index]
    if (!isMembers(piece) || !Number.isInteger(piece.context) || typeof piece.quote !== 'string') {
      return `.evidence[${index}]`
    }
  }
  return undefined
}

function isDigest(value: unknown): boolean {
  return typeof value === 'string' && value.length === 64
}

function isLengths(value: unknown): value is number[] {
  return Array.isArray(value) && value.every(item => Number.isInteger(item))
}

function isTexts(value: unknown): value is string[] {
  if (!Array.isArray(value)) return false
  for (const item of value) if (typeof item !== 'string') return false
  return true
}
