/** What happens to fresh answers: they are checked, written, and may have to give way to those of another writer. */
import { JudgeError } from '../errors.ts'
import type { Answer, RequestKind } from '../protocol.ts'
import { canonicalJson } from '../json.ts'
import { type KeyedRequest } from './key.ts'
import type { LookUp } from './look-up.ts'
import { parseRecording, type Recording, serialiseRecording } from './recording.ts'
import { answerFaultOf } from './recording-shape.ts'
import { type Environment, refuseSecrets } from './secrets.ts'
import type { RecordingStore } from './store.ts'

/** Writes what was answered and returns what stands: with several writers, the answers of the first. */
export function keepAnswers(
  store: RecordingStore,
  keyed: KeyedRequest,
  found: LookUp,
  recording: Recording,
): Recording {
  const { name } = keyed
  if (found.state === 'found') {
    const isKept = hasContextTexts(found.recording) === hasContextTexts(recording)
    if (isKept && areEqualAnswers(found.recording.answers, recording.answers)) return found.recording
    store.replace(name, serialiseRecording(recording))
    return recording
  }
  const text = serialiseRecording(recording)
  const isHere = 'error' in found && found.name === name
  const standing = isHere ? store.exchange(name, found.text, text) : store.publish(name, text)
  return standing === text ? recording : parseRecording(standing, `${store.location}/${name}`, keyed)
}

function hasContextTexts(recording: Recording): boolean {
  return recording.kind === 'attribution' && recording.request.contexts !== undefined
}

/** Whether two lists of answers say the same. */
export function areEqualAnswers(before: readonly Answer[], after: readonly Answer[]): boolean {
  return canonicalJson(before) === canonicalJson(after)
}

/** What would not be read again must not be written: a `JudgeError`; nor a secret: a `SecretError`. */
export function checkAnswers(
  { model, ...secrets }: { model: string; environment: Environment; allow: readonly (string | RegExp)[] },
  kind: RequestKind,
  answers: readonly Answer[],
): void {
  for (const [index, given] of answers.entries()) {
    const fault = answerFaultOf(kind, given)
    if (fault === undefined) continue
    throw new JudgeError(
      `The answer of ${model} has not the form of a ${kind} answer: answers[${index}]${fault}.`,
      { model, kind: 'invalid-answer' },
    )
  }
  refuseSecrets(
    answers.map((given, index) => [
      `The judge's answer${index === 0 ? '' : ' to the second question'}`,
      JSON.stringify(given),
    ]),
    secrets,
  )
}
