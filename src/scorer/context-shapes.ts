/** The shapes in which retrievers return what they found, read without configuration. */

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
const innerFields = ['node', 'document', 'chunk', 'payload', 'metadata', '_source', 'item']

/** Fields of a result that hold the list of entries. */
const listFields =
  'hits documents docs results matches points nodes sourceNodes contexts chunks passages items records rows data content'.split(
    ' ',
  )

const DEEPEST = 3

/** The text and identity of one entry, or undefined when its shape is not known. */
export function readEntry(entry: unknown, depth = 0): RetrievedContext | undefined {
  if (typeof entry === 'string') return { text: entry }
  if (isScored(entry)) return readEntry(entry[0], depth)
  if (!isRecord(entry) || depth > DEEPEST) return undefined
  const text = ownText(entry) ?? innerText(entry, depth) ?? askedText(entry)
  if (text === undefined) return undefined
  const identity = identityOf(entry)
  return { text, ...(identity !== undefined && { identity }) }
}

/** LangChain's `[document, score]`. */
function isScored(entry: unknown): entry is [unknown, number] {
  return (
    Array.isArray(entry) && entry.length === 2 && typeof entry[0] !== 'number' && typeof entry[1] === 'number'
  )
}

function ownText(entry: Record<string, unknown>): string | undefined {
  const texts = textFields.map(field => entry[field]).filter(value => typeof value === 'string')
  return texts.find(text => text.trim() !== '') ?? texts[0]
}

function innerText(entry: Record<string, unknown>, depth: number): string | undefined {
  for (const field of innerFields) {
    const inner = isRecord(entry[field]) ? readEntry(entry[field], depth + 1) : undefined
    if (inner !== undefined) return inner.text
  }
  return undefined
}

/** LlamaIndex nodes that are no text nodes say their content when asked. */
function askedText(entry: Record<string, unknown>): string | undefined {
  if (typeof entry['getContent'] !== 'function') return undefined
  const text: unknown = entry['getContent']()
  return typeof text === 'string' ? text : undefined
}

/** What people recognise first: where it is from, its address, its title, its id. */
function identityOf(entry: Record<string, unknown>, depth = 0): string | undefined {
  const inner = innerFields.map(field => entry[field]).filter(isRecord)
  for (const field of ['source', 'url', 'title', 'id', 'id_']) {
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

/** The entries of a list, of a single entry, or of a result that holds a list; undefined for anything else. */
export function readList(value: unknown, depth = 0): readonly unknown[] | undefined {
  if (Array.isArray(value)) return unwrapRow(value)
  if (typeof value === 'string' || readEntry(value) !== undefined) return [value]
  if (!isRecord(value) || depth > DEEPEST) return undefined
  for (const field of listFields) {
    const inner = value[field]
    if (Array.isArray(inner)) return unwrapRow(inner)
    const list = isRecord(inner) ? readList(inner, depth + 1) : undefined
    if (list !== undefined) return list
  }
  return undefined
}

/** Stores that answer several queries at once hold a row per query: the row of a single query is its list. */
function unwrapRow(list: readonly unknown[]): readonly unknown[] {
  const [only] = list
  return list.length === 1 && Array.isArray(only) && !isScored(only) ? only : list
}
