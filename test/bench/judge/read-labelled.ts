/** Labelled data: JSON Lines of claims with their contexts, or of texts with the claims that people found in them. */
import { shuffled } from '../random.ts'

/** Whether contexts support a claim, as people labelled it. */
export interface SupportItem {
  kind: 'support'
  id: string
  /** One-based, in its file. */
  line: number
  claim: string
  contexts: string[]
  supported: boolean
  label: string
}

/** The atomic claims that people found in a text. */
export interface DecompositionItem {
  kind: 'decomposition'
  id: string
  line: number
  text: string
  /** What comes before the text, such as the question it answers. */
  before?: string
  goldClaims: string[]
}

export type LabelledItem = SupportItem | DecompositionItem

/** The items of a file, and what is wrong with it, each fault with its line. */
export interface Labelled {
  items: LabelledItem[]
  faults: string[]
}

/** Which items of a file are measured. */
export interface Selection {
  rows: 'all' | 'odd' | 'even'
  limit?: number | undefined
  /** Seed of a random choice of `limit` items; without it the first ones are taken. */
  sample?: number | undefined
}

/** Reads a file's text; `name` is how faults call it. Blank lines are passed over but counted. */
export function readLabelled(text: string, name: string): Labelled {
  const items: LabelledItem[] = []
  const faults: string[] = []
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue
    const read = readLine(line, index + 1)
    if (typeof read === 'string') faults.push(`${name}:${index + 1}: ${read}`)
    else if (items[0] !== undefined && items[0].kind !== read.kind)
      faults.push(`${name}:${index + 1}: a line for ${read.kind} in a file that begins with ${items[0].kind}`)
    else items.push(read)
  }
  if (items.length === 0 && faults.length === 0) faults.push(`${name}: there is no line in it`)
  return { items, faults }
}

function readLine(line: string, number: number): LabelledItem | string {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    if (error instanceof SyntaxError) return 'it is no JSON'
    throw error
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is no JSON object'
  const fields = value as Readonly<Record<string, unknown>>
  if ('claim' in fields) return readSupport(fields, number)
  if ('text' in fields) return readDecomposition(fields, number)
  return 'it has neither claim nor text'
}

function readSupport(fields: Readonly<Record<string, unknown>>, line: number): SupportItem | string {
  const { id, claim, contexts, supported, label } = fields
  if (!isText(id)) return 'id is no text'
  if (!isText(claim)) return 'claim is no text'
  if (!isTexts(contexts)) return 'contexts is no array of texts'
  if (typeof supported !== 'boolean') return 'supported is neither true nor false'
  if (label !== undefined && !isText(label)) return 'label is no text'
  const known = label ?? (supported ? 'supported' : 'not supported')
  return { kind: 'support', id, line, claim, contexts, supported, label: known }
}

function readDecomposition(
  fields: Readonly<Record<string, unknown>>,
  line: number,
): DecompositionItem | string {
  const { id, text, before, gold_claims: goldClaims } = fields
  if (!isText(id)) return 'id is no text'
  if (!isText(text)) return 'text is no text'
  if (before !== undefined && typeof before !== 'string') return 'before is no text'
  if (!isTexts(goldClaims)) return 'gold_claims is no array of texts'
  const known = before === undefined || before.trim() === '' ? {} : { before }
  return { kind: 'decomposition', id, line, text, goldClaims, ...known }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(entry => typeof entry === 'string')
}

/** The chosen items, in the order of the file. */
export function selectItems<T extends { line: number }>(
  items: readonly T[],
  { rows, limit, sample }: Selection,
): T[] {
  const kept = items.filter(({ line }) => rows === 'all' || (line % 2 === 1) === (rows === 'odd'))
  if (sample === undefined) return kept.slice(0, limit)
  const chosen = new Set(shuffled(kept.length, sample).slice(0, limit))
  return kept.filter((_, index) => chosen.has(index))
}
