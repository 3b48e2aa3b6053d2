import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StatedNumbers } from '../../src/evidence/numbers.ts'

/** The numbers of a claim that texts would have to state for it. */
function notBorne(claim: string, ...texts: string[]): string[] {
  return new StatedNumbers(texts).notBorne(claim)
}

describe('a number of a claim that no text states', () => {
  it.each<[string, string, string[]]>([
    ['Einstein was born in 1880.', 'born on 14 March 1879', ['1880']],
    ['It costs 1,200 euros.', 'costs 12,00 euros', ['1,200']],
    ['It is 3.5 metres high.', 'is 3 metres high', ['3.5']],
    ['It is 33 metres high.', 'is 33.5 metres high', ['33']],
    ['The Apollo 11 crew landed.', 'The crew of Apollo 12 landed', ['11']],
    ['GPT-4 is a large model.', 'GPT-3 is a large model', ['4']],
    ['It has twenty-one rooms.', 'has twenty rooms and one hall', ['twenty-one']],
    ['Two hundred and five people live there.', 'two hundred people', ['Two hundred and five']],
    ['It opened in nineteen eighty-four.', 'opened in nineteen eighty', ['nineteen eighty-four']],
    ['It fell in the twenty-first century.', 'fell in the twentieth century', ['twenty-first']],
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
    expect(notBorne(claim, quote)).toEqual(numbers)
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
    ['twenty-one children live there', '21 children live there'],
    ['twenty‑one children live there', '21 children live there'],
    ['Twenty one children live there', '21 children live there'],
    ['21 children live there', 'twenty-one children live there'],
    ['It has two hundred and five rooms.', 'has 205 rooms'],
    ['It has 2,312 rooms.', 'has two thousand three hundred twelve rooms'],
    ['It has thirteen hundred rooms.', 'has 1300 rooms'],
    ['It has 1.2 million users.', 'has one million two hundred thousand users'],
    ['It has two million users.', 'has 2,000,000 users'],
    ['It opened in nineteen eighty-four.', 'opened in 1984'],
    ['It opened in 2024.', 'opened in twenty twenty-four'],
    ['It fell in the twenty-first century.', 'fell in the 21st century'],
    ['15 percent of them left.', '15 % of them left'],
    ['Fifteen per cent of them left.', '15% of them left'],
    ['15 percent of them left.', '15 Prozent gingen'],
    ['15 % of them left.', '15 процентов ушли'],
    ['It has 3 rooms.', 'has three rooms'],
    ['It has 3 Zimmer.', 'hat drei Zimmer'],
    ['It ran in 1999.', 'ran in 1998–99'],
    ['It was popular in the 1990s.', 'was popular in 1994'],
    ['It fell in the 16th century.', 'fell in 1570'],
    ['It fell in the 16th century.', 'fell in the sixteenth century'],
    ['It is the 2nd largest.', 'is the second largest'],
    ['It won three prizes.', 'It won the prizes of Ulm, Bern and Prague'],
    ['Of prizes it won 3.', 'the prizes of Ulm and Bern, and that of Prague in 1990'],
    ['More than 1,000 people live there.', '2,022 people live there'],
    ['It was known before 1950.', 'It was known in 1947'],
  ])('%s beside "%s" is in none', (claim, quote) => {
    expect(notBorne(claim, quote)).toEqual([])
  })

  it('is looked for in all evidence together, and each is named once', () => {
    expect(notBorne('From 1900 to 1905 it grew.', 'It grew from 1900', 'until 1905')).toEqual([])
    expect(notBorne('In 1900 it fell, from 1900 it rose.', 'It rose')).toEqual(['1900'])
  })

  it.each([
    ['Version 3.10 has it.', 'version 3.1 has it'],
    ['It came with v3.10.', 'It came with v3.1'],
    ['Python 3.10 has it.', 'Python 3.1 has it'],
    ['Python 3.10 has it.', 'Python 3.1.10 has it'],
    ['Python 3.10 has it.', 'it costs 3.1 m'],
    ['It came in release 3.10', 'in 3.1, and in 10 more'],
    ['Node.js 20.10 has it.', 'Node.js 20.1 has it'],
    ['The Halden-3.10 has it.', 'The Halden-3.1 has it'],
    ['It runs on python 3.10', 'it runs on python 3.1'],
    ['It runs since 3.1', 'it runs since 3.10'],
  ])('is a version, which is no decimal: %s beside "%s"', (claim, quote) => {
    const stated = new StatedNumbers([quote])
    const [version = ''] = /\d+\.\d+/.exec(claim) ?? []
    expect(stated.notBorne(claim)).toEqual([version])
    expect(stated.notStated(claim)).toEqual([version])
    expect(new StatedNumbers([claim]).otherVersions(claim)).toEqual([])
  })

  it.each([
    ['Python 3.10 has it.', 'Python 3.10 has it'],
    ['Python 3.10 has it.', 'since 3.10 it has'],
    ['Python 3.10 has it.', 'since Python 3.10.2'],
    ['Python 3.10 has it.', 'in v3.10-beta'],
    ['The wall is 3.10 m high.', 'is 3.1 m high'],
    ['Height 3.10 m', 'is 3.1 m high'],
    ['Python 3.0 has it.', 'Python 3 has it'],
    ['It is rated 3.50.', 'Es hat 3,5'],
    ['It costs $3.10.', 'costs $3.1'],
    ['It costs USD 3.10.', 'costs $3.1'],
    ['It costs 3.10 euros.', 'costs €3.1'],
    ['It grew by 3.10 percent.', 'grew by 3.1 %'],
    ['Norway grew 3.10% a year.', 'grew 3.1 % a year'],
    ['Cars 3.10 million, trains 5.', 'has 3.1 million cars and 5 trains'],
  ])('is none that differs in notation only: %s beside "%s"', (claim, quote) => {
    expect(notBorne(claim, quote)).toEqual([])
    expect(new StatedNumbers([quote]).otherVersions(claim)).toEqual([])
  })

  it.each([
    'in the 1000000000000000th century',
    'in the 10000000000000000000000th century',
    `${'9'.repeat(400)}th century`,
  ])('takes no longer for being large: %s', claim => {
    expect(notBorne(claim, 'in the 16th century')).toHaveLength(1)
    expect(notBorne(claim, claim)).toEqual([])
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

it.each(['1,', '1 ', '12 345 ', '1990s ', 'Apollo 11 ', '. ', '中', 'e\u0301', '\ud800'])(
  'takes a long text of %j',
  part => {
    const long = part.repeat(part === '1,' ? 150_000 : 20_000)
    expect(notBorne('It has 37 towers.', long, 'It has 37 towers.')).toEqual([])
    expect(notBorne(long, long)).toEqual([])
  },
)
