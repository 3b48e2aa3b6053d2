import { describe, expect, it } from 'vitest'
import { decompositionFigures } from '../bench/judge/decomposition-figures.ts'
import { type Judged, meanOverFiles, supportFigures } from '../bench/judge/support-figures.ts'

function judged(label: string, supported: boolean, status: Judged['status'], count = 1): Judged[] {
  return Array.from({ length: count }, () => ({
    status,
    attributed: status === 'supported',
    item: { label, supported },
  }))
}

// of 8 supported 6 are found; of 16 others 13 are seen through
const twoDozen = [
  ...judged('refute', false, 'contradicted', 8),
  ...judged('refute', false, 'supported'),
  ...judged('full', true, 'supported', 6),
  ...judged('full', true, 'unverified'),
  ...judged('full', true, 'missing'),
  ...judged('partial', false, 'partial', 5),
  ...judged('partial', false, 'supported', 2),
]

describe('figures of claims', () => {
  const figures = supportFigures(twoDozen)

  it('are those counted by hand', () => {
    expect(figures).toMatchObject({
      items: 24,
      balancedAccuracy: (6 / 8 + 13 / 16) / 2,
      precision: 6 / 9,
      recall: 6 / 8,
    })
  })

  it('have an interval around the balanced accuracy', () => {
    const { low = 1, high = 0 } = figures.interval ?? {}
    expect(low).toBeLessThan(0.78)
    expect(high).toBeGreaterThan(0.79)
    expect(supportFigures(twoDozen).interval).toEqual(figures.interval)
  })

  it('tell what became of each label, supported ones first', () => {
    const none = { supported: 0, partial: 0, contradicted: 0, missing: 0, unverified: 0 }
    expect(figures.confusion).toEqual({
      full: { ...none, supported: 6, unverified: 1, missing: 1 },
      partial: { ...none, partial: 5, supported: 2 },
      refute: { ...none, contradicted: 8, supported: 1 },
    })
    expect(Object.keys(figures.confusion)).toEqual(['full', 'partial', 'refute'])
  })

  it('are certain where all is right', () => {
    const { balancedAccuracy, interval } = supportFigures([
      ...judged('a', true, 'supported', 3),
      ...judged('b', false, 'missing', 3),
    ])
    expect([balancedAccuracy, interval]).toEqual([1, { low: 1, high: 1 }])
  })

  it.each([
    ['no item', [], undefined, undefined],
    ['one class', judged('a', true, 'supported'), 1, 1],
    ['nothing called supported', judged('a', true, 'missing'), undefined, 0],
    ['nothing that is supported', judged('a', false, 'supported'), 0, undefined],
  ])('are none where there is nothing to divide by: %s', (_, items, precision, recall) => {
    expect(supportFigures(items)).toMatchObject({ balancedAccuracy: undefined, interval: undefined })
    expect([supportFigures(items).precision, supportFigures(items).recall]).toEqual([precision, recall])
  })

  it('have a mean over files, whatever their size, of those with both classes', () => {
    const perfect = [...judged('a', true, 'supported'), ...judged('b', false, 'missing')]
    const mean = meanOverFiles([twoDozen, perfect, judged('a', true, 'missing', 9)])
    expect(mean.balancedAccuracy).toBe((0.78125 + 1) / 2)
    expect(mean.interval?.low).toBeGreaterThan(0.75)
    expect(meanOverFiles([[]])).toEqual({ balancedAccuracy: undefined, interval: undefined })
  })
})

describe('figures of texts', () => {
  it('are those counted by hand', () => {
    const splits = [
      {
        item: { text: 'Ada was born in 1815.', before: 'Who?', goldClaims: ['Ada was born in 1815.'] },
        claims: ['Ada was born in 1815.', 'Ada was born in London in 1816.'],
      },
      {
        item: { text: 'She wrote. She died.', goldClaims: ['Ada wrote.', 'Ada died.', 'Ada was ill.'] },
        claims: ['Ada wrote.'],
      },
      { item: { text: 'Nice?', goldClaims: [] }, claims: [] },
      {
        item: { text: 'Is it nice in 7?', before: 'In 8?', goldClaims: [] },
        claims: ['It is nice in 8 and 9.'],
      },
    ]
    expect(decompositionFigures(splits)).toMatchObject({
      texts: 4,
      claims: 4,
      goldClaims: 4,
      matched: 2,
      precision: 2 / 4,
      recall: 2 / 4,
      f1: 0.5,
      withoutGold: 2,
      rightlyNone: 1,
      inventedNumbers: 2,
    })
    const { interval } = decompositionFigures(splits)
    expect(interval?.low).toBeLessThan(0.5)
    expect(interval?.high).toBeGreaterThan(0.5)
  })

  it('are none without a claim', () => {
    const { precision, recall, f1 } = decompositionFigures([
      { item: { text: 'x', goldClaims: [] }, claims: [] },
    ])
    expect([precision, recall, f1]).toEqual([undefined, undefined, undefined])
  })
})
