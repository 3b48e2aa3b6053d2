import { expect, test } from 'vitest'
import { uniqueClaims } from '../../src/recall/claims.ts'

test.each([
  [['Alpha holds.', 'alpha holds'], ['Alpha holds.']],
  [['Alpha holds', 'Alpha  holds!', 'ALPHA HOLDS…'], ['Alpha holds']],
  [['東京は首都。', '東京は首都'], ['東京は首都。']],
  [['Café opens.', 'Cafe\u0301 opens.'], ['Café opens.']],
  [
    ['C++ is compiled.', 'C is compiled.'],
    ['C++ is compiled.', 'C is compiled.'],
  ],
  [
    ['It costs $3.', 'It costs $3.5.'],
    ['It costs $3.', 'It costs $3.5.'],
  ],
  [['  Padded.  '], ['Padded.']],
  [[], []],
])('%j counts as %j', (claims, unique) => {
  expect(uniqueClaims(claims)).toEqual(unique)
})
