import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attributeClaims } from '../../../src/judge/lexical/attribute.ts'
import { settleVerdicts } from '../../../src/verdicts/verdicts.ts'

function judged(claim: string, ...contexts: string[]) {
  const verdicts = attributeClaims([claim], contexts)
  const [verdict] = settleVerdicts([{ verdicts }], [claim], contexts)
  return verdict
}

describe('a claim is supported', () => {
  it.each([
    [
      'in other words of the same stem',
      'The bridge connects two islands.',
      'Two islands are connected by this bridge.',
    ],
    ['with a number written otherwise', 'The town has 1,200 inhabitants.', 'Inhabitants of the town: 1200.'],
    ['with a number in words', 'The town has seven churches.', 'There are 7 churches in the town.'],
    ['with a factor', 'The city has 3 million inhabitants.', 'The city counts 3,000,000 inhabitants.'],
    ['with a short factor', 'The firm earned $2.5bn.', 'The firm earned 2.5 billion dollars.'],
    ['with a unit spelt out', 'The road is 12 km long.', 'The road is 12 kilometres long.'],
    [
      'with a date written otherwise',
      'Einstein was born on 14 March 1879.',
      'Einstein, born 1879-03-14, was a physicist.',
    ],
    ['where another clause is negated', 'Ann moved to Rome.', 'Ann, who did not like snow, moved to Rome.'],
    ['where "not only" adds', 'Ann plays the flute.', 'Ann plays not only the flute but the harp.'],
    ['where both are negated', 'The museum is not open on Monday.', "The museum isn't open on Monday."],
    ['in German', 'Die Brücke wurde 1890 gebaut.', 'Gebaut wurde die Brücke im Jahr 1890.'],
    ['in Russian', 'Мост построен в 1890 году.', 'В 1890 году был построен мост.'],
    ['in Chinese', '爱因斯坦出生于乌尔姆。', '爱因斯坦1879年出生于乌尔姆市。'],
    ['in Japanese', '東京は日本の首都です。', '日本の首都は東京である。'],
    ['in Korean, whatever the particles', '서울은 한국의 수도이다.', '한국의 수도가 서울이라고 한다.'],
    [
      'by the row of a table',
      'Oslo has 700000 inhabitants.',
      '| city | inhabitants |\n|---|---|\n| Oslo | 700000 |\n| Bergen | 290000 |',
    ],
  ])('%s', (_, claim, context) => {
    expect(judged(claim, context)).toMatchObject({ status: 'supported', rejected: [] })
  })

  it('by two contexts together, each quoted by its whole sentence', () => {
    const contexts = [
      'The Vasa is a ship. It sank in 1628 near Stockholm.',
      'The Vasa ship was raised later.',
    ]
    expect(judged('The Vasa sank near Stockholm in 1628.', ...contexts)).toMatchObject({
      status: 'supported',
      evidence: [
        { context: 0, quote: 'It sank in 1628 near Stockholm.' },
        { context: 0, quote: 'The Vasa is a ship.' },
      ],
    })
  })
})

