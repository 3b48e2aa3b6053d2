import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestAssignment, countMatches, tokenF1, tokensOf } from '../bench/judge/match-claims.ts'

describe('tokens', () => {
  it.each([
    ['Einstein was born in 1879.', ['einstein', 'was', 'born', 'in', '1879']],
    ['São Paulo’s “Ibirapuera”', ['são', 'paulo', 's', 'ibirapuera']],
    ['Sa\u0303o', ['são']],
    ['微睡眠2次', ['微', '睡', '眠', '2', '次']],
    ['ABC中の', ['abc', '中', 'の']],
    ['많은 재즈 클럽', ['많은', '재즈', '클럽']],
    ['…', []],
  ])('of %j', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens)
  })
})

describe('token F1', () => {
  it.each([
    ['a b c', 'a b c', 1],
    ['a b c', 'd', 0],
    ['a b', 'a b c d', 4 / 6],
    ['a a', 'a', 2 / 3],
    ['a', 'a a a', 2 / 4],
    ['', '', 0],
  ])('of %j and %j is %d', (a, b, f1) => {
    expect(tokenF1(tokensOf(a), tokensOf(b))).toBe(f1)
    expect(tokenF1(tokensOf(b), tokensOf(a))).toBe(f1)
  })
})

describe('matching claims', () => {
  it.each<[string, string[], string[], number]>([
    ['equal ones', ['a b c', 'd e f'], ['d e f', 'a b c'], 2],
    ['two of the same with one gold claim', ['a b c', 'a b c'], ['a b c'], 1],
    // 2 × 13 / 40 = 0.65
    ['from 0.65 on', [words(0, 20)], [words(7, 20)], 1],
    ['not below', [words(0, 20)], [words(8, 20)], 0],
    ['no claims', [], ['a'], 0],
    ['no gold claims', ['a'], [], 0],
    // the first would take the only partner of the second: 1 + 0.8 is more than either choice alone
    ['where the first has to give way', ['a b c d', 'a b c'], ['a b c d', 'a b x d'], 2],
  ])('counts %s', (_, claims, gold, count) => {
    expect(countMatches(claims, gold)).toBe(count)
    expect(countMatches(gold, claims)).toBe(count)
  })

  it('finds the highest sum, which greed does not', () => {
    expect(
      bestAssignment([
        [0.9, 0.8],
        [0.8, 0],
      ]),
    ).toEqual([1, 0])
  })

  it('finds the highest sum of all assignments', () => {
    const weight = fc.constantFrom(0, 0, 0.65, 0.7, 0.8, 1)
    const table = fc.integer({ min: 1, max: 5 }).chain(columns =>
      fc.array(fc.array(weight, { minLength: columns, maxLength: columns }), {
        minLength: 1,
        maxLength: columns,
      }),
    )
    fc.assert(
      fc.property(table, weights => {
        const columns = bestAssignment(weights)
        expect(new Set(columns).size).toBe(weights.length)
        const sum = columns.reduce((total, column, row) => total + (weights[row]?.[column] ?? NaN), 0)
        expect(sum).toBeCloseTo(highestSum(weights, 0, new Set()), 9)
      }),
    )
  })
})

function words(from: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `w${from + index}`).join(' ')
}

function highestSum(weights: readonly (readonly number[])[], row: number, taken: Set<number>): number {
  const rest = weights[row]
  if (rest === undefined) return 0
  const sums = rest.flatMap((weight, column) =>
    taken.has(column) ? [] : [weight + highestSum(weights, row + 1, new Set([...taken, column]))],
  )
  return Math.max(...sums)
}
