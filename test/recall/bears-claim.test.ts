import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bearingDoubt } from '../../src/recall/bears-claim.ts'
import { StatedNumbers } from '../../src/recall/numbers.ts'

describe('a number of a claim that no evidence states', () => {
  it.each<[string, string, string[]]>([
    ['Einstein was born in 1880.', 'born on 14 March 1879', ['1880']],
    ['It costs 1,200 euros.', 'costs 12,00 euros', ['1,200']],
    ['It is 3.5 metres high.', 'is 3 metres high', ['3.5']],
    ['It is 3 metres high.', 'is 3.5 metres high', ['3']],
    ['12% of them left.', 'of 120 people 21 % left', ['12']],
    ['5% of them left.', 'some of them left', ['5']],
    ['It has 40 million users.', 'has 40 billion users', ['40']],
    ['She paid $5.', 'she paid in cash', ['5']],
    ['It opened on 4 March 2019.', 'opened on 6 March 2019', ['4']],
    ['It opened on March 4, 2019.', 'opened on March 6th, 2019', ['4']],
    ['It leaves at 9:05.', 'leaves at 10:05', ['9']],
    ['It has fifteen rooms.', 'has many rooms', ['fifteen']],
    ['It ran from 1998–99.', 'ran in 1998', ['99']],
    ['It was popular in the 1990s.', 'was popular in 2001', ['1990']],
    ['It fell in the 5th century.', 'fell in 512', ['5']],
    ['Umsatz: 1.200.000 Euro', 'Umsatz: 1.200 Euro', ['1.200.000']],
    ['人口は1200万人です。', '人口は1300万人です。', ['1200']],
    ['عدد السكان ٤٥ مليون', 'عدد السكان ٥٤ مليون', ['45']],
  ])('%s beside "%s" is in doubt', (claim, quote, numbers) => {
    expect(bearingDoubt(claim, [quote])).toEqual({ reason: 'number-not-quoted', quotes: [], numbers })
  })

  it.each([
    ['It costs 1,200 euros.', 'costs 1200 euros'],
    ['It costs 1200 euros.', 'costs 1.200 Euro'],
    ['It costs 1200.50 euros.', 'kostet 1.200,50 Euro'],
    ['It costs 1 200 000 euros.', 'costs €1,200,000'],
    ['Es kostet 1,5 Millionen.', 'costs 1.5 million'],
    ['It has 1,500,000 users.', 'has 1.5 million users'],
    ['It has 12,34,567 users.', 'has 1234567 users'],
    ['It has 20k users.', 'has 20,000 users'],
    ['It raised $3bn.', 'raised 3 billion dollars'],
    ['人口は1200万人です。', '人口は12,000,000人'],
    ['عدد السكان ٤٥', 'عدد السكان 45'],
    ['It was born in 1879.', 'born on 14.03.1879'],
    ['It was born on 14 March 1879.', 'born 1879-03-14'],
    ['It was born on 1879-03-14.', 'born on 14 March 1879'],
    ['12 % of them left.', '12 percent of them left'],
    ['It has 15 rooms.', 'has fifteen rooms'],
    ['It has 25 rooms.', 'has twenty-five rooms'],
    ['It has 3 rooms.', 'has three rooms'],
    ['It has 3 Zimmer.', 'hat drei Zimmer'],
    ['It ran in 1999.', 'ran in 1998–99'],
    ['It was popular in the 1990s.', 'was popular in 1994'],
    ['It fell in the 16th century.', 'fell in 1570'],
    ['It fell in the 16th century.', 'fell in the sixteenth century'],
    ['It is the 2nd largest.', 'is the second largest'],
    ['GPT-4 is a large model.', 'it is a large model'],
    ['Apollo 11 landed on the Moon.', 'it landed on the Moon'],
    ['It won three prizes.', 'It won the prizes of Ulm, Bern and Prague'],
    ['Of prizes it won 3.', 'the prizes of Ulm and Bern, and that of Prague in 1990'],
    ['More than 1,000 people live there.', '2,022 people live there'],
    ['It was known before 1950.', 'It was known in 1947'],
  ])('%s beside "%s" is in none', (claim, quote) => {
    expect(bearingDoubt(claim, [quote])).toBeUndefined()
  })

  it.each([
    [
      'part of a name that the evidence has otherwise',
      'GPT-4 is a large model.',
      'GPT-3 is a large model',
      '4',
    ],
    ['and with a space', 'Apollo 11 landed on the Moon.', 'Apollo 12 landed on the Moon', '11'],
    ['a count of what the evidence counts otherwise', 'It won three prizes.', 'It won 4 prizes', 'three'],
    [
      'a bound where the evidence has no number',
      'More than 1,000 people live there.',
      'people live there',
      '1,000',
    ],
  ])('is in doubt as %s', (_, claim, quote, number) => {
    expect(bearingDoubt(claim, [quote])?.numbers).toEqual([number])
  })

  it('is looked for in all evidence together, and each is named once', () => {
    expect(bearingDoubt('From 1900 to 1905 it grew.', ['It grew from 1900', 'until 1905'])).toBeUndefined()
    expect(bearingDoubt('In 1900 it fell, after 1900 it rose.', ['It rose'])?.numbers).toEqual(['1900'])
  })

  it('is never one of a text itself, whatever it holds', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom(...'0123456789٣.,:- kms%万’\n'), { maxLength: 20 })
        .map(parts => parts.join('')),
    )
    fc.assert(
      fc.property(text, text, (claim, other) => {
        expect(new StatedNumbers([other, claim]).notStated(claim)).toEqual([])
        expect(new StatedNumbers([claim]).notBorne(claim)).toEqual([])
        const numbers = new StatedNumbers([other])
        for (const number of numbers.notBorne(claim)) expect(numbers.notStated(claim)).toContain(number)
      }),
    )
  })
})

