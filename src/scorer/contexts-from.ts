/** Contexts from what a retriever, an agent or an extractor gave; what has no known shape is refused. */
import { UsageError } from '../errors.ts'
import { isRecord, readEntry, readList, type RetrievedContext } from './context-shapes.ts'
import { toolResultsOf, type ToolResult } from './tool-results.ts'

/**
 * Turns what was received into contexts: called with the received value by the matcher, and with input and output
 * by the scorer. May be async.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- whatever was received: its shape is the extractor's business
export type ContextExtractor = (received: any) => unknown

/** Contexts, and where they came from when that was not the received list itself. */
export interface FoundContexts {
  contexts: RetrievedContext[]
  /** Such as `tool results of search (2 calls)`. */
  origin?: string
}

/**
 * Contexts from texts, the documents, nodes, rows and hits of the common libraries, results that hold a list of them,
 * and whole agent results, whose tool results are taken. Throws a `UsageError` that names the entry it cannot read.
 */
export async function contextsFrom(received: unknown, from = 'the received value'): Promise<FoundContexts> {
  if (isPromiseLike(received))
    throw new UsageError(
      `The contexts are a promise, not a list of texts (${from}).\n` +
        '  do  await it first: expect(await retriever.search(question)), or use await expect(promise).resolves',
    )
  const results = await toolResultsOf(received)
  if (results !== undefined) return contextsOfTools(results)
  return { contexts: contextsOfList(received, from) }
}

/** Contexts from a list or what holds one; promises and agent results are not looked for. */
export function contextsOfList(received: unknown, from: string): RetrievedContext[] {
  const list = readList(received)
  if (list === undefined)
    throw new UsageError(
      `Expected a list of contexts, but ${from} is ${describe(received)}.\n` +
        '  do  pass the texts, or give a contextExtractor that returns them: { contextExtractor: received => received.hits.map(hit => hit.text) }',
    )
  return list.map((entry, index) => {
    const context = readEntry(entry)
    if (context !== undefined) return context
    throw new UsageError(
      `context[${index}] has no text that is known: it is ${describe(entry)} (${from}).\n` +
        '  do  give a contextExtractor that returns the texts: { contextExtractor: received => received.map(entry => entry.text) }',
    )
  })
}

/** Contexts from what tools returned: lists of known shapes, a text, or an object with one list in it. */
export function contextsOfTools(results: readonly ToolResult[]): FoundContexts {
  const calls = new Map<string, number>()
  for (const { toolName } of results) calls.set(toolName, (calls.get(toolName) ?? 0) + 1)
  const told = [...calls].map(([name, count]) => (count === 1 ? name : `${name} (${count} calls)`))
  return {
    contexts: results.flatMap(({ toolName, result }) =>
      contextsOfList(unpack(result), `the result of the tool ${toolName}`),
    ),
    origin: results.length === 0 ? 'tool results: there are none' : `tool results of ${told.join(', ')}`,
  }
}

/** Tools often put their list under a name of their own, or send it as JSON. */
function unpack(result: unknown): unknown {
  const value = typeof result === 'string' ? (parsed(result) ?? result) : result
  if (!isRecord(value) || readList(value) !== undefined) return value
  const lists = Object.values(value).filter(inner => Array.isArray(inner))
  return lists.length === 1 ? lists[0] : value
}

/** A JSON list or object whose shape is known; undefined for a text that only looks like one. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  const list = readList(value)
  return list?.every(entry => readEntry(entry) !== undefined) === true ? value : undefined
}

/** Runs an extractor and reads what it returns; its failure is an error that names it. */
export async function extractContexts(
  extractor: (...input: never[]) => unknown,
  ...input: unknown[]
): Promise<FoundContexts> {
  let extracted: unknown
  try {
    extracted = await (extractor as (...input: unknown[]) => unknown)(...input)
  } catch (error) {
    if (UsageError.isInstance(error)) throw error
    throw new UsageError(
      `The contextExtractor threw: ${error instanceof Error ? error.message : String(error)}\n` +
        '  do  mend the function given as contextExtractor; nothing was asked of the judge',
      { cause: error },
    )
  }
  if (isFound(extracted)) return extracted
  return { contexts: contextsOfList(extracted, 'what contextExtractor returned') }
}

const found = Symbol.for('context-recall.found-contexts')

/** Marks contexts an extractor of ours read already, so that they are not read again. */
export function markFound(contexts: FoundContexts): FoundContexts {
  return Object.defineProperty(contexts, found, { value: true })
}

function isFound(value: unknown): value is FoundContexts {
  return typeof value === 'object' && value !== null && found in value
}

export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

/** What a value is, for a message: its type, or an object's first keys. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value !== 'object') return `a ${typeof value}`
  const keys = Object.keys(value)
  return keys.length === 0
    ? 'an object without keys'
    : `an object with the keys ${keys.slice(0, 8).join(', ')}${keys.length > 8 ? ', …' : ''}`
}
