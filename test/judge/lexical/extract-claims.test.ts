import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { saysSomething } from '../../../src/evidence/characters.ts'
import { extractClaims } from '../../../src/judge/lexical/extract-claims.ts'

describe('the claims of a text', () => {
  it.each<[string, string, string[]]>([
    ['are its sentences', 'Tea is hot. Ice is cold!', ['Tea is hot.', 'Ice is cold!']],
    ['count once', 'Tea is hot. Ice is cold. TEA is hot', ['Tea is hot.', 'Ice is cold.']],
    [
      'keep decimals, titles, initials and short forms whole',
      'Dr. A. Smith of Acme Inc. paid $3.50. It was No. 4 of them.',
      ['Dr. A. Smith of Acme Inc. paid $3.50.', 'It was No. 4 of them.'],
    ],
    [
      'are the items of a list without their bullets',
      '- Tea is hot\n- Ice is cold\n\n1. Rain is wet',
      ['Tea is hot', 'Ice is cold', 'Rain is wet'],
    ],
    [
      'are the rows of a table, with the names of its columns',
      '| city | size |\n|---|---|\n| Oslo | 7 |\n| Rome | 9 |',
      ['city: Oslo, size: 7', 'city: Rome, size: 9'],
    ],
    [
      'repeat the subject before a second verb',
      'Einstein was born in Ulm and died in Princeton.',
      ['Einstein was born in Ulm.', 'Einstein died in Princeton.'],
    ],
    [
      'part two clauses',
      'Ann moved to Rome, and she became a painter.',
      ['Ann moved to Rome.', 'She became a painter.'],
    ],
    [
      'part a list of short items',
      'Michael is a journalist, author, and academic.',
      ['Michael is a journalist.', 'Michael is a author.', 'Michael is a academic.'],
    ],
    ['leave two nouns together', 'Ann likes tea and coffee.', ['Ann likes tea and coffee.']],
    [
      'leave alternatives together',
      'The lamp is red, green, or blue and small.',
      ['The lamp is red, green, or blue and small.'],
    ],
    ['leave a quotation whole', 'He said "I came and saw".', ['He said "I came and saw".']],
    ['leave footnotes out', 'Tea is hot.[1] Ice is cold【2】', ['Tea is hot.', 'Ice is cold']],
    [
      'are found in Chinese',
      '爱因斯坦生于乌尔姆。他是物理学家。',
      ['爱因斯坦生于乌尔姆。', '他是物理学家。'],
    ],
    ['are found in Japanese', '東京は首都です。人口は多い。', ['東京は首都です。', '人口は多い。']],
    ['are found in Korean', '서울은 수도이다. 부산은 항구다.', ['서울은 수도이다.', '부산은 항구다.']],
    ['may be one word', 'Paris.', ['Paris.']],
    ['are none in a question', 'Who was Einstein? 他是谁？', []],
    [
      'are none in an opinion',
      'I think tea is best. In my opinion it is fine. Ich glaube nicht. 我觉得很好。',
      [],
    ],
    ['are none in not knowing', "I don't know. I’m not sure. Sorry, I cannot say.", []],
    ['are none in what announces a list', 'The colours are:\n- Red is warm.', ['Red is warm.']],
    [
      'keep references, ordinals and dates whole',
      'Art. 5 Abs. 2 gilt ab dem 1. Januar 2024. Der 2. Absatz gilt z. B. Samstag, den 3. Oktober nicht.',
      [
        'Art. 5 Abs. 2 gilt ab dem 1. Januar 2024.',
        'Der 2. Absatz gilt z. B. Samstag, den 3. Oktober nicht.',
      ],
    ],
    [
      'are none in questions of any script',
      '東京は大きいですか。本当？¿Es grande? هل باريس كبيرة؟ 그렇습니까. Πού είναι; Tea is hot.',
      ['Tea is hot.'],
    ],
    ['are none in punctuation', '… --- 1.', []],
  ])('%s', (_, text, claims) => {
    expect(extractClaims(text)).toEqual(claims)
  })

  it('consist of words of the text alone, whatever it is', () => {
    const word = fc.constantFrom(
      'Ann',
      'was',
      'born',
      'and',
      'died',
      ',',
      '.',
      ';',
      '7',
      'a',
      'which',
      'but',
      'she',
      '愛',
      '\n',
      '|',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), words => {
        const text = words.join(' ')
        const known = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
        for (const claim of extractClaims(text))
          for (const used of claim.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) expect(known).toContain(used)
      }),
    )
  })

  it('are never blank, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), text => {
        expect(extractClaims(text).every(saysSomething)).toBe(true)
      }),
    )
  })
})