describe('evidence without a word of its claim', () => {
  it.each([
    ['Green tea contains antioxidants.', 'The office is open on weekdays'],
    ['The tea that was sold there is green.', 'the hours that were set for the office'],
    ['Grüner Tee enthält Antioxidantien.', 'Das Büro ist werktags geöffnet'],
    ['Чай полезен.', 'Офис открыт ежедневно'],
    ['東京は日本の首都です。', '営業時間は平日のみ'],
    ['서울은 한국의 수도이다.', '사무실은 평일에 문을 연다'],
    ['It has many users.', 'the it has been'],
  ])('"%s" beside "%s"', (claim, quote) => {
    const isNothingToCompare = quote === 'the it has been'
    expect(bearingDoubt(claim, [quote])).toEqual(
      isNothingToCompare ? undefined : { reason: 'unrelated-evidence', quotes: [] },
    )
  })

  it.each([
    ['inflected', 'Einstein developed relativity.', 'He develops theories'],
    ['composed', 'Der Preis ging an Curie.', 'den Nobelpreis erhielt sie'],
    ['with or without marks', 'The café is old.', 'an ancient CAFE'],
    ['only a number', 'The score was 42.', 'the result: 42'],
    ['a pair of characters', '東京は日本の首都です。', '日本で一番大きい'],
    ['in another quote', 'Green tea is healthy.', 'The office', 'tea is good'],
  ])('is not one that shares a word %s', (_, claim, ...quotes) => {
    expect(bearingDoubt(claim, quotes)).toBeUndefined()
  })

  it.each([
    ['another script', 'Tokyo is the capital of Japan.', '東京は日本の首都です'],
    ['another script of the same country', '서울은 수도이다.', '首爾是首都'],
    ['another language', 'The tower is old and the bridge is new.', 'la ciudad fue fundada por los romanos'],
    ['no letters', 'It is finished.', '✓ 100 %'],
  ])('says nothing when it is of %s', (_, claim, quote) => {
    expect(bearingDoubt(claim, [quote])).toBeUndefined()
  })

  it('never happens to a text beside itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        expect(bearingDoubt(text, [text])).toBeUndefined()
      }),
    )
  })
})

it.each(['1,', '1 ', '12 345 ', '1990s ', 'Apollo 11 ', '. ', '中', 'e\u0301', '\ud800'])(
  'takes a long text of %j',
  part => {
    const long = part.repeat(part === '1,' ? 150_000 : 20_000)
    expect(bearingDoubt('It has 7 towers.', [long, 'It has 7 towers.'])).toBeUndefined()
    expect(bearingDoubt(long, [long])).toBeUndefined()
  },
)

it('names the number first where both are so', () => {
  expect(bearingDoubt('Tea was sold for 12,000 pounds.', ['The office is open'])?.reason).toBe(
    'number-not-quoted',
  )
})
