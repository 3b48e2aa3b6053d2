import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { answerSchemas, checkAnswer, jsonInText } from '../../src/judge/answer.ts'
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

describe('an answer that misses the schema and leaves no doubt', () => {
  const verdict = { claim: 1, status: 'supported', evidence: [{ context: 2, quote: 'a' }], gap: '' }
  const missing = { claim: 1, status: 'missing', evidence: [], gap: '' }

  it.each([
    ['a status in other case, with a line end', { ...verdict, status: ' Supported\n' }, verdict],
    ['ids as digits', { ...verdict, claim: '1', evidence: [{ context: ' 2', quote: 'a' }] }, verdict],
    ['no gap', { ...verdict, gap: null }, verdict],
    ['no evidence of what is missing', { claim: 1, status: 'MISSING' }, missing],
    [
      'members of its own',
      { ...verdict, attributed: 5, evidence: [{ context: 2, quote: 'a', page: 3 }] },
      verdict,
    ],
  ])('takes %s as what it means', (_, given, taken) => {
    expect(checkAnswer('attribution', { verdicts: [given], note: 'done' })).toMatchObject({
      ok: true,
      answer: { verdicts: [taken] },
    })
  })

  it('leaves out what is not asked for beside claims', () => {
    expect(checkAnswer('claims', { claims: ['a'], more: true })).toMatchObject({
      ok: true,
      answer: { claims: ['a'] },
    })
  })
})

describe('a text with an answer in it', () => {
  const answer = { claims: ['It says {"a": 1}, "so".', 'A comma, ] or , } in it.'] }
  const json = JSON.stringify(answer)

  it.each([
    ['plain', json],
    ['fenced', `\`\`\`json\n${json}\n\`\`\``],
    ['with prose around it', `Sure, here it is {as asked}:\n${json}\nAnything else?`],
    ['after a byte-order mark', `\ufeff${json}`],
    ['after thinking aloud', `<think>Is it {"claims": []}?</think>\n${json}`],
    ['after thoughts with odd brackets', `<think>{ or "?</think> <thinking>}</thinking>${json}`],
    ['after thoughts that began before the text', `{"claims": []}?</think>${json}`],
    ['after prose and thoughts', `Well. <think>{"claims": []}</think> So: ${json}`],
    ['before thoughts', `${json} <think>{"claims": []}?</think>`],
    [
      'with commas too many',
      `{"claims": [${answer.claims.map(claim => `${JSON.stringify(claim)} ,\n`).join('')}],}`,
    ],
    ['given twice', `${json}\n${JSON.stringify(answer, null, 2)}`],
  ])('reads an answer %s', (_, text) => {
    expect(jsonInText(text)).toEqual(answer)
  })

  it.each([
    ['nothing', 'Certainly!'],
    ['two that differ', `${json} {"claims": []}`],
    ['one that never ends', json.slice(0, -2)],
    ['one beside another that never ends', `${json} {"claims": ["a"`],
    ['one only in thoughts', `<think>${json}</think>`],
    ['one in thoughts that never end', `<think>${json}`],
    ['one only in thoughts that began before the text', `${json}</think> I cannot say.`],
    ['one before thoughts that never end', `${json} <think>Or`],
    ['a list', '["a"]'],
  ])('reads nothing from %s', (_, text) => {
    expect(jsonInText(text)).toBeUndefined()
  })

  it.each([
    ['a pair', ['the <think>inner</think> tag']],
    ['one that opens', ['a <think> b']],
    ['one that closes', ['c </think> d']],
    ['a pair in two texts', ['a <think> b', 'x', 'c </think> d']],
  ])('leaves tags of thoughts in an answer as they are: %s', (_, claims) => {
    expect(jsonInText(`Here:\n${JSON.stringify({ claims })}\n`)).toEqual({ claims })
  })

  it('reads every object back, whatever prose stands around it', () => {
    const prose = fc.string().map(text => text.replaceAll(/[{}<"]/g, ''))
    const value = fc.dictionary(
      fc.string().filter(key => key !== '__proto__'),
      fc.jsonValue(),
      { minKeys: 1 },
    )
    fc.assert(
      fc.property(prose, value, prose, (before, object, after) => {
        const text = JSON.stringify(object)
        expect(jsonInText(`${before}${text}${after}`)).toEqual(JSON.parse(text))
      }),
    )
  })
})
