/** The door for Mastra: the same scorer as a genuine Mastra scorer, for `runEvals`, agents and storage. */
import {
  createScorer,
  type MastraScorer,
  notScorable,
  type ScorerRunInputForAgent,
  type ScorerRunOutputForAgent,
} from '@mastra/core/evals'
import { JudgeError, type JudgeErrorKind } from './errors.ts'
import type { JudgeModel } from './judge/model.ts'
import type { ContextRecallResult } from './verdicts/result.ts'
import { createContextRecallScorer as createScorerOfOurs } from './measure/create-context-recall-scorer.ts'
import type { ScorerOptions } from './options/options.ts'

/** A Mastra scorer whose `preprocessStepResult` holds the verdicts. */
export type MastraContextRecallScorer = MastraScorer<
  'context-recall-scorer',
  ScorerRunInputForAgent,
  ScorerRunOutputForAgent,
  {
    preprocessStepResult: ContextRecallResult
    generateScoreStepResult: number
    generateReasonStepResult: string
  }
>

/** Failures of the set-up, which would be the same for every item: they are thrown. */
const fatal: ReadonlySet<JudgeErrorKind> = new Set(['no-key', 'not-loaded', 'max-calls'])

/**
 * Makes a context recall scorer for Mastra, with the options of `createContextRecallScorer`. When the judge fails on
 * an item, that item is `notScorable` with the reason and the others go on; a missing recording, bad options and
 * what would fail for every item throw.
 */
export function createContextRecallScorer(config: {
  model?: JudgeModel
  options: ScorerOptions
}): MastraContextRecallScorer {
  const scorer = createScorerOfOurs(config)
  return createScorer({
    id: scorer.id,
    name: scorer.name,
    description: scorer.description,
    type: 'agent',
  })
    .preprocess(async ({ run }) => {
      try {
        return await scorer.run(run)
      } catch (error) {
        if (JudgeError.isInstance(error) && !fatal.has(error.kind)) return notScorable(error.message)
        throw error
      }
    })
    .generateScore(({ results }) => results.preprocessStepResult.score)
    .generateReason(({ results }) => results.preprocessStepResult.reason)
}
