import { describe, expect, test } from 'vitest'
import {
  createContextRecallScorer,
  measureContextRecall,
  type ContextRecallResult,
  type JudgeRequest,
} from '../src/index.ts'
import { recallCases, scriptOf, type RecallCase } from './fixtures/recall-cases.ts'
import { fakeJudge } from './fixtures/fake-judge.ts'

function expectResult(result: ContextRecallResult, { contexts, calls, expected }: RecallCase): void {
  expect(result.claims.map(claim => claim.status)).toEqual(expected.statuses)
  expect([result.attributed, result.total]).toEqual([expected.attributed, expected.total])
  expect(result.recall).toBe((expected.attributed ?? NaN) / (expected.total ?? NaN))
  expect(result.judge.calls).toBe(calls)
  if (expected.evidenceContexts !== undefined)
    expect(result.claims.map(claim => claim.evidence.map(evidence => evidence.context))).toEqual(
      expected.evidenceContexts,
    )
  for (const { context, quote, start, end } of result.claims.flatMap(claim => claim.evidence))
    expect(quote).toBe(contexts[context]?.slice(start, end))
}

describe.each(recallCases)('$name', recallCase => {
  const { groundTruth, contexts, calls, contextsSent, expected } = recallCase

  test('through measureContextRecall', async () => {
    const judge = fakeJudge(scriptOf(recallCase))
    const measured = measureContextRecall({ groundTruth, contexts, model: judge, mode: 'live' })
    if (expected.error === undefined) expectResult(await measured, recallCase)
    else await expect(measured).rejects.toMatchObject({ name: expected.error })
    expect(judge.requests).toHaveLength(calls)
    const attribution: JudgeRequest | undefined = judge.requests.find(
      request => request.kind === 'attribution',
    )
    if (contextsSent !== undefined) expect(attribution).toMatchObject({ contexts: { length: contextsSent } })
    for (const context of attribution?.kind === 'attribution' ? attribution.contexts : [])
      expect(contexts).toContain(context)
  })

  test('through the scorer', async () => {
    const judge = fakeJudge(scriptOf(recallCase))
    const scorer = createContextRecallScorer({ model: judge, options: { context: contexts, mode: 'live' } })
    const scored = scorer.run({ input: '', output: '', groundTruth })
    if (expected.error === undefined) expectResult(await scored, recallCase)
    else await expect(scored).rejects.toMatchObject({ name: expected.error })
  })
})
