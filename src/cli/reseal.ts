/** `reseal`: takes over a person's correction of a recording, checked as an answer is. */
import { DamagedRecordingError, UsageError } from '../errors.ts'
import { formatError, shellPath } from '../format-error.ts'
import { parseRecording, type Recording, sealOf, serialiseRecording } from '../recordings/recording.ts'
import { refuseSecrets } from '../recordings/secrets.ts'
import { isMembers, parseText, shapeFaultOf } from '../recordings/recording-shape.ts'
import { isBlank, shorten, toOneLine } from '../text.ts'
import { claimsIn, settle } from './entries.ts'
import { type CliIo, exit, type Outcome } from './io.ts'
import type { Found } from './recordings-directory.ts'

export interface ResealOptions {
  /** Texts that look like a secret and are none, or names of variables. */
  allowSecret?: string[]
  /** That a ground truth makes no claim is meant. */
  empty?: boolean
}

/** Marks the recording as edited and seals it anew. A correction that cannot stand is a `UsageError`, the file as it was. */
export function reseal(
  io: CliIo,
  { directory, name }: Found,
  { allowSecret = [], empty = false }: ResealOptions = {},
): Outcome {
  const { store } = directory
  const file = `${store.location}/${name}`
  const recording = readCorrected(store.read(name) ?? '', file)
  if (sealOf(recording) === recording.seal) {
    io.out(`${file} is sealed already: nothing was changed in it.`)
    return { code: exit.fine, json: { file, resealed: false } }
  }
  const text = sealedAnew(recording, file)
  checkAnswers(recording, file, empty)
  const secrets = { environment: io.environment, allow: allowSecret }
  refuseSecrets([[`The correction in ${file}`, JSON.stringify(recording.answers)]], secrets)
  store.replace(name, text)
  io.out(`${file} is sealed anew and marked as edited.`)
  for (const line of summaryOf(recording)) io.out(`  ${line}`)
  return { code: exit.fine, json: { file, resealed: true } }
}

function refusal(what: string, file: string): UsageError {
  return new UsageError(
    formatError(what, [
      ['file', file],
      ['correct', 'the verdicts or claims under "answers", and run reseal again'],
      ['or undo', `git checkout -- ${shellPath(file)}`],
    ]),
  )
}

function readCorrected(text: string, file: string): Recording {
  let value: unknown
  try {
    value = parseText(text)
  } catch (cause) {
    throw refusal(`It is no JSON: ${toOneLine((cause as Error).message)}.`, file)
  }
  const fault = isMembers(value) && value['format'] === 1 ? shapeFaultOf(value) : 'format'
  if (fault !== undefined)
    throw refusal(`It has not the form of a recording. Missing or wrong: ${fault}.`, file)
  return value as Recording
}

/** Only answers may be corrected: another question has another key, and is asked by running its test. */
function sealedAnew(recording: Recording, file: string): string {
  const edited: Recording = { ...recording, edited: true }
  const text = serialiseRecording({ ...edited, seal: sealOf(edited) })
  try {
    parseRecording(text, file)
    return text
  } catch (error) {
    if (!DamagedRecordingError.isInstance(error)) throw error
    const [what = ''] = error.message.split('\n')
    throw refusal(`The question was changed, too. ${what}`, file)
  }
}

function checkAnswers(recording: Recording, file: string, mayBeEmpty: boolean): void {
  if (recording.kind === 'claims') {
    const blank = recording.answers.flatMap(({ claims }) => claims).some(isBlank)
    if (blank) throw refusal('One of the claims is blank.', file)
    if (claimsIn(recording).length === 0 && !mayBeEmpty)
      throw refusal('No claim is left, so that nothing would be measured. If that is meant: --empty.', file)
    return
  }
  const { verdicts, isUnverified } = settle(recording)
  for (const { answered, status, text, rejected } of verdicts) {
    const claim = `"${shorten(toOneLine(text), 100)}"`
    if (!answered) throw refusal(`The claim ${claim} has no verdict, or two in one answer.`, file)
    if (status !== 'unverified') continue
    const [quote] = rejected
    if (quote !== undefined && !isUnverified)
      throw refusal(
        `The claim ${claim} is called supported by a quote that no context contains: "${shorten(toOneLine(quote), 100)}".`,
        file,
      )
    throw refusal(`The claim ${claim} is called supported without a quote.`, file)
  }
}

function summaryOf(recording: Recording): string[] {
  if (recording.kind === 'claims') {
    return [
      ...claimsIn(recording).map(claim => `- ${toOneLine(claim)}`),
      'attributions made with other claims are not read any more: run the tests, outside CI',
    ]
  }
  const { verdicts, isUnverified } = settle(recording)
  return [
    ...verdicts.map(
      ({ attributed, status, text }) =>
        `${attributed ? '✓' : '✗'} ${toOneLine(text)}${attributed ? '' : ` (${status})`}`,
    ),
    ...(isUnverified
      ? ['its contexts are stored as digests: whether they hold the quotes, the test will tell']
      : []),
  ]
}
