/** What `audit` says that need not be wrong: pairs that are not whole, several prompts or models, what git has not yet. */
import { promptName } from '../judge/prompts/prompt.ts'
import type { RequestKind } from '../protocol.ts'
import { shorten, toOneLine } from '../text.ts'
import { claimsIn, claimsKey, type Entry } from './entries.ts'
import type { FileState } from './git-state.ts'
import { foreignFiles, type RecordingsDirectory } from './recordings-directory.ts'

/** A line each. */
export function notesOn(
  directory: RecordingsDirectory,
  entries: readonly Entry[],
  states: ReadonlyMap<string, { state: FileState }> | undefined,
): string[] {
  return [
    ...danglingPairs(entries),
    ...mixed(entries, 'claims'),
    ...mixed(entries, 'attribution'),
    ...uncommitted(entries, states),
    ...foreign(foreignFiles(directory)),
  ]
}

function danglingPairs(entries: readonly Entry[]): string[] {
  const extracted = new Set<string>()
  const attributed = new Set<string>()
  for (const { recording } of entries) {
    if (recording?.kind === 'claims') extracted.add(claimsKey(claimsIn(recording)))
    if (recording?.kind === 'attribution') attributed.add(claimsKey(recording.request.claims))
  }
  const alone = entries.filter(
    ({ recording }) =>
      recording?.kind === 'attribution' && !extracted.has(claimsKey(recording.request.claims)),
  )
  const unused = entries.filter(({ recording }) => {
    const claims = recording?.kind === 'claims' ? claimsIn(recording) : []
    return claims.length > 0 && !attributed.has(claimsKey(claims))
  })
  return [
    ...named(
      alone,
      'of claims that no recording extracted: given as an array, or their claims were forgotten',
    ),
    ...named(
      unused,
      'whose claims were never attributed: no context was retrieved, or their attribution is gone',
    ),
  ]
}

function named(entries: readonly Entry[], what: string): string[] {
  const [first, ...others] = entries
  if (first === undefined) return []
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return [`${entries.length} ${what} (${first.name}${more})`]
}

function mixed(entries: readonly Entry[], kind: RequestKind): string[] {
  const ofKind = entries.filter(({ recording }) => recording?.kind === kind)
  const prompts = Map.groupBy(ofKind, ({ recording }) => recording?.prompt ?? '')
  const told = [...prompts].map(
    ([prompt, made]) =>
      `${made.length} with ${promptName(kind, prompt)} (${made[0]?.name}${made.length > 1 ? ' and more' : ''})`,
  )
  const models = new Set(ofKind.map(({ recording }) => recording?.model ?? ''))
  const shown = [...models].map(model => shorten(toOneLine(model), 60)).sort()
  return [
    ...(prompts.size > 1
      ? [`${kind}: made with ${prompts.size} prompts, of which a test reads one: ${told.join(', ')}`]
      : []),
    ...(models.size > 1 ? [`${kind}: made by ${models.size} models: ${shown.join(', ')}`] : []),
  ]
}

function uncommitted(
  entries: readonly Entry[],
  states: ReadonlyMap<string, { state: FileState }> | undefined,
): string[] {
  if (states === undefined) return ['not in a git repository: nothing is known of commits']
  const count = (state: FileState): number =>
    entries.filter(({ name }) => states.get(name)?.state === state).length
  const deleted = [...states.values()].filter(({ state }) => state === 'deleted').length
  const parts = [
    [count('untracked'), 'not added'],
    [count('changed'), 'added or changed'],
    [deleted, 'deleted'],
  ] as const
  const told = parts.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]))
  return told.length === 0 ? [] : [`not committed yet: ${told.join(', ')}`]
}

function foreign(names: readonly string[]): string[] {
  const [first, ...others] = names
  if (first === undefined) return []
  return [
    `${names.length} file${names.length === 1 ? ' that is no recording' : 's that are no recordings'} (${toOneLine(first)}${others.length === 0 ? '' : ' and more'})`,
  ]
}
