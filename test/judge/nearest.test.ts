import { expect, test } from 'vitest'
import { nearestIn } from '../../src/judge/lexical/nearest.ts'

const table = `| city | people |
|---|---|
| Ulm | 126000 |
| Bonn | 330000 |`
const long = `${'lorem ipsum '.repeat(50)} the valve closes ${'dolor sit '.repeat(50)}`

test.each<[claim: string, contexts: string[], context: number | undefined, quote?: string]>([
  [
    'The valve closes at 80 degrees.',
    ['A valve opens.', 'The valve closes at 70 degrees.'],
    1,
    'valve closes at 70 degrees',
  ],
  // of equally near ones the first
  ['Einstein won.', ['Einstein sailed.', 'Einstein sailed.'], 0, 'Einstein'],
  // function words are not shared words
  ['It is the end of the day.', ['It is the one of the others.'], undefined],
  ['Zebras graze.', ['Lions hunt.'], undefined],
  ['Zebras graze.', [], undefined],
  ['', ['Lions hunt.'], undefined],
  // what denies the claim is near, too
  [
    'Dogs are allowed in the hall.',
    ['Cats sleep.', 'Dogs are not allowed in the hall.'],
    1,
    'Dogs are not allowed in the hall',
  ],
  ['Bonn has 300000 people.', ['Nothing.', table], 1, 'Bonn'],
  ['The valve closes.', [long], 0, 'valve closes'],
  ['東京は首都です。', ['天気です。', '東京は日本の首都です。'], 1, '東京は日本の首都です'],
])('nearest to %j in %j', (claim, contexts, context, quote) => {
  const found = nearestIn(contexts)(claim)
  expect([found?.context, found?.quote]).toEqual([context, quote])
  if (found !== undefined) expect(contexts[found.context]?.slice(found.start, found.end)).toBe(found.quote)
})

test('takes time in proportion to texts of any length', () => {
  const sentences = 'The valve closes. '.repeat(60_000)
  expect(nearestIn([sentences])('The valve closes.')?.start).toBe(4)
  const words = 'valve closes '.repeat(60_000)
  expect(nearestIn([words, words])(words)?.context).toBe(0)
})
