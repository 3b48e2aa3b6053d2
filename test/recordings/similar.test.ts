import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonEnd, commonStart, pairUp, similarity } from '../../src/recordings/similar.ts'

describe('the common ends of two texts', () => {
  it.each([
    ['in Ulm today', 'in Munich today', 3, 6],
    ['same', 'same', 4, 0],
    ['', 'x', 0, 0],
    ['aaa', 'aa', 2, 0],
    ['👋', '👍', 0, 0],
    ['\ud83d\udc4b', '\ud83e\udc4b', 0, 0],
  ])('of %j and %j', (a, b, start, end) => {
    expect(commonStart(a, b)).toBe(start)
    expect(commonEnd(a, b, start)).toBe(end)
  })

  it('never overlap and are common', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '👋', '👍') })
    fc.assert(
      fc.property(text, text, (a, b) => {
        const start = commonStart(a, b)
        const end = commonEnd(a, b, start)
        expect(start + end).toBeLessThanOrEqual(Math.min(a.length, b.length))
        expect(a.slice(0, start)).toBe(b.slice(0, start))
        expect(a.slice(a.length - end)).toBe(b.slice(b.length - end))
        expect(a.slice(start, a.length - end).isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('similarity', () => {
  it('is 1 for equal texts only', () => {
    expect(similarity('a b', 'a b')).toBe(1)
    expect(similarity('a  b', 'a b')).toBeLessThan(1)
    expect(similarity('a b c', 'c b a')).toBeLessThan(1)
  })

  it.each([
    ['Einstein was born in Ulm.', 'Einstein was born in Munich.'],
    ['Albert Einstein was born in Ulm, Germany.', 'Einstein, Albert was born in Ulm, in Germany'],
    ['東京は日本の首都です。', '東京は日本の都市です。'],
  ])('sees that %j and %j are alike', (a, b) => {
    expect(similarity(a, b)).toBeGreaterThan(0.5)
  })

  it('is 0 for texts with little in common', () => {
    expect(similarity('Einstein was born in Ulm.', 'The Nobel Prize is awarded every year.')).toBe(0)
    expect(similarity('', 'x')).toBe(0)
  })
})

describe('pairUp', () => {
  it('pairs equal texts, then the most alike, and leaves the rest', () => {
    const recorded = ['one two three four', 'same', 'gone entirely']
    const asked = ['same', 'one two three five', 'something new here']
    expect(pairUp(recorded, asked)).toMatchObject({
      equal: 1,
      changed: [{ recorded: 0, asked: 1 }],
      added: [2],
      removed: [2],
    })
  })

  it('sees another order, and counts what stands twice', () => {
    expect(pairUp(['a', 'b'], ['b', 'a'])).toMatchObject({ equal: 2, isReordered: true })
    expect(pairUp(['a', 'a'], ['a'])).toMatchObject({ equal: 1, isReordered: false, removed: [1] })
  })
})
