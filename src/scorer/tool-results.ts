/** The tool results in what agents return: AI SDK results and messages, Mastra results and messages. */
import { isRecord } from './context-shapes.ts'

/** What one successful tool call returned. */
export interface ToolResult {
  toolCallId: string | undefined
  toolName: string
  result: unknown
}

/**
 * The successful tool results of a whole agent result or of its messages, in order, each call once; undefined when
 * `value` is neither. Failed, denied and unfinished calls are left out.
 */
export async function toolResultsOf(value: unknown): Promise<ToolResult[] | undefined> {
  if (isMessageList(value)) return eachCallOnce(value.flatMap(resultsOfMessage))
  if (!isRecord(value)) return undefined
  if (isMessage(value)) return eachCallOnce(resultsOfMessage(value))
  if (!('toolResults' in value) || !('text' in value || 'steps' in value || 'content' in value))
    return undefined
  // streams promise their steps
  const steps: unknown = await Promise.resolve(value['steps'])
  const own: unknown = await Promise.resolve(value['toolResults'])
  const results = [
    ...asArray(steps).flatMap(step => (isRecord(step) ? asArray(step['toolResults']) : [])),
    ...asArray(own),
  ]
  return eachCallOnce(results.flatMap(resultOfPart))
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isMessageList(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 && value.every(isMessage)
}

const roles = ['user', 'assistant', 'system', 'tool', 'signal']

function isMessage(value: unknown): value is Record<string, unknown> {
  return (
    isRecord(value) && roles.includes(value['role'] as string) && ('content' in value || 'parts' in value)
  )
}

function resultsOfMessage(message: Record<string, unknown>): ToolResult[] {
  const { content } = message
  const holders = [message, ...(isRecord(content) ? [content] : [])]
  const parts = [...holders.flatMap(holder => asArray(holder['parts'])), ...asArray(content)]
  const invocations = holders.flatMap(holder => asArray(holder['toolInvocations']))
  return [...parts, ...invocations].flatMap(resultOfPart)
}

/** A tool result in any of its forms; no result for anything else. */
function resultOfPart(part: unknown): ToolResult[] {
  if (!isRecord(part)) return []
  const { toolInvocation, payload, type } = part
  if (isRecord(toolInvocation)) return resultOfPart(toolInvocation)
  // Mastra's own chunks carry it as their payload
  if (isRecord(payload))
    return payload['isError'] === true ? [] : resultOfPart({ state: 'result', ...payload })
  if (part['preliminary'] === true || part['isError'] === true) return []
  const toolName = typeof part['toolName'] === 'string' ? part['toolName'] : nameInType(type)
  const { state } = part
  const succeeded =
    state === 'result' || state === 'output-available' || (state === undefined && type === 'tool-result')
  if (toolName === undefined || !succeeded) return []
  const toolCallId = typeof part['toolCallId'] === 'string' ? part['toolCallId'] : undefined
  return unwrapOutput('output' in part ? part['output'] : part['result']).map(result => ({
    toolCallId,
    toolName,
    result,
  }))
}

/** UI messages name the tool in the type of the part: `tool-search`. */
function nameInType(type: unknown): string | undefined {
  return typeof type === 'string' && type.startsWith('tool-') ? type.slice('tool-'.length) : undefined
}

/** Model messages wrap what a tool returned by its kind; errors are no result. */
function unwrapOutput(output: unknown): unknown[] {
  if (!isRecord(output) || typeof output['type'] !== 'string' || !('value' in output)) return [output]
  if (output['type'].startsWith('error-') || output['type'] === 'execution-denied') return []
  return [output['value']]
}

function eachCallOnce(results: readonly ToolResult[]): ToolResult[] {
  const seen = new Set<string>()
  return results.filter(({ toolCallId }) => {
    if (toolCallId === undefined) return true
    if (seen.has(toolCallId)) return false
    seen.add(toolCallId)
    return true
  })
}
