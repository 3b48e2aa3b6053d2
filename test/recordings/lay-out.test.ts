import { expect, it } from 'vitest'
import { layOut, shellPath } from '../../src/recordings/lay-out.ts'

it('puts labels in one column and further lines under the first', () => {
  expect(
    layOut('It failed.', [
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
