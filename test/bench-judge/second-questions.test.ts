import { describe, expect, it } from 'vitest'
import type { Outcome, SecondQuestion } from '../bench/judge/measured.ts'
import { secondQuestionFigures } from '../bench/judge/second-questions.ts'

function judged(supported: boolean, seconds: SecondQuestion[], calls = 1 + seconds.length): Outcome {
  return {
    kind: 'support',
    item: { kind: 'support', id: 'x', line: 1, claim: 'x', contexts: [], supported, label: 'y' },
    status: 'missing',
    attributed: false,
    questions: 1,
    cost: { calls, replayed: 0, inputTokens: 100 * calls, outputTokens: 10 * calls },
    secondQuestions: seconds,
  }
}

const change = (
  before: 'supported' | 'partial' | 'unverified',
  after: 'supported' | 'partial' | 'unverified',
): SecondQuestion => ({ kind: 'attribution', before, after })

describe('second questions', () => {
  it.each<[string, boolean, SecondQuestion, object]>([
    ['gained, rightly', true, change('unverified', 'supported'), { gained: 1, mended: 1 }],
    ['gained, wrongly', false, change('unverified', 'supported'), { gained: 1, spoiled: 1 }],
    ['lost, rightly', false, change('supported', 'partial'), { lost: 1, mended: 1 }],
    ['lost, wrongly', true, change('supported', 'unverified'), { lost: 1, spoiled: 1 }],
    ['otherwise', true, change('unverified', 'partial'), { otherwise: 1 }],
    ['not at all', true, change('supported', 'supported'), {}],
  ])('change a verdict: %s', (_, supported, second, expected) => {
    const none = { gained: 0, lost: 0, mended: 0, spoiled: 0, otherwise: 0 }
    const cost = { questions: 1, asked: 1, calls: 1, tokens: 110 }
    expect(secondQuestionFigures([judged(supported, [second])])).toEqual({ ...none, ...cost, ...expected })
  })

  it('change lists of claims', () => {
    const outcome: Outcome = {
      kind: 'decomposition',
      item: { kind: 'decomposition', id: 'x', line: 1, text: 'x', goldClaims: [] },
      claims: [],
      questions: 1,
      cost: { calls: 0, replayed: 1, inputTokens: 0, outputTokens: 0 },
      secondQuestions: [{ kind: 'claims', before: ['a'], after: ['a', 'b'] }],
    }
    const same: Outcome = {
      ...outcome,
      secondQuestions: [{ kind: 'claims', before: ['a, b'], after: ['a, b'] }],
    }
    const other: Outcome = {
      ...outcome,
      secondQuestions: [{ kind: 'claims', before: ['a,b'], after: ['a', 'b'] }],
    }
    expect(secondQuestionFigures([outcome, same, other])).toMatchObject({
      asked: 3,
      otherwise: 2,
      calls: 0,
      tokens: 0,
    })
  })

  it('cost their share of an item that was asked once more for an invalid answer', () => {
    const { calls, tokens } = secondQuestionFigures([judged(true, [change('supported', 'supported')], 4)])
    expect([calls, tokens]).toEqual([1, 110])
  })
})
