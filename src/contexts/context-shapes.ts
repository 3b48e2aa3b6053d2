/** The shapes in which retrievers return what they found, read without configuration. */
import { isDeepStrictEqual } from 'node:util'

/** One retrieved piece: its text, and what the retriever calls it. */
export interface RetrievedContext {
  text: string
  /** A source, address, title or id, for messages. */
  identity?: string
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Fields that hold an entry's text: LangChain, LlamaIndex, AI SDK and vector stores, search libraries. */
const textFields = ['pageContent', 'text', 'content', 'page_content', 'document', 'chunk']

/** Fields that hold the entry itself, or its stored fields. */
const innerFields = [
  'node',
  'document',
  'chunk',
  'payload',
  'metadata',
  '_source',
  'item',
  'content',
  'resource',
]

/** Names of what holds the retrieved entries: `hits`, but also `sourceDocuments` and `retrieved_contexts`. */
const listName =
  /^(?:source|retrieved|retrieval|relevant|search)?_?(?:hits|documents|docs|results?|matches|points|nodes|contexts?|chunks|passages|items|records|rows|data|contents?)$/i

/** Names under which answers have what they were made from, whatever stands before: `groundingChunks`, `sources`. */
const besideName =
  /(?:hits|documents|docs|results|matches|nodes|contexts?|chunks|passages|snippets|sources|citations|references|annotations)$/i

const DEEPEST = 3

/** The text and identity of one entry, or undefined when its shape is not known. */
export function readEntry(entry: unknown, depth = 0): RetrievedContext | undefined {
  if (typeof entry === 'string') return { text: entry }
  if (isScored(entry)) return readEntry(entry[0], depth)
  if (!isRecord(entry) || depth > DEEPEST || (depth === 0 && notRetrieved(entry) !== undefined))
    return undefined
  const text = textIn(entry, depth)?.[1] ?? textOfParts(entry)
  if (text === undefined) return undefined
  const identity = identityOf(entry)
  return { text, ...(identity !== undefined && { identity }) }
}

/** What an object is whose text was not retrieved; undefined for all others. */
export function notRetrieved(value: Record<string, unknown>): string | undefined {
  if (value['isError'] === true) return 'the result of a tool that failed'
  if (isMessage(value)) return 'a message of a conversation'
  const sign =
    ['finishReason', 'finish_reason', 'stopReason', 'stop_reason'].find(name => name in value) ??
    ['usage', 'usageMetadata'].find(name => isRecord(value[name]) && typeof value['text'] === 'string') ??
    // a message of LangChain as JSON
    ['additional_kwargs', 'response_metadata'].find(name => isRecord(value[name]))
  return sign === undefined ? undefined : `an answer of a model (it has ${sign})`
}

const roles = 'user assistant system tool signal developer function model human ai'.split(' ')

/** A message of the AI SDK, Mastra, LangChain or a provider. */
export function isMessage(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value) || !('content' in value || 'parts' in value)) return false
  // LangChain names the role in the type
  const role = value['role'] ?? ('additional_kwargs' in value ? value['type'] : undefined)
  return roles.includes(role as string)
}

/** LangChain's `[document, score]`. */
function isScored(entry: unknown): entry is [unknown, number] {
  return (
    Array.isArray(entry) && entry.length === 2 && typeof entry[0] !== 'number' && typeof entry[1] === 'number'
  )
}

/** The field of an entry's text, and the text: the first that is not blank, if one is not. */
function textIn(entry: Record<string, unknown>, depth = 0): [field: string, text: string] | undefined {
  let blank: [string, string] | undefined
  for (const found of textsIn(entry, depth)) {
    if (found[1].trim() !== '') return found
    blank ??= found
  }
  return blank
}

function* textsIn(entry: Record<string, unknown>, depth: number): Generator<[field: string, text: string]> {
  for (const field of textFields) {
    const text = entry[field]
    if (typeof text === 'string') yield [field, text]
  }
  for (const field of innerFields) {
    const inner = isRecord(entry[field]) ? readEntry(entry[field], depth + 1) : undefined
    if (inner !== undefined) yield [field, inner.text]
  }
  // LlamaIndex nodes that are no text nodes say their content when asked
  const asked: unknown = typeof entry['getContent'] === 'function' ? entry['getContent']() : undefined
  if (typeof asked === 'string') yield ['getContent', asked]
}

