import { describe, expect, it, test } from 'vitest'
import { findLostSentences } from '../../src/verdicts/lost-sentences.ts'

const einstein = ['Einstein was born in 1879.', 'He developed relativity.', 'He received the Nobel Prize.']

describe('a sentence that no claim takes up', () => {
  it.each<[string, string[], string[], number[]]>([
    ['three of three', einstein, ['x'], [0, 1, 2]],
    ['two of three', einstein, ['Einstein was born in 1879.'], [1, 2]],
    [
      'the one between',
      einstein,
      ['Albert Einstein was born in 1879.', 'The Nobel Prize went to Einstein.'],
      [1],
    ],
    [
      'none, with other words around',
      einstein,
      ['His birth was in 1879.', 'He found relativity.', 'A prize.'],
      [],
    ],
    ['none in one compound claim', einstein, ['Einstein, born 1879, of relativity, had the Nobel Prize'], []],
    [
      'none where accents are written in another way',
      ['Éléa aéré.'],
      ['E\u0301le\u0301a ae\u0301re\u0301'],
      [],
    ],
    ['the only one', ['Paris.'], ['x'], [0]],
    ['none where the answer is a name', ['Paris.'], ['The capital of France is Paris.'], []],
    [
      'one whose only own word is a number',
      ['It holds 12 of them.', 'It holds 15 of them.'],
      ['It holds 12.'],
      [1],
    ],
    ['one inside of a compound', ['Die Preisverleihung war kalt.'], ['Der Nobelpreis wurde verliehen'], []],
    [
      'eight of ten',
      ['Ada', 'Bert', 'Carla', 'Dora', 'Emil', 'Fritz', 'Gusta', 'Hanna', 'Igor', 'Jonas'].map(
        (name, index) => `${name} lives at number ${100 + index} of the street.`,
      ),
      ['Ada lives at number 100.', 'Jonas lives at number 109.'],
      [1, 2, 3, 4, 5, 6, 7, 8],
    ],
    ['Korean', ['서울은 수도이다.', '부산은 항구가 크다.'], ['서울은 한국의 수도이다.'], [1]],
    ['Japanese', ['東京は首都です。', '大阪は商業の町です。'], ['大阪は商業の町である'], [0]],
    ['Chinese', ['柏林是德国的首都。', '慕尼黑有很多啤酒馆！'], ['德国首都是柏林'], [1]],
    ['Arabic', ['باريس عاصمة فرنسا.', 'تقع مرسيليا على البحر المتوسط.'], ['باريس عاصمة فرنسا'], [1]],
    ['Hindi', ['दिल्ली भारत की राजधानी है।', 'मुंबई समुद्र के किनारे है।'], ['मुंबई समुद्र के किनारे है'], [0]],
    ['Russian', ['Москва стоит на реке.', 'Байкал глубже всех озёр.'], ['Москва стоит на реке'], [1]],
  ])('%s', (_, sentences, claims, lost) => {
    const space = /[。！]/.test(sentences.join('')) ? '' : ' '
    expect(findLostSentences(claims, sentences.join(space))).toEqual(lost.map(index => sentences[index]))
  })

  it('is a line where there are no sentence ends', () => {
    const truth = 'กรุงเทพเป็นเมืองหลวงของประเทศไทย\nเชียงใหม่อยู่ทางเหนือและมีภูเขาสูงมากมายหลายแห่งรอบเมือง'
    expect(findLostSentences(['กรุงเทพเป็นเมืองหลวง'], truth)).toEqual([truth.split('\n')[1]])
    expect(findLostSentences(['- Tea is hot'], '- Tea is hot\n- Ice is cold\n- Rain is wet')).toEqual([
      '- Ice is cold',
      '- Rain is wet',
    ])
  })
})

test.each([
  'Do you know why?',
  '本当ですか。',
  'I hope this helps you with everything.',
  'Here are the important points of everything:',
  '# Further reading about everything',
  'Sure!',
  '[1][2]',
  '<1><4>',
  'As said, Tea is hot.',
])('"%s" is not looked for', sentence => {
  expect(findLostSentences(['Tea is hot.', 'Ice is cold.'], `${sentence}\nTea is hot. Ice is cold.`)).toEqual(
    [],
  )
  expect(findLostSentences(['Tea is hot.', 'Ice is cold.'], `Tea is hot. Ice is cold.\n${sentence}`)).toEqual(
    [],
  )
})

test.each([
  [
    'Berlin ist die Hauptstadt und liegt an der Spree. Der Fluss ist lang.',
    ['The capital is the seat of the government.', 'The river is long and is in the north.'],
  ],
  [
    'Berlin ist die Hauptstadt und liegt an der Spree.',
    ['ベルリンは首都であり、シュプレー川のほとりにある。'],
  ],
  ['서울은 대한민국의 수도이다. 한강이 흐른다.', ['Seoul is the capital.', 'The Han flows there.']],
])('what is told in another language is not called lost: %s', (truth, claims) => {
  expect(findLostSentences(claims, truth)).toEqual([])
  expect(findLostSentences(['x'], truth)).not.toEqual([])
})

test.each(['Word holds. ', 'a', '語', 'e\u0301\u0302', '\u0315\u0316\u0301', '. ', '1. '])(
  '%j without end takes no time',
  piece => {
    const text = piece.repeat(20_000)
    const start = performance.now()
    findLostSentences([text.slice(0, 10_000)], text)
    findLostSentences(['x'], text)
    expect(performance.now() - start).toBeLessThan(3000)
  },
)
