/** The scorer: one object with a `run`, as Mastra documents its own. */
import type { ContextRecallResult } from '../verdicts/result.ts'
import { UsageError } from '../errors.ts'
import type { JudgeModel } from '../judge/model.ts'
import { isAgentRun, questionOf } from '../contexts/agent-format.ts'
import { checkOptions } from '../options/check-options.ts'
import { contextsOfList, extractContexts, type FoundContexts } from '../contexts/read-contexts.ts'
import { measure } from './measure-context-recall.ts'
import type { ScorerOptions } from '../options/options.ts'

/** What a scorer is run on; more fields may be there and are ignored. */
export interface ScorerRun {
  input?: unknown
  output?: unknown
  /** The right answer as a text, or its claims as an array. */
  groundTruth?: unknown
}

/** Scores how much of the ground truth the contexts support. */
export interface ContextRecallScorer {
  readonly id: 'context-recall-scorer'
  readonly name: string
  readonly description: string
  readonly type: 'agent'
  /**
   * Scores one run: recall × scale, with the reason and all verdicts. Without a ground truth, or with one that makes
   * no claim, the score is 0 with a reason. Throws when the extractor or the judge fails or a recording is missing.
   */
  run(run?: ScorerRun): Promise<ContextRecallResult>
}

/**
 * Makes a context recall scorer. `context` or `contextExtractor` is required: with both, the extractor is used
 * when a run's input and output are an agent's, `context` otherwise; an extractor alone is always used.
 * Throws a `UsageError` for bad options.
 */
export function createContextRecallScorer(config: {
  model?: JudgeModel
  options: ScorerOptions
}): ContextRecallScorer {
  const { context, contextExtractor, scale, ...options } = checkedOptions(config)
  const find = async ({ input, output }: ScorerRun): Promise<FoundContexts> =>
    contextExtractor !== undefined && (context === undefined || isAgentRun(input, output))
      ? extractContexts(contextExtractor, input, output)
      : { contexts: contextsOfList(context ?? [], 'the option context') }
  return {
    id: 'context-recall-scorer',
    name: 'Context Recall Scorer',
    description: 'Measures how many claims of the ground truth the retrieved contexts support.',
    type: 'agent',
    run: async (run = {}) => {
      const { groundTruth } = run
      if (isAbsent(groundTruth)) return notMeasured(options.model)
      const found = await find(run)
      const question = options.question ?? questionOf(run.input)
      const { result } = await measure({
        groundTruth,
        found,
        options: { ...options, ...(question !== undefined && { question }) },
        ...(scale !== undefined && { scale }),
        runner: {},
      })
      return found.leftOut === undefined
        ? result
        : { ...result, reason: `${result.reason} (${found.leftOut}.)` }
    },
  }
}

function checkedOptions(config: { model?: JudgeModel; options: ScorerOptions }): ScorerOptions {
  if (typeof config?.options !== 'object' || config.options === null)
    throw new UsageError(
      'createContextRecallScorer needs options with context or contextExtractor.\n' +
        "  do  createContextRecallScorer({ model: 'openai/gpt-5.6-sol', options: { context: ['…'] } })",
    )
  const { model = config.options.model, options, ...others } = config
  refuseOthers(others)
  const merged: ScorerOptions = { ...options, ...(model !== undefined && { model }) }
  checkOptions(merged, 'scorer')
  if (merged.context === undefined && merged.contextExtractor === undefined)
    throw new UsageError(
      'The scorer has neither context nor contextExtractor, so it would have nothing to judge.\n' +
        '  do  give options: { context: [] } if no contexts is what you mean',
    )
  return merged
}

function refuseOthers(others: object): void {
  const names = Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  if (names.length === 0) return
  const isOne = names.length === 1
  throw new UsageError(
    `createContextRecallScorer takes { model, options }; ${names.map(name => `'${name}'`).join(', ')} ${isOne ? 'is' : 'are'} neither.\n` +
      `  do  put ${isOne ? 'it' : 'them'} into options`,
  )
}

function isAbsent(groundTruth: unknown): boolean {
  return (
    groundTruth === undefined ||
    groundTruth === null ||
    (typeof groundTruth === 'string' && groundTruth.trim() === '') ||
    (Array.isArray(groundTruth) && groundTruth.length === 0)
  )
}

function notMeasured(model: JudgeModel | undefined): ContextRecallResult {
  return {
    score: 0,
    reason: 'There is no ground truth, so there is nothing the contexts could be measured against.',
    recall: 0,
    attributed: 0,
    total: 0,
    claims: [],
    uncovered: [],
    judge: {
      model: typeof model === 'string' ? model : '',
      calls: 0,
      replayed: 0,
      usage: { inputTokens: 0, outputTokens: 0 },
      recordings: [],
    },
  }
}