/** The text of hits of OpenAI's vector stores and of MCP tool results, which have it in parts. */
export function textOfParts({ content, structuredContent }: Record<string, unknown>): string | undefined {
  if (!Array.isArray(content) || structuredContent !== undefined) return undefined
  const texts = content.map(part => (isRecord(part) && part['type'] === 'text' ? part['text'] : undefined))
  return texts.length > 0 && texts.every(text => typeof text === 'string') ? texts.join('\n') : undefined
}

/** What people recognise first: where it is from, its address, its title, its id. */
function identityOf(entry: Record<string, unknown>, depth = 0): string | undefined {
  const inner = innerFields.map(field => entry[field]).filter(isRecord)
  for (const field of ['source', 'url', 'uri', 'title', 'id', 'id_']) {
    for (const holder of [entry, ...inner]) {
      const value = holder[field]
      if ((typeof value === 'string' && value !== '') || typeof value === 'number') return String(value)
    }
  }
  if (depth >= DEEPEST) return undefined
  for (const holder of inner) {
    const identity = identityOf(holder, depth + 1)
    if (identity !== undefined) return identity
  }
  return undefined
}

/** The entries in a value, or the two of its members that could each be what was retrieved. */
export type Reading = { entries: readonly unknown[] } | { open: [string, string] }

/**
 * The entries of a list, of a single entry, or of a result that holds a list: beside an answer, the list is what was
 * retrieved. Undefined for anything else.
 */
export function readEntries(value: unknown): Reading | undefined {
  if (Array.isArray(value)) return { entries: unwrapRow(value) }
  if (typeof value === 'string') return { entries: [value] }
  if (!isRecord(value)) return undefined
  const own = textIn(value)?.[0]
  const lists = listsOf(value).filter(({ name }) => own === undefined || name !== 'content')
  const full = lists.filter(({ entries }) => entries.length > 0)
  const readable = full.filter(({ entries }) => entries.every(entry => readEntry(entry) !== undefined))
  const [first, ...others] = readable.length > 0 ? readable : full.length > 0 ? full : lists
  if (first === undefined) {
    if (own === undefined) return undefined
    const rival = rivalIn(value, own)
    return rival === undefined ? { entries: [value] } : { open: [own, rival] }
  }
  if (own !== undefined && full.length > 0 && readable.length === 0) return { open: [own, first.name] }
  const other = others.find(({ entries }) => textsOf(entries) !== textsOf(first.entries))
  return other === undefined ? { entries: first.entries } : { open: [first.name, other.name] }
}

/** Two members of an entry of a list that could each be its text, or the text and a list of documents. */
export function openEntry(entry: unknown): [string, string] | undefined {
  if (!isRecord(entry)) return undefined
  const list = listsOf(entry).find(({ name, entries }) => name !== 'content' && isDocuments(entries))
  const own = list === undefined ? undefined : textIn(entry)?.[0]
  return list === undefined || own === undefined ? twoTextsOf(entry) : [own, list.name]
}

/** The names of two texts of which neither holds the other. */
function twoTextsOf(entry: Record<string, unknown>): [string, string] | undefined {
  const [first, ...others] = [...textsIn(entry, 0)].filter(([, text]) => text.trim() !== '')
  const other = others.find(
    ([, text]) => first !== undefined && !text.includes(first[1]) && !first[1].includes(text),
  )
  return first === undefined || other === undefined ? undefined : [first[0], other[0]]
}

/** What makes it doubtful whether the text beside it was retrieved, by its path; also below, as in `metadata.sources`. */
function rivalIn(value: Record<string, unknown>, own?: string, depth = 0): string | undefined {
  for (const [name, inner] of Object.entries(value)) {
    if (name === own) continue
    if (isRival(name, inner)) return name
    const below = isRecord(inner) && depth < DEEPEST ? rivalIn(inner, undefined, depth + 1) : undefined
    if (below !== undefined) return `${name}.${below}`
  }
  return undefined
}

