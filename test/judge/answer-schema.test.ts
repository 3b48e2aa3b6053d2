import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answerSchemas, checkAnswer } from '../../src/judge/answer-schema.ts'
import { resolvePrompt } from '../../src/judge/prompts/prompt.ts'
import type { RequestKind } from '../../src/protocol.ts'
import { attributionAnswer, claimsAnswer } from '../fixtures/questions.ts'

/** zod writes the range of safe integers and its dialect into a JSON Schema; neither is sent. */
function jsonSchemaOf(schema: z.ZodType): unknown {
  const { $schema: _, ...converted } = z.toJSONSchema(schema)
  return JSON.parse(JSON.stringify(converted), (_key, value) => {
    if (value?.type !== 'integer') return value
    return { type: 'integer' }
  })
}

describe.each<RequestKind>(['claims', 'attribution'])('the schema for %s', kind => {
  it('is the same in zod as on the wire', () => {
    expect(jsonSchemaOf(answerSchemas[kind])).toEqual(resolvePrompt(kind).schema)
  })
})

describe('an answer', () => {
  it.each([
    ['claims', claimsAnswer],
    ['claims', { claims: [] }],
    ['claims', { claims: ['', 'a', ' \n'] }],
    ['attribution', attributionAnswer],
    ['attribution', { verdicts: [] }],
  ] as const)('in wire format for %s passes', (kind, answer) => {
    expect(checkAnswer(kind, answer)).toMatchObject({ ok: true, answer })
  })

  it('passes with ids that nobody asked about', () => {
    const [verdict] = attributionAnswer.verdicts
    expect(checkAnswer('attribution', { verdicts: [{ ...verdict, claim: 99 }] })).toMatchObject({ ok: true })
  })

  it('gives usage and the answering model apart from itself', () => {
    const usage = { inputTokens: 3, outputTokens: 4 }
    expect(checkAnswer('claims', { ...claimsAnswer, usage, answeredBy: 'model-1' })).toEqual({
      ok: true,
      answer: claimsAnswer,
      usage,
      answeredBy: 'model-1',
    })
  })

  const [verdict] = attributionAnswer.verdicts
  it.each<[RequestKind, unknown, string]>([
    ['claims', undefined, 'the answer: '],
    ['claims', null, 'the answer: '],
    ['claims', 'Einstein was born.', 'the answer: '],
    ['claims', {}, 'claims: '],
    ['claims', { claims: 'Einstein was born.' }, 'claims: '],
    ['claims', { claims: ['a', 3] }, 'claims[1]: '],
    ['claims', { claims: [' \n', '…'] }, 'no claim in it says anything'],
    ['claims', { claims: ['a'], usage: { inputTokens: Number.NaN, outputTokens: 1 } }, 'usage.inputTokens: '],
    ['attribution', claimsAnswer, 'verdicts: '],
    ['attribution', { verdicts: [{ ...verdict, status: 'unverified' }] }, 'verdicts[0].status: '],
    ['attribution', { verdicts: [{ ...verdict, claim: '1.5' }] }, 'verdicts[0].claim: '],
    ['attribution', { verdicts: [{ ...verdict, claim: 'one' }] }, 'verdicts[0].claim: '],
    ['attribution', { verdicts: [{ ...verdict, status: 'supported.' }] }, 'verdicts[0].status: '],
    ['attribution', { verdicts: [{ ...verdict, evidence: undefined }] }, 'verdicts[0].evidence: '],
    ['attribution', { verdicts: [{ ...verdict, gap: 5 }] }, 'verdicts[0].gap: '],
    ['attribution', { verdicts: [{ ...verdict, claim: 1.5 }] }, 'verdicts[0].claim: '],
    ['attribution', { verdicts: [{ ...verdict, evidence: ['a'] }] }, 'verdicts[0].evidence[0]: '],
  ])('for %s that is %j is refused, naming the place', (kind, answer, problem) => {
    expect(checkAnswer(kind, answer)).toMatchObject({ ok: false, problem: expect.stringContaining(problem) })
  })
})
