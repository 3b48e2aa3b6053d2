import { describe, expect, it } from 'vitest'
import { bootstrapInterval, resamples } from '../bench/judge/bootstrap.ts'

const mean = ([values = []]: readonly (readonly number[])[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const tenths = Array.from({ length: 100 }, (_, index) => (index < 70 ? 1 : 0))

describe('the bootstrap interval', () => {
  it('is the same on every run', () => {
    // no two resamples have the same mean
    const uneven = tenths.map((value, index) => value + Math.sqrt(index))
    expect(bootstrapInterval([uneven], mean)).toEqual(bootstrapInterval([uneven], mean))
    expect(bootstrapInterval([tenths], mean)).toEqual({ low: 0.61, high: 0.79 })
  })

  it('is close to the normal approximation of a share', () => {
    // 0.7 ± 1.96 × √(0.7 × 0.3 / 100)
    const { low, high } = bootstrapInterval([tenths], mean) ?? { low: 0, high: 0 }
    expect(Math.abs(low - 0.61)).toBeLessThan(0.021)
    expect(Math.abs(high - 0.79)).toBeLessThan(0.021)
  })

  it('takes 2,000 resamples and leaves 50 out at each end', () => {
    let next = 0
    const { low, high } = bootstrapInterval([[0]], () => next++) ?? {}
    expect([resamples, next, low, high]).toEqual([2000, 2000, 50, 1949])
  })

  it('keeps every stratum at its size and its own', () => {
    const sizes = new Set<string>()
    bootstrapInterval([['a', 'b', 'c'], ['d']], strata => {
      sizes.add(strata.map(({ length }) => length).join())
      expect(strata[0]?.every(value => 'abc'.includes(value))).toBe(true)
      expect(strata[1]).toEqual(['d'])
      return 0
    })
    expect([...sizes]).toEqual(['3,1'])
  })

  it('resamples with replacement', () => {
    const drawn = new Set<string>()
    bootstrapInterval([['a', 'b']], ([values = []]) => {
      drawn.add(values.join(''))
      return 0
    })
    expect([...drawn].toSorted()).toEqual(['aa', 'ab', 'ba', 'bb'])
  })

  it.each([[[]], [[[]]], [[[1], []]]])('is none for the strata %j', strata => {
    expect(bootstrapInterval<number>(strata, () => 1)).toBeUndefined()
  })
})