function isRival(name: string, value: unknown): boolean {
  if (typeof value === 'string') return /^contexts?$/i.test(name)
  const isBeside = besideName.test(name)
  if (value instanceof Set || value instanceof Map) return isBeside && value.size > 0
  if (Array.isArray(value)) return isDocuments(value) || (isBeside && value.length > 0)
  return isBeside && isRecord(value) && Object.values(value).some(inner => typeof inner === 'string')
}

function isDocuments(list: readonly unknown[]): boolean {
  return list.length > 0 && list.every(entry => typeof entry !== 'string' && readEntry(entry) !== undefined)
}

function textsOf(entries: readonly unknown[]): string {
  return JSON.stringify(entries.map(entry => readEntry(entry)?.text))
}

/** The lists that an object holds under names of what was retrieved, also one level or two below. */
export function listsOf(
  value: Record<string, unknown>,
  depth = 0,
): { name: string; entries: readonly unknown[] }[] {
  const names = Object.keys(value).filter(name => listName.test(name))
  return names.flatMap(name => {
    const inner = value[name]
    if (Array.isArray(inner))
      return [{ name, entries: name === 'content' ? partsOf(inner, value) : unwrapRow(inner) }]
    if (!isRecord(inner) || depth >= DEEPEST) return []
    return listsOf(inner, depth + 1).map(list => ({ ...list, name: `${name}.${list.name}` }))
  })
}

/** Stores that answer several queries at once hold a row per query: the row of a single query is its list. */
function unwrapRow(list: readonly unknown[]): readonly unknown[] {
  const [only] = list
  return list.length === 1 && Array.isArray(only) && !isScored(only) ? only : list
}

/** An MCP tool result has its data in `structuredContent`, in `content` as JSON, or in both, or only told of there. */
function partsOf(content: readonly unknown[], { structuredContent }: Record<string, unknown>): unknown[] {
  const texts = content.map(part => (isRecord(part) && part['type'] === 'text' ? part['text'] : undefined))
  const read = content.flatMap((part, index) => {
    const reading = readJson(texts[index])
    return reading !== undefined && 'entries' in reading ? reading.entries : [part]
  })
  // pictures and sounds beside a text
  if (!isRecord(structuredContent))
    return texts.some(text => text !== undefined)
      ? read.filter(part => !isRecord(part) || !['image', 'audio'].includes(part['type'] as string))
      : read
  const isTheSame = (text: unknown): boolean => isDeepStrictEqual(parse(text), structuredContent)
  const reading = readToolData(structuredContent)
  if (reading === undefined || 'open' in reading)
    return texts.some(isTheSame) ? read : [...read, structuredContent]
  const others = read.filter(part => !isRecord(part) || !isTheSame(part['text']))
  const told = new Set(others.map(part => readEntry(part)?.text))
  return [...others, ...reading.entries.filter(entry => !told.has(readEntry(entry)?.text))]
}

/** The entries in what a tool returned: tools put their list under a name of their own, or send it as JSON. */
export function readToolData(result: unknown): Reading | undefined {
  const reading = (typeof result === 'string' ? readJson(result) : undefined) ?? readEntries(result)
  if (reading !== undefined) return reading
  const list = onlyList(result)
  return list === undefined ? undefined : readEntries(list)
}

function onlyList(value: unknown): readonly unknown[] | undefined {
  const lists = isRecord(value) ? Object.values(value).filter(inner => Array.isArray(inner)) : []
  return lists.length === 1 ? lists[0] : undefined
}

/** The entries of a JSON list or object whose shape is known; undefined for a text that only looks like one. */
function readJson(text: unknown): Reading | undefined {
  const value = parse(text)
  if (typeof value !== 'object') return undefined
  const reading = readEntries(value)
  if (reading === undefined) {
    const list = onlyList(value)
    return list !== undefined && isDocuments(list) ? { entries: list } : undefined
  }
  return 'open' in reading || reading.entries.every(entry => readEntry(entry) !== undefined)
    ? reading
    : undefined
}

function parse(text: unknown): unknown {
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
