/** What differs between a recorded question and one that is asked, in words. */
import { promptChange } from '../judge/prompts/prompt.ts'
import { shorten, toOneLine } from '../text.ts'
import type { RecallRequest } from '../protocol.ts'
import { canonicalJson, sha256 } from '../json.ts'
import { type JudgeParts } from './key.ts'
import { contextName } from './question-texts.ts'
import type { AttributionRecording, ClaimsRecording, Recording } from './recording.ts'
import { commonEnd, commonStart, type Pairing, pairUp, similarity } from './similar.ts'

/** A question as it is asked, with everything that is keyed. */
export interface Asked {
  request: RecallRequest
  judge: JudgeParts
  /** For each sent context, where the caller had it. */
  positions?: readonly (readonly number[])[] | undefined
}

/** How far a recording is from what is asked. */
export interface Difference {
  /** Each thing that differs, recorded → asked. */
  lines: string[]
  /** The same in a few words that do not depend on this question, where others miss for one cause with it. */
  cause: string
  /** The smaller the nearer; 0 when nothing differs. */
  distance: number
  /** Attribution: how many claims are equal, of those asked and recorded. */
  claims?: { common: number; asked: number; recorded: number }
}

/** What differs, or undefined when the two have too little in common to be compared. */
export function differenceBetween(recording: Recording, asked: Asked): Difference | undefined {
  const texts = textsDifference(recording, asked)
  if (texts === undefined) return undefined
  const parts = judgeDifference(recording, asked.judge)
  const cause = [...parts, ...(texts.cause === '' ? [] : [texts.cause])].join('; ')
  return { ...texts, lines: [...parts, ...texts.lines], cause, distance: parts.length + texts.distance }
}

function textsDifference(recording: Recording, { request, positions }: Asked): Difference | undefined {
  if (recording.kind === 'claims' && request.kind === 'claims') return claimsDifference(recording, request)
  if (recording.kind === 'attribution' && request.kind === 'attribution') {
    return attributionDifference(recording, request, positions)
  }
  return undefined
}

function judgeDifference(recording: Recording, asked: JudgeParts): string[] {
  const lines: string[] = []
  if (recording.model !== asked.model)
    lines.push(`model differs: ${quote(recording.model)} → ${quote(asked.model)}`)
  if (recording.prompt !== asked.promptDigest)
    lines.push(`prompt differs: ${promptChange(recording.kind, recording.prompt, asked.promptDigest)}`)
  return [...lines, ...settingsDifference('settings', recording.settings, asked.settings)]
}

