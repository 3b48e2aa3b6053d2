/** One labelled item through the package, as a user would measure it. */
import type { ContextRecallResult } from '../../../src/verdicts/result.ts'
import type { Outcome } from './measured.ts'
import type { LabelledItem } from './read-labelled.ts'
import { readSecondQuestions } from './second-questions.ts'

/** The built package; its options are set by `configure`. */
export type Package = Pick<
  typeof import('../../../src/index.ts'),
  'createContextRecallScorer' | 'measureContextRecall'
>

/** Measures an item. Rejects with whatever the package throws. */
export async function measureItem(item: LabelledItem, built: Package): Promise<Outcome> {
  if (item.kind === 'decomposition') {
    const { claims, ...rest } = await split(item, built)
    return { kind: item.kind, item, claims: claims.map(({ text }) => text), ...detailsOf(rest) }
  }
  const { claim, contexts } = item
  const result = await built.measureContextRecall({ groundTruth: [claim], contexts })
  const [verdict] = result.claims
  if (verdict === undefined) throw new Error(`no verdict on the claim of ${item.id}`)
  const { status, attributed } = verdict
  return { kind: item.kind, item, status, attributed, ...detailsOf(result) }
}

/** Without contexts only the claims are asked for; and unlike a measurement, a scorer may find none. */
function split(
  { text, before }: LabelledItem & { kind: 'decomposition' },
  { createContextRecallScorer }: Package,
): Promise<ContextRecallResult> {
  const options = { context: [], ...(before !== undefined && { question: before }) }
  return createContextRecallScorer({ options }).run({ groundTruth: text })
}

function detailsOf({ judge }: Pick<ContextRecallResult, 'judge'>) {
  const { calls, replayed, usage, recordings } = judge
  return {
    cost: { calls, replayed, ...usage },
    questions: recordings.length,
    secondQuestions: readSecondQuestions(recordings),
  }
}
