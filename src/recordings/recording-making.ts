/** Makes recordings from a question and its answers. */
import type { Answer, AttributionAnswer, ClaimsAnswer, JudgeSettings } from '../protocol.ts'
import { canonicalJson } from '../json.ts'
import { type KeyedRequest } from './key.ts'
import { type AttributionRecording, type ClaimsRecording, type Recording, sealWith } from './recording.ts'

/** What goes into a recording beside the question. */
export interface RecordingContent {
  answers: readonly Answer[]
  answeredBy?: string | undefined
  /** `digest` leaves the texts of contexts out. */
  texts?: 'full' | 'digest' | undefined
  /** What claims that were given answer; not keyed. */
  question?: string | undefined
}

/** Makes a sealed recording. Of the answers only what the wire format knows is taken, in one order of members. */
export function makeRecording(keyed: KeyedRequest, content: RecordingContent): Recording {
  const { model, promptDigest, settings } = keyed.judge
  const recording = {
    format: 1 as const,
    seal: '',
    key: keyed.key,
    model,
    prompt: promptDigest,
    settings: JSON.parse(canonicalJson(settings)) as JudgeSettings,
    ...(content.answeredBy === undefined ? undefined : { answeredBy: content.answeredBy }),
    ...questionAndAnswers(keyed, content),
    ...(content.question === undefined ? undefined : { question: content.question }),
  }
  return { ...recording, seal: sealWith(recording, keyed.digests) }
}

type QuestionAndAnswers =
  | Pick<ClaimsRecording, 'kind' | 'request' | 'answers'>
  | Pick<AttributionRecording, 'kind' | 'request' | 'answers'>

function questionAndAnswers(
  { request, digests }: KeyedRequest,
  { answers, texts }: RecordingContent,
): QuestionAndAnswers {
  if (request.kind === 'claims') {
    const { groundTruth, question } = request
    return {
      kind: 'claims',
      request: question === undefined ? { groundTruth } : { groundTruth, question },
      answers: (answers as ClaimsAnswer[]).map(({ claims }) => ({ claims })),
    }
  }
  const { claims, contexts } = request
  return {
    kind: 'attribution',
    request:
      texts === 'digest' && 'contexts' in digests
        ? { claims, contextDigests: digests.contexts, contextLengths: contexts.map(({ length }) => length) }
        : { claims, contexts },
    answers: (answers as AttributionAnswer[]).map(tidyAttribution),
  }
}

function tidyAttribution({ verdicts }: AttributionAnswer): AttributionAnswer {
  return {
    verdicts: verdicts.map(({ claim, status, evidence, gap }) => ({
      claim,
      status,
      evidence: evidence.map(({ context, quote }) => ({ context, quote })),
      gap,
    })),
  }
}
