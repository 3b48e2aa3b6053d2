import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { configure } from '../../src/options/configure.ts'
import { createContextRecallScorer } from '../../src/measure/create-context-recall-scorer.ts'
import { measureContextRecall } from '../../src/measure/measure-context-recall.ts'
import type { JudgeRequest } from '../../src/judge/judge.ts'
import { measureItem } from '../bench/judge/measure-item.ts'
import { planQuestions } from '../bench/judge/plan.ts'
import type { LabelledItem } from '../bench/judge/read-labelled.ts'

const support = { kind: 'support', id: 's', line: 1, supported: true, label: 'x' } as const
const text = { kind: 'decomposition' as const, id: 't', line: 2, goldClaims: [] }
const long = 'All of this is about towers that are old, and about others. '.repeat(2500)

const items: LabelledItem[] = [
  { ...support, claim: ' It is\r\nold. ', contexts: ['b\r\nb', 'a', 'a', ' '] },
  { ...support, claim: 'It is new.', contexts: [long, 'a'] },
  { ...support, claim: 'It is no more.', contexts: [] },
  { ...text, text: 'It is\r\nold.', before: 'Is\rit?' },
  { ...text, text: 'It is old.' },
  // the same question again
  { ...text, text: 'It is old.' },
]

function directory(): string {
  const made = mkdtempSync(join(tmpdir(), 'context-recall-plan-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

describe('the plan of a run', () => {
  it('has the very questions that are asked', async () => {
    const recordings = directory()
    let calls = 0
    const judge = async ({ claims }: JudgeRequest & { claims?: readonly string[] }) => {
      calls++
      return claims === undefined
        ? { claims: ['It is old.'] }
        : {
            verdicts: claims.map((_, index) => ({
              claim: index + 1,
              status: 'missing' as const,
              evidence: [],
              gap: '',
            })),
          }
    }
    const prompts = { attribution: 'Be strict.' }
    const parts = { model: 'local/judge', prompts, directory: recordings }
    const planned = planQuestions(items, parts)
    expect(planned).toMatchObject({ questions: 5, recorded: 0 })
    expect(planned.inputTokens).toBeGreaterThan(Buffer.byteLength(long) / 4)

    onTestFinished(configure({ model: { id: 'local/judge', judge }, recordings, prompts }))
    for (const item of items) await measureItem(item, { createContextRecallScorer, measureContextRecall })
    expect(calls).toBe(5)
    expect(planQuestions(items, parts)).toEqual({ questions: 5, recorded: 5, inputTokens: 0 })
    expect(planQuestions(items, { ...parts, model: 'other/judge' }).recorded).toBe(0)
    expect(planQuestions(items, { ...parts, prompts: {} }).recorded).toBe(2)
  })

  it('takes no other file for a recording', () => {
    const recordings = directory()
    writeFileSync(join(recordings, 'it-is-old.claims.0123456789abcdef.jsonc'), '{}')
    expect(planQuestions(items, { model: 'a/b', prompts: {}, directory: recordings }).recorded).toBe(0)
  })
})
