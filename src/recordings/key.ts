/** What a recording is filed under: the digest of everything that decides an answer, and the file name made of it. */
import { canonicalJson, sha256 } from '../json.ts'
import type { JudgeSettings, RecallRequest, RequestKind } from '../protocol.ts'

/** The digests of a request's texts, in the place of the texts. */
export type RequestDigests =
  | { groundTruth: string; question?: string }
  | { claims: readonly string[]; contexts: readonly string[] }

/** Digests every text of a request. */
export function digestRequest(request: RecallRequest): RequestDigests {
  if (request.kind === 'attribution') {
    return { claims: request.claims.map(sha256), contexts: request.contexts.map(sha256) }
  }
  const groundTruth = sha256(request.groundTruth)
  return request.question === undefined
    ? { groundTruth }
    : { groundTruth, question: sha256(request.question) }
}

/** What is keyed beside the request. */
export interface JudgeParts {
  model: string
  promptDigest: string
  settings: JudgeSettings
}

/** The key of a question: SHA-256 in hex over kind, model, prompt, settings and the digests of its texts. */
export function recordingKey({ request, ...judge }: JudgeParts & { request: RecallRequest }): string {
  return keyOf(request.kind, judge, digestRequest(request))
}

/** The same from digests already made. */
export function keyOf(kind: RequestKind, judge: JudgeParts, digests: RequestDigests): string {
  const { model, promptDigest, settings } = judge
  return sha256(canonicalJson({ kind, model, prompt: promptDigest, settings, request: digests }))
}

const slugLength = 40
// Enough text to fill a slug, nearly always and always enough; the rest of a long ground truth need not be looked at.
const slugSources = [80, 200]
const latinLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const windowsDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)$/

/** The readable part of a file name: up to 40 of `[a-z0-9-]`, cut at a word where there is one, or `text`. */
export function slugOf(text: string): string {
  let slug = ''
  for (const length of slugSources) {
    slug = plainLetters(text.slice(0, length))
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
    // what stands beyond the place of the cut has no part in it
    if (slug.length > slugLength + 1) break
  }
  const cut = slug.length <= slugLength ? slug : cutAtWord(slug)
  return cut === '' || windowsDevice.test(cut) ? 'text' : cut
}

function plainLetters(text: string): string {
  const lower = text.toLowerCase()
  if (!/[\u0080-\uffff]/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/[ßæœøłđðþı]/g, letter => latinLetters[letter] ?? '')
}

function cutAtWord(slug: string): string {
  const hyphen = slug.lastIndexOf('-', slugLength)
  return slug.slice(0, hyphen > 0 ? hyphen : slugLength)
}

/** The file name of a question's recording: `<slug>.<kind>.<first 16 hex of key>.jsonc`. */
export function recordingName(request: RecallRequest, key: string): string {
  const readable = request.kind === 'claims' ? request.groundTruth : (request.claims[0] ?? '')
  return `${slugOf(readable)}.${request.kind}.${key.slice(0, 16)}.jsonc`
}

/** The name's shape, for stores that must not be led out of their directory. */
export const recordingNamePattern: RegExp = /^[a-z0-9-]+\.(?:claims|attribution)\.[0-9a-f]{16}\.jsonc$/

/** The kind a recording's name tells. */
export function kindInName(name: string): RequestKind {
  return name.includes('.claims.') ? 'claims' : 'attribution'
}

/** A question with its texts digested once, for key, name and the check of what is read. */
export interface KeyedRequest {
  request: RecallRequest
  judge: JudgeParts
  digests: RequestDigests
  key: string
  name: string
}

/** Digests, keys and names a question; `digests` of the same request spare the work. */
export function keyRequest(
  request: RecallRequest,
  judge: JudgeParts,
  digests: RequestDigests = digestRequest(request),
): KeyedRequest {
  const key = keyOf(request.kind, judge, digests)
  return { request, judge, digests, key, name: recordingName(request, key) }
}
