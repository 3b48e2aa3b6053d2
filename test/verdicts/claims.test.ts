import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { countedClaims, findAddedNumbers, uniqueClaims } from '../../src/verdicts/claims.ts'

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
  [['Alpha holds.', '- Alpha holds', '* Alpha holds', '1. Alpha holds.', '• Alpha holds'], ['Alpha holds.']],
  [['2) Alpha holds', '•Alpha holds', '(b) Alpha holds', '– alpha holds.'], ['2) Alpha holds']],
  [['- 1. Alpha holds', 'Alpha holds'], ['- 1. Alpha holds']],
  [['1.東京は首都。', '東京は首都', '2、東京は首都。'], ['1.東京は首都。']],
  [
    ['-5 °C is cold.', '5 °C is cold.', '- 5 °C is cold.'],
    ['-5 °C is cold.', '5 °C is cold.', '- 5 °C is cold.'],
  ],
  [
    ['1. Januar 2024 ist frei.', '2. Januar 2024 ist frei.', '1. Januar 2024 ist frei'],
    ['1. Januar 2024 ist frei.', '2. Januar 2024 ist frei.'],
  ],
  [
    ['1.5 m is tall.', '5 m is tall.', '2024. It was.', '1815 saw it.'],
    ['1.5 m is tall.', '5 m is tall.', '2024. It was.', '1815 saw it.'],
  ],
  [
    ['A dog barks.', 'Dog barks.', 'a) Dog barks.', '*nix is old.', 'nix is old.'],
    ['A dog barks.', 'Dog barks.', '*nix is old.', 'nix is old.'],
  ],
])('%j counts as %j', (claims, unique) => {
  expect(uniqueClaims(claims)).toEqual(unique)
})

describe('the claims of an answer', () => {
  it.each<[string, string[][], string[]]>([
    ['are those it gives', [['It is old.', 'It is big.']], ['It is old.', 'It is big.']],
    ['are those of the second answer', [['It is 9 old.', 'It is big.'], ['It is old.']], ['It is old.']],
    ['are those of the first when the second has none', [['It is old.'], []], ['It is old.']],
    ['are those of the first when the second says nothing', [['It is old.'], [' ', '…']], ['It is old.']],
    ['are none when none was given', [[]], []],
    ['do not count when they say nothing', [['', 'It is old.', ' - ', '…']], ['It is old.']],
  ])('%s', (_, answers, claims) => {
    expect(
      countedClaims(
        answers.map(given => ({ claims: given })),
        '',
      ),
    ).toEqual(claims)
  })
})

test('a second answer that loses more of the ground truth takes no claims away', () => {
  const groundTruth = 'Ada was born in London. She wrote the first program. She liked horses.'
  const [good, worse] = [['Ada was born in London.', 'Ada wrote the first program.'], ['x']]
  const counted = (...lists: string[][]): string[] =>
    countedClaims(
      lists.map(claims => ({ claims })),
      groundTruth,
    )
  expect(counted(good, worse)).toEqual(good)
  expect(counted(worse, good)).toEqual(good)
  expect(counted(good, [...good, 'Ada liked horses.'])).toHaveLength(3)
  expect(counted(good, ['Ada was born in London.', 'Ada liked horses.'])).toContain('Ada liked horses.')
})

describe('a number that a claim adds', () => {
  const request = { kind: 'claims' as const, groundTruth: 'Founded in 1,200 BC, it has three gates.' }

  it.each<[string, string[]]>([
    ['It was founded in 1200 BC.', []],
    ['It has 3 gates.', []],
    ['It was founded in 1300 BC.', ['1300']],
    ['It has four gates and 1200 towers.', ['four']],
    ['Ulm-7 has three gates.', ['7']],
    ['It has more than 2 gates.', ['2']],
  ])('is found in "%s": %j', (claim, numbers) => {
    const added = findAddedNumbers(['It is old.', claim], request)
    expect(added).toEqual(numbers.length === 0 ? [] : [{ claim, numbers }])
  })

  it('is none that the question has', () => {
    expect(findAddedNumbers(['It is 9 years old.'], { ...request, question: 'Is it 9 years old?' })).toEqual(
      [],
    )
    expect(findAddedNumbers(['It is 9 years old.'], { ...request, question: 'Is it old?' })).toHaveLength(1)
  })
})

test('white space of any kind and number makes no claim another', () => {
  const space = fc.constantFrom(' ', '  ', '\n', '\t ', '\u00a0', '\u2003', ' \u3000')
  fc.assert(
    fc.property(space, space, fc.constantFrom('', ...' \n\u2003'), (first, second, around) => {
      const claim = `${around}Alpha${first}holds${second}well.${around}`
      expect(uniqueClaims(['Alpha holds well', claim])).toEqual(['Alpha holds well'])
      expect(uniqueClaims([claim])).toEqual([claim.trim()])
    }),
  )
})

test.each(['.', ' .', '。', '  ', '• ', '1. ', '-', '\u0315\u0316\u0301'])(
  'a claim of 100,000 times %j before its end takes no time',
  piece => {
    const start = performance.now()
    uniqueClaims([`a${piece.repeat(100_000)}b`, `${piece.repeat(100_000)}b`, `a${piece.repeat(100_000)}`])
    expect(performance.now() - start).toBeLessThan(500)
  },
)
