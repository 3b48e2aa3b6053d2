import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toOneLine } from '../src/text.ts'

// no text in between two letters hides what stands at its ends
const byTheLongWay = (text: string): string => toOneLine(`\u0085${text}`)

it.each([
  ['Alpha holds.', 'Alpha holds.'],
  [' padded ', 'padded'],
  ['two  spaces', 'two spaces'],
  ['one\nline', 'one line'],
  ['##[error] no', '# #[error] no'],
  ['so ##vso[task.complete] no', 'so # #vso[task.complete] no'],
  ["##TeamCity[message text='no']", "# #TeamCity[message text='no']"],
  ['##v\u200bso[task.complete] no', '# #vso[task.complete] no'],
  ['## A heading [1]', '## A heading [1]'],
  ['a\u202eb\u0007c', 'abc'],
  ['a\ufe00b\u{e0100}c\u{e01ef}', 'abc'],
  ['\u2764\ufe0f', '\u2764\ufe0f'],
  ['', ''],
  [' ', ''],
  ['Zürich', 'Zürich'],
])('%j is %j on one line', (text, line) => {
  expect(toOneLine(text)).toBe(line)
})

it('takes the short way for plain texts only', () => {
  const units = fc.constantFrom(
    'a',
    'Z',
    '~',
    '!',
    ' ',
    '  ',
    '\t',
    '#',
    '##[',
    '##vso[',
    '\u007f',
    'é',
    '\u200b',
  )
  fc.assert(
    fc.property(fc.array(units, { maxLength: 12 }), parts => {
      const text = parts.join('')
      expect(toOneLine(text)).toBe(byTheLongWay(text))
    }),
    { numRuns: 2000 },
  )
})
