/** The public names. */
export {
  ContextRecallError,
  DamagedRecordingError,
  JudgeError,
  MissingRecordingError,
  SecretError,
  StoreError,
  UsageError,
  type JudgeErrorKind,
  type RecordingFault,
} from './errors.ts'
export type { JudgeAnswer, JudgeRequest } from './judge/judge.ts'
export type { JudgeModel } from './judge/model.ts'
export type { PromptOption } from './judge/prompts/prompt.ts'
export { assertContextRecall } from './matcher/assert-context-recall.ts'
export {
  toHaveContextRecall,
  type ContextRecallMatchers,
  type GroundTruth,
} from './matcher/to-have-context-recall.ts'
export type { ContextRecallResult, JudgeReport } from './verdicts/result.ts'
export type { Evidence, Status, Verdict } from './verdicts/verdicts.ts'
export type { Mode } from './recordings/mode.ts'
export { configure } from './options/configure.ts'
export {
  createContextRecallScorer,
  type ContextRecallScorer,
  type ScorerRun,
} from './measure/create-context-recall-scorer.ts'
export {
  compareContextRecall,
  type ComparedItem,
  type ComparedQuestion,
  type ContextRecallComparison,
  type RetrievalStrategy,
} from './measure/compare-context-recall.ts'
export { fromToolResults } from './contexts/from-tool-results.ts'
export { measureContextRecall } from './measure/measure-context-recall.ts'
export type {
  CallOptions,
  ConfigureOptions,
  ContextRecallOptions,
  MatcherOptions,
  RunOptions,
  ScorerOptions,
} from './options/options.ts'
export type { JudgeSettings, Usage } from './protocol.ts'
