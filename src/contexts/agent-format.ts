/** Whether a run's input and output are those of an agent, as Mastra hands them to a scorer. */
import { isRecord } from './context-shapes.ts'

function isMessage(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['role'] === 'string' &&
    'content' in value &&
    'createdAt' in value
  )
}

/** An object with the message lists of an agent's input. */
export function isAgentInput(input: unknown): input is { inputMessages: unknown[] } {
  return (
    isRecord(input) &&
    Array.isArray(input['inputMessages']) &&
    Array.isArray(input['rememberedMessages']) &&
    Array.isArray(input['systemMessages']) &&
    isRecord(input['taggedSystemMessages'])
  )
}

/** Whether both are in agent format: then an extractor can read them. */
export function isAgentRun(input: unknown, output: unknown): boolean {
  return isAgentInput(input) && Array.isArray(output) && output.every(isMessage)
}

/** The text of the last user message of an agent's input, which is the question that was asked. */
export function questionOf(input: unknown): string | undefined {
  if (!isAgentInput(input)) return undefined
  const asked = input.inputMessages.findLast(message => isRecord(message) && message['role'] === 'user')
  const text = isRecord(asked) ? textOf(asked['content']) : undefined
  return text === undefined || text.trim() === '' ? undefined : text
}

function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (!isRecord(content)) return undefined
  if (typeof content['content'] === 'string') return content['content']
  const parts: unknown = content['parts']
  if (!Array.isArray(parts)) return undefined
  return parts
    .flatMap((part: unknown) => (isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : []))
    .join('\n')
}
