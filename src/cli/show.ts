/** `show`: one recording as a person reads it. */
import type { Verdict } from '../recall/verdicts.ts'
import { recallOf, shownRecall } from '../recall/score.ts'
import type { AttributionRecording, ClaimsRecording } from '../recordings/recording.ts'
import { toOneLine } from '../text.ts'
import { claimsIn, claimsKey, readEntries, readEntry, settle } from './entries.ts'
import { type CliIo, exit } from './io.ts'
import { findRecording, type RecordingsDirectory } from './recordings-directory.ts'

/** How much of a context is shown on each side of a quote, in UTF-16 units. */
const surroundings = 80

/** Prints claims, verdicts, and each piece of evidence in its context. A damaged recording is an error. */
export function show(io: CliIo, directory: RecordingsDirectory, given: string): number {
  const { recording, error, file } = readEntry(directory.store, findRecording(directory, io, given))
  if (recording === undefined) throw error ?? new Error(`${file} cannot be read`)
  const { model, answeredBy, settings, edited } = recording
  io.out(`file      ${file}`)
  const by = answeredBy === undefined ? '' : `, answered by ${toOneLine(answeredBy)}`
  io.out(`judge     ${toOneLine(model)}${by}${edited === true ? ', edited by hand' : ''}`)
  if (Object.keys(settings).length > 0) io.out(`settings  ${toOneLine(JSON.stringify(settings))}`)
  if (recording.kind === 'claims') showClaims(io, directory, recording)
  else showVerdicts(io, recording)
  if (recording.answers.length > 1)
    io.out('\nThe judge was asked once more; the later answer holds where there is one.')
  return exit.fine
}

function showClaims(io: CliIo, { store }: RecordingsDirectory, recording: ClaimsRecording): void {
  const { groundTruth, question } = recording.request
  if (question !== undefined) io.out(`question  ${toOneLine(question)}`)
  io.out(`\nGround truth: ${toOneLine(groundTruth)}\n`)
  const claims = claimsIn(recording)
  for (const claim of claims) io.out(`  - ${toOneLine(claim)}`)
  if (claims.length === 0) io.out('  It makes no claim that could be checked.')
  const users = readEntries(store).filter(
    ({ recording: other }) =>
      other?.kind === 'attribution' && claimsKey(other.request.claims) === claimsKey(claims),
  )
  if (users.length > 0) io.out('\nAttributions of these claims:')
  for (const { name } of users) io.out(`  ${name}`)
}

function showVerdicts(io: CliIo, recording: AttributionRecording): void {
  const { verdicts, isUnverified } = settle(recording)
  const { contexts, contextLengths = [] } = recording.request
  const attributed = verdicts.filter(verdict => verdict.attributed).length
  if (verdicts.length > 0)
    io.out(`recall    ${isUnverified ? '≤ ' : ''}${shownRecall(recallOf(attributed, verdicts.length))}`)
  const count = (contexts ?? contextLengths).length
  io.out(`contexts  ${count}, sorted: their numbers here are not those of the test`)
  if (isUnverified)
    io.out('          stored as digests: quotes are shown as the judge gave them, not looked for again')
  for (const verdict of verdicts) {
    io.out(`\n${verdict.attributed ? '✓' : '✗'} ${toOneLine(verdict.text)}`)
    for (const line of linesOf(verdict, contexts)) io.out(`    ${line}`)
  }
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
