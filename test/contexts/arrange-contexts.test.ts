import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrangeContexts, originalOffset } from '../../src/contexts/arrange-contexts.ts'

test('equal contexts are sent once and keep all their positions', () => {
  expect(arrangeContexts(['b', 'a', 'b', ' \n'])).toEqual({ sent: ['a', 'b'], positions: [[1], [0, 2]] })
})

test('contexts that differ in line ends only are one', () => {
  expect(arrangeContexts(['a\r\nb', 'a\nb', 'a\rb'])).toEqual({ sent: ['a\nb'], positions: [[0, 1, 2]] })
})

test('what is sent does not depend on the order of the caller', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), contexts => {
      expect(arrangeContexts(contexts.toReversed()).sent).toEqual(arrangeContexts(contexts).sent)
    }),
  )
})

test('offsets lead back to the text with its own line ends', () => {
  const ends = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-c]{0,3}$/), ends)), lines => {
      const original = lines.map(([text, end]) => text + end).join('')
      const { sent } = arrangeContexts([`x${original}`])
      const normalised = sent[0] ?? ''
      for (let offset = 0; offset <= normalised.length; offset++) {
        const before = `x${original}`.slice(0, originalOffset(`x${original}`, offset))
        expect(before.replace(/\r\n?/g, '\n')).toBe(normalised.slice(0, offset))
      }
    }),
  )
})
