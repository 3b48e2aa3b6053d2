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
export { assertContextRecall } from './matchers/assert-context-recall.ts'
export {
  toHaveContextRecall,
  type ContextRecallMatchers,
  type GroundTruth,
} from './matchers/to-have-context-recall.ts'
export type { ContextRecallResult, JudgeReport } from './recall/result.ts'
export type { Evidence, Status, Verdict } from './recall/verdicts.ts'
export type { Mode } from './recordings/mode.ts'
export { configure } from './scorer/configure.ts'
export {
  createContextRecallScorer,
  type ContextRecallScorer,
  type ScorerRun,
} from './scorer/create-context-recall-scorer.ts'
export {
  compareContextRecall,
  type ComparedItem,
  type ComparedQuestion,
  type ContextRecallComparison,
  type RetrievalStrategy,
} from './scorer/compare-context-recall.ts'
export { fromToolResults } from './scorer/from-tool-results.ts'
export { measureContextRecall } from './scorer/measure-context-recall.ts'
export type {
  CallOptions,
  ConfigureOptions,
  ContextRecallOptions,
  MatcherOptions,
  RunOptions,
  ScorerOptions,
} from './scorer/options.ts'
export type { JudgeSettings, Usage } from './wire.ts'
