/** Several retrieval strategies, measured side by side against the same claims. */
import { UsageError } from '../errors.ts'
import type { ContextRecallResult, JudgeReport } from '../verdicts/result.ts'
import { comparisonTable } from './comparison-table.ts'
import { checkOptions } from '../options/check-options.ts'
import { contextsFrom, describe } from '../contexts/read-contexts.ts'
import { measure, measureClaims } from './measure-context-recall.ts'
import type { CallOptions, ContextRecallOptions } from '../options/options.ts'

/** A question and its right answer. */
export interface ComparedItem {
  question: string
  /** The right answer as a text, or its claims as an array. */
  groundTruth: string | readonly string[]
}

/** Retrieves for a question: texts, documents, hits, or whatever else the matcher takes; may be async. */
export type RetrievalStrategy<Item extends ComparedItem = ComparedItem> = (
  question: string,
  item: Item,
) => unknown

/** What each strategy reached on one question. */
export interface ComparedQuestion<Name extends string, Item extends ComparedItem = ComparedItem> {
  item: Item
  results: Record<Name, ContextRecallResult>
  /** The claims that this strategy alone covers. */
  onlyIn: Record<Name, string[]>
  /** The strategy whose recall is higher than every other's, if one's is. */
  winner: Name | undefined
}

export interface ContextRecallComparison<Name extends string, Item extends ComparedItem = ComparedItem> {
  questions: ComparedQuestion<Name, Item>[]
  /** Per strategy the mean recall over all questions, and on how many its recall was higher than every other's. */
  strategies: Record<Name, { mean: number; wins: number }>
  /** All of it as text. */
  table: string
  /** What it cost: claims once per question, attribution once per question and strategy. */
  judge: Pick<JudgeReport, 'calls' | 'replayed' | 'usage'>
}

/**
 * Compares retrieval strategies on a dataset: for A/B tests of retrieval, or of embeddings. The claims of a ground
 * truth are extracted once, so that all strategies are measured against the same. Throws a `UsageError` for an empty
 * dataset, fewer than two strategies or a ground truth without claims, and whatever `measureContextRecall` throws.
 */
export async function compareContextRecall<Name extends string, Item extends ComparedItem>(
  input: {
    dataset: readonly Item[]
    strategies: Readonly<Record<Name, RetrievalStrategy<Item>>>
  } & ContextRecallOptions,
): Promise<ContextRecallComparison<Name, Item>> {
  const { dataset, strategies, ...options } = input
  checkOptions(options, 'measurement')
  const named = checkStrategies<Name, Item>(strategies)
  if (!Array.isArray(dataset) || dataset.length === 0)
    throw new UsageError('The dataset is empty. Give at least one { question, groundTruth }.')
  const judge = { calls: 0, replayed: 0, usage: { inputTokens: 0, outputTokens: 0 } }
  const questions: ComparedQuestion<Name, Item>[] = []
  for (const item of dataset) questions.push(await compareOn(item, named, options, judge))
  const names = named.map(([name]) => name)
  const summary = forEach(names, name => ({
    mean: questions.reduce((sum, { results }) => sum + results[name].recall, 0) / questions.length,
    wins: questions.filter(({ winner }) => winner === name).length,
  }))
  const rows = questions.map(({ item, results, onlyIn }) => ({
    question: item.question,
    recall: forEach(names, name => results[name].recall),
    onlyIn,
  }))
  return { questions, strategies: summary, table: comparisonTable(rows, summary), judge }
}

function checkStrategies<Name extends string, Item extends ComparedItem>(
  strategies: Readonly<Record<Name, RetrievalStrategy<Item>>>,
): [Name, RetrievalStrategy<Item>][] {
  const named = Object.entries(strategies ?? {}) as [Name, RetrievalStrategy<Item>][]
  if (named.length < 2)
    throw new UsageError(
      'A comparison takes at least two strategies: { bm25: question => …, vectors: question => … }.',
    )
  for (const [name, strategy] of named)
    if (typeof strategy !== 'function')
      throw new UsageError(
        `The strategy '${name}' must be a function of the question, not ${describe(strategy)}.`,
      )
  return named
}

async function compareOn<Name extends string, Item extends ComparedItem>(
  item: Item,
  named: readonly [Name, RetrievalStrategy<Item>][],
  options: CallOptions,
  total: ContextRecallComparison<Name>['judge'],
): Promise<ComparedQuestion<Name, Item>> {
  if (typeof item?.question !== 'string')
    throw new UsageError(`An item of the dataset must be { question, groundTruth }, not ${describe(item)}.`)
  const extracted = await measureClaims(item.groundTruth, { ...options, question: item.question }, {})
  add(total, extracted.judge)
  if (extracted.claims.length === 0)
    throw new UsageError(`The ground truth for '${item.question}' makes no claim that could be checked.`)
  const measured = await Promise.all(
    named.map(async ([name, retrieve]) => {
      const found = await contextsFrom(
        await retrieve(item.question, item),
        `what the strategy '${name}' returned`,
      )
      const { result } = await measure({
        groundTruth: extracted.claims,
        uncovered: extracted.uncovered,
        found,
        options,
        runner: {},
      })
      add(total, result.judge)
      return [name, result] as const
    }),
  )
  const results = Object.fromEntries(measured) as Record<Name, ContextRecallResult>
  const names = named.map(([name]) => name)
  const best = Math.max(...names.map(name => results[name].recall))
  const leaders = names.filter(name => results[name].recall === best)
  return {
    item,
    results,
    onlyIn: forEach(names, name => coveredOnlyBy(name, results)),
    winner: leaders.length === 1 ? leaders[0] : undefined,
  }
}

function coveredOnlyBy<Name extends string>(
  name: Name,
  results: Record<Name, ContextRecallResult>,
): string[] {
  const others = (Object.keys(results) as Name[]).filter(other => other !== name)
  return results[name].claims.flatMap(({ text, attributed }, index) =>
    attributed && others.every(other => results[other].claims[index]?.attributed !== true) ? [text] : [],
  )
}

function add(
  total: ContextRecallComparison<string>['judge'],
  { calls, replayed, usage }: Pick<JudgeReport, 'calls' | 'replayed' | 'usage'>,
): void {
  total.calls += calls
  total.replayed += replayed
  total.usage.inputTokens += usage.inputTokens
  total.usage.outputTokens += usage.outputTokens
}

function forEach<Name extends string, T>(names: readonly Name[], value: (name: Name) => T): Record<Name, T> {
  return Object.fromEntries(names.map(name => [name, value(name)])) as Record<Name, T>
}
