import { expect, it } from 'vitest'
import { formatError, shellPath } from '../src/format-error.ts'

it('puts labels in one column and further lines under the first', () => {
  expect(
    formatError('It failed.', [
      ['file', 'a', 'b'],
      ['record it', 'c'],
    ]),
  ).toBe('It failed.\n  file       a\n             b\n  record it  c')
})

it.each([
  ['__recordings__/a-b.claims.0a.jsonc', '__recordings__/a-b.claims.0a.jsonc'],
  ['/home/some one/a.jsonc', '"/home/some one/a.jsonc"'],
])('writes the path %s as one argument', (path, argument) => {
  expect(shellPath(path)).toBe(argument)
})
