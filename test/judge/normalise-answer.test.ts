import { expect, it } from 'vitest'
import { checkAnswer } from '../../src/judge/answer-schema.ts'

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
