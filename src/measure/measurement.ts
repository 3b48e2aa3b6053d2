/** What is gathered while asking for one measurement. */
import type { VerdictChange } from '../verdicts/verdicts.ts'
import type { QuestionContext, RecordedAnswers } from '../recordings/recorded-judge.ts'
import type { Composed } from './compose.ts'

export interface Asking {
  composed: Composed
  /** Redacted, line ends normalised. */
  groundTruth: string | readonly string[]
  answers: RecordedAnswers[]
  changes: VerdictChange[]
  context: QuestionContext & { rerun: string }
}
