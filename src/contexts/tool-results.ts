/** The tool results in what agents return: AI SDK, Mastra and LangChain results, and messages, also of providers. */
import { isMessage, isRecord, listsOf, readEntries } from './context-shapes.ts'

/** What one finished tool call returned. */
export interface ToolResult {
  toolCallId: string | undefined
  toolName: string
  result: unknown
  /** Whether it is an error, or the call was denied. */
  failed: boolean
}

/**
 * The tool results of a whole agent result or of its messages, in order, each call once; undefined when `value` is
 * neither. Unfinished calls are left out.
 */
export async function toolResultsOf(value: unknown): Promise<ToolResult[] | undefined> {
  const messages = messagesIn(value)
  if (messages !== undefined) {
    const names = namesOfCalls(messages)
    return eachCallOnce(messages.flatMap(message => resultsOfMessage(message, names)))
  }
  if (!isAgentResult(value)) return undefined
  // streams promise their steps
  const steps = asArray(await Promise.resolve(value['steps'])).filter(isRecord)
  const own: unknown = await Promise.resolve(value['toolResults'])
  // failed calls stand in the content alone
  const results = [...steps.flatMap(step => [step['toolResults'], step['content']]), own].flatMap(asArray)
  return eachCallOnce(results.flatMap(part => resultOfPart(part)))
}

function isAgentResult(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && 'toolResults' in value && ['text', 'steps', 'content'].some(name => name in value)
}

/** The messages of a conversation: a list of them, one, or what an agent or a memory returns around them. */
export function messagesIn(value: unknown): Record<string, unknown>[] | undefined {
  if (isMessage(value)) return [value]
  if (Array.isArray(value)) return value.length > 0 && value.every(isMessage) ? value : undefined
  if (!isRecord(value) || isAgentResult(value) || !Array.isArray(value['messages'])) return undefined
  return listsOf(value).length === 0 ? messagesIn(value['messages']) : undefined
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Providers name a tool only where it is called. */
function namesOfCalls(messages: readonly Record<string, unknown>[]): Map<unknown, unknown> {
  const calls = messages.flatMap(({ content, tool_calls }) => [...asArray(tool_calls), ...asArray(content)])
  return new Map(
    calls.filter(isRecord).map(call => {
      const { id, name, function: called } = call
      return [id, isRecord(called) ? called['name'] : name]
    }),
  )
}

function resultsOfMessage(
  message: Record<string, unknown>,
  names: ReadonlyMap<unknown, unknown>,
): ToolResult[] {
  if ('tool_call_id' in message) return resultOfPart(message, names)
  const { content } = message
  const holders = [message, ...(isRecord(content) ? [content] : [])]
  const parts = [...holders.flatMap(holder => asArray(holder['parts'])), ...asArray(content)]
  const invocations = holders.flatMap(holder => asArray(holder['toolInvocations']))
  return [...parts, ...invocations].flatMap(part => resultOfPart(part, names))
}

/** A tool result in any of its forms; no result for anything else. */
function resultOfPart(part: unknown, names: ReadonlyMap<unknown, unknown> = new Map()): ToolResult[] {
  if (!isRecord(part)) return []
  const { toolInvocation, payload, type, state } = part
  if (isRecord(toolInvocation)) return resultOfPart(toolInvocation, names)
  // Mastra's own chunks carry it as their payload
  if (isRecord(payload)) return resultOfPart({ state: 'result', ...payload }, names)
  if (part['preliminary'] === true) return []
  const providersId = part['tool_call_id'] ?? part['tool_use_id']
  const toolCallId = part['toolCallId'] ?? providersId
  const toolName =
    part['toolName'] ??
    nameInType(type) ??
    (providersId === undefined ? undefined : (names.get(providersId) ?? part['name'] ?? 'without a name'))
  const isFailure =
    ['output-error', 'output-denied'].includes(state as string) ||
    type === 'tool-error' ||
    part['status'] === 'error' ||
    saysError(part)
  const isResult = state === 'result' || state === 'output-available' || providersId !== undefined
  if (
    typeof toolName !== 'string' ||
    !(isFailure || isResult || (state === undefined && type === 'tool-result'))
  )
    return []
  const { kind, result } = returnedBy(part)
  const nested = isRecord(result) ? asArray(result['subAgentToolResults']) : []
  if (nested.length > 0) return nested.flatMap(inner => resultOfPart({ payload: inner }))
  const failed = isFailure || /^(?:error-|execution-denied)/.test(kind) || saysError(result)
  return [{ toolCallId: typeof toolCallId === 'string' ? toolCallId : undefined, toolName, result, failed }]
}

function saysError(value: unknown): boolean {
  return isRecord(value) && (value['isError'] === true || value['is_error'] === true)
}

const wrappers = /^(?:text|json|content|error-text|error-json|execution-denied)$/

/** What a tool returned, which model messages wrap by its kind. */
function returnedBy(part: Record<string, unknown>): { kind: string; result: unknown } {
  const { output, result, content, artifact } = part
  const given = 'output' in part ? output : result
  if (isRecord(given) && typeof given['type'] === 'string' && wrappers.test(given['type'])) {
    const { type: kind, value } = given
    if ('value' in given || kind === 'execution-denied')
      return { kind, result: kind === 'content' ? { content: value } : value }
  }
  if (given !== undefined || !('content' in part)) return { kind: '', result: given }
  // LangChain's tools may return what they found beside what the model reads of it
  if (readEntries(artifact) !== undefined) return { kind: '', result: artifact }
  return { kind: '', result: Array.isArray(content) ? { content } : content }
}

/** UI messages name the tool in the type of the part: `tool-search`. */
function nameInType(type: unknown): string | undefined {
  return typeof type === 'string' && type.startsWith('tool-') ? type.slice('tool-'.length) : undefined
}

/** What a call returned in the end: a success counts before a failure of the same call. */
function eachCallOnce(results: readonly ToolResult[]): ToolResult[] {
  const succeeded = new Set(results.filter(({ failed }) => !failed).map(({ toolCallId }) => toolCallId))
  const seen = new Set<string>()
  return results.filter(({ toolCallId, failed }) => {
    if (toolCallId === undefined) return true
    if (seen.has(toolCallId) || (failed && succeeded.has(toolCallId))) return false
    seen.add(toolCallId)
    return true
  })
}
