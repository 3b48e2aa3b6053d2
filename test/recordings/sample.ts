/** Questions, answers and recordings that the tests of this room share. */
import { sha256 } from '../../src/json.ts'
import { type JudgeParts, type KeyedRequest, keyRequest } from '../../src/recordings/key.ts'
import { type Recording, serialiseRecording } from '../../src/recordings/recording.ts'
import { makeRecording } from '../../src/recordings/recording-making.ts'
import type {
  AttributionAnswer,
  AttributionRequest,
  ClaimsAnswer,
  ClaimsRequest,
} from '../../src/protocol.ts'

export const judgeParts: JudgeParts = {
  model: 'openai/gpt-5.6-sol',
  promptDigest: sha256('the prompt'),
  settings: {},
}

export const claimsRequest: ClaimsRequest = {
  kind: 'claims',
  groundTruth: 'Einstein was born in 1879. He developed relativity.',
}

export const claimsAnswer: ClaimsAnswer = {
  claims: ['Einstein was born in 1879.', 'Einstein developed relativity.'],
}

export const attributionRequest: AttributionRequest = {
  kind: 'attribution',
  claims: ['Einstein was born in 1879.', 'Einstein developed relativity.'],
  contexts: [
    'Albert Einstein was born on 14 March 1879 in Ulm, in the Kingdom of Württemberg.',
    'He published the theory of special relativity in 1905.',
  ],
}

export const attributionAnswer: AttributionAnswer = {
  verdicts: [
    {
      claim: 1,
      status: 'supported',
      evidence: [{ context: 1, quote: 'born on 14 March 1879' }],
      gap: '',
    },
    {
      claim: 2,
      status: 'partial',
      evidence: [{ context: 2, quote: 'special relativity' }],
      gap: 'general relativity',
    },
  ],
}

export const keyedClaims: KeyedRequest = keyRequest(claimsRequest, judgeParts)
export const keyedAttribution: KeyedRequest = keyRequest(attributionRequest, judgeParts)

export const claimsRecording: Recording = makeRecording(keyedClaims, { answers: [claimsAnswer] })
export const attributionRecording: Recording = makeRecording(keyedAttribution, {
  answers: [attributionAnswer],
  answeredBy: 'gpt-5.6-sol-2026-10-01',
})

/** Name and file text of a question's recording. */
export function fileOf(
  keyed: KeyedRequest,
  answers: readonly (ClaimsAnswer | AttributionAnswer)[] = [
    keyed.request.kind === 'claims' ? claimsAnswer : attributionAnswer,
  ],
): [name: string, text: string] {
  return [keyed.name, serialiseRecording(makeRecording(keyed, { answers }))]
}
