/** Contexts from what a retriever, an agent or an extractor gave; anything that is not text is refused. */
import { UsageError } from '../errors.ts'

/** Turns what the matcher received into contexts; may be async. */
export type ContextExtractor = (received: unknown) => unknown

/** Contexts as a list of texts. Throws a `UsageError` that names the entry which is not text. */
export function contextsFrom(received: unknown, from = 'the received value'): string[] {
  if (typeof received === 'string') return [received]
  if (isPromiseLike(received))
    throw new UsageError(
      `The contexts are a promise, not an array of strings (${from}).\n` +
        '  do  await it first: expect(await retriever.search(question)), or use await expect(promise).resolves',
    )
  if (!Array.isArray(received))
    throw new UsageError(
      `Expected an array of strings as contexts, but ${from} is ${describe(received)}.\n` +
        '  do  pass the texts, or name a contextExtractor that returns them: { contextExtractor: received => received.hits.map(hit => hit.text) }',
    )
  return received.map((entry: unknown, index) => {
    if (typeof entry === 'string') return entry
    throw new UsageError(
      `context[${index}] is not a text but ${describe(entry)} (${from}).\n` +
        '  do  pass the texts, or name a contextExtractor that returns them: { contextExtractor: received => received.map(entry => entry.text) }',
    )
  })
}

/** Runs an extractor and checks what it returns; its failure is an error that names it. */
export async function extractContexts(
  extractor: (...input: never[]) => unknown,
  ...input: unknown[]
): Promise<string[]> {
  let extracted: unknown
  try {
    extracted = await (extractor as (...input: unknown[]) => unknown)(...input)
  } catch (error) {
    throw new UsageError(
      `The contextExtractor threw: ${error instanceof Error ? error.message : String(error)}\n` +
        '  do  mend the function given as contextExtractor; nothing was asked of the judge',
      { cause: error },
    )
  }
  return contextsFrom(extracted, 'what contextExtractor returned')
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
