/** `show`: one recording as a person reads it. */
import { shownRecall } from '../verdicts/score.ts'
import type { Verdict } from '../verdicts/verdicts.ts'
import { promptName } from '../judge/prompts/prompt.ts'
import type { AttributionRecording, ClaimsRecording, Recording } from '../recordings/recording.ts'
import { shorten, toOneLine } from '../text.ts'
import { claimsIn, claimsKey, readEntry, readQuickly, recallIn, settle } from './entries.ts'
import { type CliIo, exit, type Outcome } from './io.ts'
import type { UsersOf } from './known-use.ts'
import type { Found } from './recordings-directory.ts'

export interface ShowOptions {
  /** Contexts whole, not their first words. */
  contexts?: boolean
}

/** How much of a context is shown on each side of a quote, in UTF-16 units. */
const surroundings = 80

/** Prints claims, verdicts, and each piece of evidence in its context. A damaged recording is an error. */
export function show(io: CliIo, found: Found, options: ShowOptions, usersOf: UsersOf): Outcome {
  const { recording, error, file } = readEntry(found.directory.store, found.name)
  if (recording === undefined) throw error ?? new Error(`${file} cannot be read`)
  const { model, answeredBy, settings, edited, kind, prompt } = recording
  const related = relatedTo(found, recording)
  const users = usersOf(found)
  const by = answeredBy === undefined ? '' : `, answered by ${toOneLine(answeredBy)}`
  const rows: [label: string, value: string | undefined][] = [
    ['file', file],
    ['judge', `${toOneLine(model)}${by}${edited === true ? ', edited by hand' : ''}`],
    ['prompt', promptName(kind, prompt)],
    ['settings', Object.keys(settings).length === 0 ? undefined : toOneLine(JSON.stringify(settings))],
    ['question', related.question && toOneLine(related.question)],
    ['used by', users && (users.length === 0 ? 'nothing that is known here' : users.join('\n'))],
  ]
  for (const [label, value] of rows)
    for (const [index, line] of (value?.split('\n') ?? []).entries())
      io.out(`${(index === 0 ? label : '').padEnd(8)}  ${line}`)
  const json =
    recording.kind === 'claims'
      ? showClaims(io, recording, related.attributions)
      : showVerdicts(io, recording, options)
  if (recording.answers.length > 1)
    io.out('\nThe judge was asked once more; the later answer holds where there is one.')
  const shared = { file, kind, model, answeredBy, settings, edited, prompt: promptName(kind, prompt), users }
  return { code: exit.fine, json: { ...shared, question: related.question, ...json } }
}

/** The question, which stands with the claims or beside those that were given, and the attributions that were made with claims. */
function relatedTo(
  { directory: { store } }: Found,
  recording: Recording,
): { question: string | undefined; attributions: string[] } {
  const key = claimsKey(recording.kind === 'claims' ? claimsIn(recording) : recording.request.claims)
  const related = readQuickly(store).filter(
    ({ recording: other }) =>
      other !== undefined &&
      claimsKey(other.kind === 'claims' ? claimsIn(other) : other.request.claims) === key,
  )
  const [question] =
    recording.kind === 'claims'
      ? [recording.request.question]
      : [recording, ...related.map(({ recording: other }) => other)].flatMap(
          other => (other?.kind === 'claims' ? other.request.question : other?.question) ?? [],
        )
  const attributions = related.filter(({ recording: other }) => other?.kind === 'attribution')
  return { question, attributions: attributions.map(({ name }) => name) }
}

function showClaims(io: CliIo, recording: ClaimsRecording, attributions: readonly string[]): object {
  const { groundTruth } = recording.request
  io.out(`\nGround truth: ${toOneLine(groundTruth)}\n`)
  const claims = claimsIn(recording)
  for (const claim of claims) io.out(`  - ${toOneLine(claim)}`)
  if (claims.length === 0) io.out('  It makes no claim that could be checked.')
  if (attributions.length > 0) io.out('\nAttributions of these claims:')
  for (const name of attributions) io.out(`  ${name}`)
  return { groundTruth, claims, attributions }
}

function showVerdicts(io: CliIo, recording: AttributionRecording, { contexts: whole }: ShowOptions): object {
  const { verdicts, isUnverified } = settle(recording)
  const { contexts, contextLengths = [] } = recording.request
  const recall = recallIn(verdicts)
  if (recall !== undefined) io.out(`recall    ${isUnverified ? '≤ ' : ''}${shownRecall(recall)}`)
  const count = (contexts ?? contextLengths).length
  io.out(`contexts  ${count}, sorted: their numbers here are not those of the test`)
  if (isUnverified)
    io.out('          stored as digests: quotes are shown as the judge gave them, not looked for again')
  for (const [index, text] of (contexts ?? []).entries()) {
    io.out(`  ${index}  ${whole === true ? `${text.length} characters` : beginning(text)}`)
    // line by line, so that a terminal obeys nothing in it and none of ours can be imitated
    if (whole === true) for (const line of text.split('\n')) io.out(`     | ${toOneLine(line)}`)
  }
  for (const verdict of verdicts) {
    io.out(`\n${verdict.attributed ? '✓' : '✗'} ${toOneLine(verdict.text)}`)
    for (const line of linesOf(verdict, contexts)) io.out(`    ${line}`)
  }
  return { recall, unverified: isUnverified, contexts: contexts ?? contextLengths.length, verdicts }
}

function beginning(text: string): string {
  const line = toOneLine(text)
  return line.length <= surroundings ? line : `${shorten(line, surroundings)} (${text.length} characters)`
}

function linesOf(verdict: Verdict, contexts: readonly string[] | undefined): string[] {
  const { status, gap, evidence, rejected } = verdict
  return [
    ...(status === 'supported' ? [] : [`${status}${gap === undefined ? '' : `: ${toOneLine(gap)}`}`]),
    ...evidence.map(({ context, quote, start, end }) => {
      const text = contexts?.[context]
      return text === undefined
        ? `"${toOneLine(quote)}"`
        : `context ${context}: ${inItsContext(text, start, end)}`
    }),
    ...rejected.map(quote => `no context contains "${toOneLine(quote)}"`),
  ]
}

/** A quote between guillemets, with what stands around it. */
function inItsContext(text: string, start: number, end: number): string {
  const before = text.slice(Math.max(0, start - surroundings), start)
  const after = text.slice(end, end + surroundings)
  return [
    start > surroundings ? '…' : '',
    toOneLine(before),
    /\s$/.test(before) ? ' ' : '',
    `«${toOneLine(text.slice(start, end))}»`,
    /^\s/.test(after) ? ' ' : '',
    toOneLine(after),
    end + surroundings < text.length ? '…' : '',
  ].join('')
}