function settingsDifference(path: string, recorded: unknown, asked: unknown): string[] {
  const before = recorded === undefined ? 'not set' : canonicalJson(recorded)
  const after = asked === undefined ? 'not set' : canonicalJson(asked)
  if (before === after) return []
  if (!isObject(recorded) || !isObject(asked)) {
    return [`${path} differs: ${toOneLine(shorten(before, 60))} → ${toOneLine(shorten(after, 60))}`]
  }
  const names = [...new Set([...Object.keys(recorded), ...Object.keys(asked)])].sort()
  return names.flatMap(name => settingsDifference(`${path}.${name}`, recorded[name], asked[name]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function claimsDifference(
  { request: recorded }: ClaimsRecording,
  asked: Extract<RecallRequest, { kind: 'claims' }>,
): Difference | undefined {
  const alike = similarity(recorded.groundTruth, asked.groundTruth)
  const isSameQuestion = recorded.question === asked.question
  if (alike === 0 && (asked.question === undefined || !isSameQuestion)) return undefined
  const lines: string[] = []
  if (alike < 1) lines.push(changed('ground truth', recorded.groundTruth, asked.groundTruth))
  if (!isSameQuestion) lines.push(questionLine(recorded.question, asked.question))
  const what = [...(alike < 1 ? ['the ground truth'] : []), ...(isSameQuestion ? [] : ['the question'])]
  return { lines, cause: causeOf(what, 'differs'), distance: lines.length + (1 - alike) }
}

function causeOf(what: readonly string[], verb: string): string {
  return what.length === 0 ? '' : `${what.join(' and ')} ${what.length > 1 ? 'differ' : verb}`
}

function questionLine(recorded: string | undefined, asked: string | undefined): string {
  if (recorded === undefined) return `question was added: ${quote(asked ?? '')}`
  if (asked === undefined) return `question was removed: ${quote(recorded)}`
  return changed('question', recorded, asked)
}

function attributionDifference(
  { request: recorded }: AttributionRecording,
  asked: Extract<RecallRequest, { kind: 'attribution' }>,
  positions: Asked['positions'],
): Difference | undefined {
  const claims = pairUp(recorded.claims, asked.claims)
  const contexts =
    recorded.contexts === undefined
      ? pairUp(recorded.contextDigests, asked.contexts.map(sha256), () => 0)
      : pairUp(recorded.contexts, asked.contexts)
  if (!isNear(claims, contexts) && !mayBeEdited(recorded, asked, claims)) return undefined
  const ofClaims = claimLines(claims, recorded.claims, asked.claims)
  const ofContexts = contextLines(contexts, recorded, asked.contexts, positions)
  const what = [...(ofClaims.length > 0 ? ['claims'] : []), ...(ofContexts.length > 0 ? ['contexts'] : [])]
  const distance = distanceOf(claims) + distanceOf(contexts) + (claims.isReordered ? 1 : 0)
  return {
    lines: [...ofClaims, ...ofContexts],
    cause: causeOf(what, 'differ'),
    distance,
    claims: { common: claims.equal, asked: asked.claims.length, recorded: recorded.claims.length },
  }
}

/**
 * Texts that are merely similar belong to another question as often as to this one edited: something equal has to hold
 * them together, a claim, or all contexts when every claim was extracted anew. Where all else is equal, one text in the
 * place of another was edited, however little the two share.
 */
function isNear(claims: Pairing, contexts: Pairing): boolean {
  if (claims.equal > 0)
    return (
      contexts.equal + contexts.changed.length > 0 || (distanceOf(claims) === 0 && isOneReplaced(contexts))
    )
  return distanceOf(contexts) === 0 && (claims.changed.length > 0 || isOneReplaced(claims))
}

function isOneReplaced({ added, removed }: Pairing): boolean {
  return added.length === 1 && removed.length === 1
}

/** Without texts nobody can see that a context is similar; the same claims about as many contexts have to do. */
function mayBeEdited(
  { contexts, contextDigests }: AttributionRecording['request'],
  asked: Extract<RecallRequest, { kind: 'attribution' }>,
  claims: Pairing,
): boolean {
  const isSame = claims.changed.length + claims.added.length + claims.removed.length === 0
  return contexts === undefined && isSame && contextDigests.length === asked.contexts.length
}

function distanceOf({ changed: pairs, added, removed }: Pairing): number {
  return pairs.reduce((sum, { alike }) => sum + 2 - alike, 0) + 2 * (added.length + removed.length)
}

function claimLines(claims: Pairing, recorded: readonly string[], asked: readonly string[]): string[] {
  const text = (texts: readonly string[], index: number): string => texts[index] ?? ''
  const lines = [
    ...claims.changed.map(pair =>
      changed(`claim ${pair.asked + 1}`, text(recorded, pair.recorded), text(asked, pair.asked)),
    ),
    ...claims.added.map(index => `claim ${index + 1} was added: ${quote(text(asked, index))}`),
    ...claims.removed.map(index => `a claim was removed: ${quote(text(recorded, index))}`),
  ]
  return lines.length === 0 && claims.isReordered ? ['claims are the same in another order'] : lines
}

function contextLines(
  contexts: Pairing,
  { contexts: recorded }: AttributionRecording['request'],
  asked: readonly string[],
  positions: Asked['positions'],
): string[] {
  const name = (index: number): string => contextName(index, positions)
  const added = contexts.added.map(index => `${name(index)} was added: ${quote(asked[index] ?? '')}`)
  if (recorded === undefined) return withoutTexts(contexts, added)
  const place = (index: number): number => positions?.[index]?.[0] ?? index
  const edited = contexts.changed.toSorted((a, b) => place(a.asked) - place(b.asked))
  return [
    ...edited.map(pair => changed(name(pair.asked), recorded[pair.recorded] ?? '', asked[pair.asked] ?? '')),
    ...added,
    ...contexts.removed.map(index => `a context was removed: ${quote(recorded[index] ?? '')}`),
  ]
}

/** A recording that keeps no texts of contexts cannot say which was edited, nor where. */
function withoutTexts({ removed }: Pairing, added: readonly string[]): string[] {
  if (removed.length === 0) return [...added]
  const gone = `${removed.length} recorded context${removed.length === 1 ? ' is' : 's are'} not among these`
  return [
    ...added.map(line => line.replace(' was added: ', ' was added or edited: ')),
    `${gone}; what changed is not known, because the option store: 'digest' kept no texts`,
  ]
}

function changed(what: string, recorded: string, asked: string): string {
  const { from, before, after } = firstDifference(recorded, asked)
  const visible = quote(before) !== quote(after)
  const show = visible ? quote : (text: string): string => shorten(JSON.stringify(text), 60)
  return `${what} differs from character ${from}: ${show(before)} → ${show(after)}`
}

const wordsAround = 20

/** Where two texts begin to differ (zero-based, UTF-16), and the words around that in each. */
export function firstDifference(
  recorded: string,
  asked: string,
): { from: number; before: string; after: string } {
  const from = commonStart(recorded, asked)
  const end = commonEnd(recorded, asked, from)
  // recheck: of the few words before
  const lead = /(?:\S+\s+)?\S*$/.exec(recorded.slice(Math.max(0, from - wordsAround), from))?.[0] ?? ''
  const tail =
    /^[\p{L}\p{M}\p{N}]*/u.exec(recorded.slice(recorded.length - end).slice(0, wordsAround))?.[0] ?? ''
  const piece = (text: string): string => `${lead}${text.slice(from, text.length - end)}${tail}`
  return { from, before: piece(recorded), after: piece(asked) }
}

function quote(text: string): string {
  return `"${shorten(toOneLine(text.slice(0, 400)), 60)}"`
}
