/** Contexts from what a retriever, an agent or an extractor gave; what has no known shape is refused. */
import { UsageError } from '../errors.ts'
import {
  isRecord,
  notRetrieved,
  openEntry,
  readEntries,
  readEntry,
  readToolData,
  textOfParts,
  type Reading,
  type RetrievedContext,
} from './context-shapes.ts'
import { shorten, toOneLine } from '../text.ts'
import { messagesIn, toolResultsOf, type ToolResult } from './tool-results.ts'

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
  /** Says which tool calls gave no contexts, since they failed or were denied. */
  leftOut?: string
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
  if (results === undefined) return { contexts: contextsOfList(received, from) }
  if (results.length === 0 && messagesIn(received) !== undefined)
    throw new UsageError(
      `These are messages of a conversation without a tool result, so which of them were retrieved is not known (${from}).\n` +
        '  do  if all of them were, give their texts: messages.map(message => message.content), or a contextExtractor that does;\n' +
        '      if an agent wrote them and called no tool, give what its retriever returned, or { contextExtractor: fromToolResults() } for no contexts',
    )
  return contextsOfTools(results)
}

/** Contexts from a list or what holds one; promises and agent results are not looked for. */
export function contextsOfList(received: unknown, from: string): RetrievedContext[] {
  return contextsIn(received, readEntries(received), from)
}

function contextsIn(received: unknown, reading: Reading | undefined, from: string): RetrievedContext[] {
  if (isRecord(received) && received['isError'] === true)
    throw new UsageError(
      `The tool failed, so nothing was retrieved (${from}): ${shorten(toOneLine(textOfParts(received) ?? describe(received)), 200)}\n` +
        '  do  mend the tool or its call; if a failure is to count as no contexts, give a contextExtractor that returns []',
    )
  if (reading === undefined)
    throw new UsageError(
      `Expected a list of contexts, but ${from} is ${describe(received)}.\n` +
        '  do  pass the texts, or give a contextExtractor that returns them: { contextExtractor: received => received.hits.map(hit => hit.text) }',
    )
  if ('open' in reading) throw openQuestion(from, reading.open)
  return reading.entries.map((entry, index) => {
    const open = openEntry(entry)
    if (open !== undefined) throw openQuestion(`context[${index}] of ${from}`, open)
    const context = readEntry(entry)
    if (context !== undefined) return context
    throw new UsageError(
      `context[${index}] has no text that is known: it is ${describe(entry)} (${from}).\n` +
        (isRecord(entry) && notRetrieved(entry) !== undefined
          ? '  do  give what the retriever returned, or a contextExtractor that finds it in what was received'
          : `  do  give a contextExtractor that returns the texts: { contextExtractor: received => received.map(entry => entry.${longestTextIn(entry)}) }`),
    )
  })
}

/** The member that is most likely its text. */
function longestTextIn(entry: unknown): string {
  const texts = Object.entries(isRecord(entry) ? entry : {}).filter(
    (member): member is [string, string] => /^[\w$]+$/.test(member[0]) && typeof member[1] === 'string',
  )
  return texts.reduce(
    (longest, next) => (next[1].length > longest[1].length ? next : longest),
    ['text', ''],
  )[0]
}

function openQuestion(from: string, [one, other]: [string, string]): UsageError {
  return new UsageError(
    `Either '${one}' or '${other}' could be what was retrieved (${from}).\n` +
      '  do  pass the one that is meant alone, or give a contextExtractor that returns it',
  )
}

/** Contexts from what tools returned: lists of known shapes, a text, or an object with one list in it. */
export function contextsOfTools(results: readonly ToolResult[]): FoundContexts {
  const failed = results.filter(result => result.failed)
  const succeeded = results.filter(result => !result.failed)
  const leftOut =
    failed.length === 0
      ? undefined
      : `${failed.length} failed or denied ${failed.length === 1 ? 'call is' : 'calls are'} left out: ${countedNames(failed)}`
  const origin =
    succeeded.length === 0 ? 'tool results: there are none' : `tool results of ${countedNames(succeeded)}`
  return {
    contexts: succeeded.flatMap(({ toolName, result }) =>
      contextsIn(result, readToolData(result), `the result of the tool ${toolName}`),
    ),
    origin: leftOut === undefined ? origin : `${origin}; ${leftOut}`,
    ...(leftOut !== undefined && { leftOut }),
  }
}

function countedNames(results: readonly ToolResult[]): string {
  const calls = new Map<string, number>()
  for (const { toolName } of results) calls.set(toolName, (calls.get(toolName) ?? 0) + 1)
  return [...calls].map(([name, count]) => (count === 1 ? name : `${name} (${count} calls)`)).join(', ')
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
  return contextsFrom(extracted, 'what contextExtractor returned')
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
  const kind = (isRecord(value) && notRetrieved(value)) || 'an object'
  const type = /^\[object (.*)\]$/.exec(Object.prototype.toString.call(value))?.[1] ?? 'Object'
  return keys.length === 0
    ? type === 'Object'
      ? `${kind} without keys`
      : `${/^[AEIO]/.test(type) ? 'an' : 'a'} ${type}`
    : `${kind} with the keys ${keys.slice(0, 8).join(', ')}${keys.length > 8 ? ', …' : ''}`
}