describe('what decides:', () => {
  it.each<[string, string, string, boolean]>([
    ['half of all words are enough', 'Swans swim, dive, glide and rest.', 'Swans swim and dive.', true],
    ['less than half are not', 'Swans swim, dive, glide, sing and rest.', 'Swans swim.', false],
    [
      'names alone do not make a claim',
      'Ann Lee Fox wed King Tom Ray.',
      'Ann Lee Fox met King Tom Ray.',
      false,
    ],
    ['the months of dates in digits', 'Ann left on 3 May 1999.', 'Ann left on 1999-05-03.', true],
    ['are told apart', 'Ann left on 3 May 1999.', 'Ann left on 1999-06-03.', false],
    [
      'who does not may be named elsewhere',
      'The word tool does not work well for Japanese.',
      'The word tool does not work well for these, that have no spaces:\n- Japanese',
      true,
    ],
    ['a denial of names alone has to be denied', 'Ann is not Queen.', 'Ann is Queen.', false],
    ['and is, when it is', 'Ann is not Queen.', 'Ann is not a Queen.', true],
    ['stems are compared, not forms', 'Bakers glazed pastries.', 'A baker glazes a pastry.', true],
    [
      'a negation ends at a conjunction',
      'Ann moved to Rome.',
      'Bob never wrote but Ann moved to Rome.',
      true,
    ],
    [
      'a cell has the name of its column',
      'Oslo has a mayor.',
      'city;mayor;seats\nOslo;Ann;7\nBergen;Bob;9',
      true,
    ],
    ['a Korean particle is no part of a short stem', '집은 크다.', '집에 왔다. 크다.', false],
    ['and its word is found with another one', '나는 집을 샀다.', '내가 산 것은 집이다, 나도 샀다.', true],
  ])('%s', (_, claim, context, attributed) => {
    expect(judged(claim, context)?.attributed).toBe(attributed)
  })

  it('whatever it quotes is found, whatever the texts', () => {
    const pieces = [
      'Ann',
      'left',
      'Rome',
      '7',
      '-5',
      '3.5',
      '10',
      '万',
      '愛',
      '집',
      '은',
      '.',
      ',',
      '\n',
      ' ',
      '|',
      '"',
      '*',
      '# ',
      "n't",
      '’',
      'non-',
      '$',
      '%',
      '…',
    ]
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map(parts => parts.join(''))
    const property = fc.property(text, fc.array(text, { minLength: 1, maxLength: 3 }), (claim, contexts) => {
      const verdict = judged(claim, ...contexts)
      expect(verdict).toMatchObject({ rejected: [] })
      expect(verdict?.status).not.toBe('unverified')
    })
    fc.assert(property, { numRuns: 1000 })
  })
})

describe('a claim is not supported', () => {
  it.each([
    [
      'nothing of it is said',
      'Einstein received the Nobel Prize.',
      'Einstein was born in Ulm.',
      'missing',
      'no context says "received", "Nobel", "Prize"',
    ],
    [
      'a number differs',
      'The tower is 300 metres high.',
      'The tower is 330 metres high.',
      'contradicted',
      'a context has another number than "300 metres"',
    ],
    [
      'a unit differs',
      'The tower is 300 metres high.',
      'The tower is 300 feet high.',
      'partial',
      'no context says "300 metres"',
    ],
    [
      'a name differs',
      'Marie Curie discovered the element radium.',
      'Pierre Curie discovered the element radium.',
      'partial',
      'no context says "Marie"',
    ],
    [
      'the context says the opposite',
      'The museum is open on Monday.',
      'The museum is not open on Monday.',
      'contradicted',
      'a context says the opposite',
    ],
    [
      'the claim says the opposite',
      'The museum is not open on Monday.',
      'The museum is open on Monday.',
      'contradicted',
      'a context says the opposite',
    ],
    [
      'the opposite is said in Chinese',
      '这座博物馆周一开放。',
      '这座博物馆周一不开放。',
      'contradicted',
      'a context says the opposite',
    ],
    [
      'its words stand far apart',
      'Rivers freeze early.',
      'Rivers are long. Some freeze. We came early.',
      'partial',
      'its words stand in the contexts, but not together',
    ],
    ['it has no word', '…!', 'A context.', 'missing', 'the claim has no word to look for'],
    [
      'it has function words only',
      'It was so.',
      'It was so.',
      'missing',
      'the claim has no word to look for',
    ],
  ] as const)('where %s', (_, claim, context, status, gap) => {
    expect(judged(claim, context)).toMatchObject({ status, gap, attributed: false })
  })
})

it('answers every claim, in order, and the same each time', () => {
  const claims = ['Ann lives in Rome.', 'Bob lives in Oslo.', 'Ann lives in Rome.']
  const contexts = ['Ann lives in Rome.', 'Bob moved to Bergen.']
  const verdicts = attributeClaims(claims, contexts)
  expect(verdicts.map(({ claim, status }) => [claim, status])).toEqual([
    [1, 'supported'],
    [2, 'partial'],
    [3, 'supported'],
  ])
  expect(attributeClaims(claims, contexts)).toEqual(verdicts)
})

it('names five words that are missing, and counts the rest', () => {
  const [verdict] = attributeClaims(['Alder birch cedar dogwood elm fir grow.'], ['Nothing.'])
  expect(verdict?.gap).toBe('no context says "Alder", "birch", "cedar", "dogwood", "elm" and 2 more')
})
