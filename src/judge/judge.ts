/** The port to whatever answers: a language model, a person's function, or a rule. */
import type { Answer, JudgeSettings, RecallRequest, SecondQuestion, Usage } from '../protocol.ts'

/** One question to a judge: what is asked (`kind` and its fields), whether again, and the same for a language model. */
export type JudgeRequest = RecallRequest &
  SecondQuestion & {
    /** The system instructions. */
    instructions: string
    /** The rendered request; contexts stand in it as delimited, untrusted data. */
    prompt: string
    /** JSON Schema of the answer. */
    schema: object
    settings: JudgeSettings
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
