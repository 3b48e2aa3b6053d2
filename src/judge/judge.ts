/** The port to whatever answers: a language model, a person's function, or a rule. */
import type { AddedNumbers, Answer, Doubt, JudgeSettings, RecallRequest, Usage } from '../protocol.ts'

/**
 * One question to a judge: what is asked (`kind` and its fields), and the same rendered for a language model.
 * A second question about an attribution holds only the claims in doubt, renumbered, and says why in `doubts`; one
 * about claims asks for the whole list again and says why in `addedNumbers` and `lostSentences`.
 */
export type JudgeRequest = RecallRequest & {
  /** The system instructions. */
  instructions: string
  /** The rendered request; contexts stand in it as delimited, untrusted data. */
  prompt: string
  /** JSON Schema of the answer. */
  schema: object
  settings: JudgeSettings
  /** Present in a second question about an attribution only. */
  doubts?: readonly Doubt[]
  /** Present in a second question about claims only. */
  addedNumbers?: readonly AddedNumbers[]
  /** Sentences of the ground truth that no claim takes up; in a second question about claims only. */
  lostSentences?: readonly string[]
  /** No new call may start once it is aborted; a function of one's own is told by it that its time is up, too. */
  signal?: AbortSignal
}

/** An answer in wire format, checked against its schema by whoever asked; usage and the answering model where known. */
export type JudgeAnswer = Answer & {
  usage?: Usage
  /** The exact model that answered, such as a dated version. */
  answeredBy?: string
}

/** Answers requests. `id` is keyed: another id means other recordings. */
export interface Judge {
  readonly id: string
  judge(request: JudgeRequest): Promise<JudgeAnswer>
}
