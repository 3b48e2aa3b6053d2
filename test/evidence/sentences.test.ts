import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isQuestion, mayState, sentencesOf } from '../../src/evidence/sentences.ts'

function sentences(text: string): string[] {
  return sentencesOf(text).map(({ start, end }) => text.slice(start, end))
}

describe('one sentence', () => {
  it.each([
    'Art. 5 Abs. 2 gilt ab dem 1. Januar 2024.',
    'Dr. Smith et al. found 3.5 mg, i.e. 2 p.m. doses, at St. Mary.',
    'Am 3. Oktober ist Feiertag.',
    'Siehe S. 12 und Abb. 3 im Bd. IV.',
    'Es gibt z. B. Äpfel, u. a. Birnen, d. h. Obst.',
    'Um 300 v. Chr. Geburt kostete es 5 Mio. Euro.',
    'Der 1. FC Köln feiert den 30. Geburtstag im 20. Jahrhundert.',
    'Dhr. De Vries ging bijv. Maandag naar Utrecht.',
    'Mme. Curie vit, p. ex. à Paris, chez M. Dupont.',
    'El Sr. García vive en EE. UU. desde 1990.',
    'J. R. R. Tolkien and George W. Bush met the U.S. Army.',
    'Warner Bros. Records and Acme Inc. Tools paid $3.50 for No. 4.',
    'А. С. Пушкин жил на ул. Арбат.',
    'Use v1.2.3 of https://a.b/c?d=e.f!g, main.ts and the .NET platform.',
    'He waited... and left… again.',
    '"Why?" he asked.',
    "'Mr. Robot' was shown at 1:53 p.m. ET on Oct. 5 in the L.A. Hall.",
    'A long line that was wrapped by whoever wrote it, and\nthen goes on here.',
    'กรุงเทพเป็นเมืองหลวง มีประชากรมาก',
    '1. Open the file.',
    '巴黎是首都；柏林也是。',
    'It is big.[12]',
  ])('%s', text => {
    expect(sentences(text)).toEqual([text])
  })
})

describe('sentences in order', () => {
  it.each<string[]>([
    ["Dr. Smith et al. found 3.5 mg at St. Mary's.", 'It worked.'],
    ['He died in 1955.', 'He was 76.', 'He scored 12.', 'The team won.'],
    ['He lived in the U.S.', 'The war ended at 5 p.m.', 'It rained.', 'He had plan B.', 'This failed.'],
    [
      'He loves modern art.',
      'She paints.',
      'The answer is no.',
      'He left.',
      'See No. 5.',
      'See fig. 3 again.',
    ],
    ['It is 25 °C.', 'Paris is warm.', 'See Fig. 3 and vol. II.', 'Ms. An said 5 ms.', 'Now.'],
    ['Siehe S. 12.', 'Es gilt.', 'Er kam auf Platz 3.', 'Bayern gewann.', 'Usw.', 'Die Reise ging los.'],
    ["M. Dupont est né à l'est.", 'Il vit.', '¿Dónde está?', '¡Sí!', 'En Roma.'],
    ['1. Open it.', '2. Save it.', '3. Close it.'],
    ['Πού είναι;', 'Είναι στην Αθήνα.', 'Это 1990 г.', 'В Москве тепло.'],
    ['He said: "It is old."', 'Then he left (in May).', 'Paris.[1]', 'It is big.'],
    ['Yahoo!', 'Inc. grew.', 'Then...', 'Nothing.'],
  ])('%s %s', (...expected) => {
    expect(sentences(expected.join(' '))).toEqual(expected)
  })

  it.each<string[]>([
    ['서울은 수도이다.', '부산은 크다.', '왜 그럴까?', '그렇다.'],
    ['東京は首都です。', '人口は多いですか。', '本当？！', '「古い。」', '広い。'],
    ['很大！【2】', '“真的吗？”', '他说……不知道。', '好．'],
    ['دلهی بڑا ہے۔', 'ठीक है।', 'हाँ॥', '是。'],
  ])('without a space: %s %s', (...expected) => {
    expect(sentences(expected.join(''))).toEqual(expected)
  })

  it.each<string[]>([
    ['# A heading', 'It is old.'],
    ['A title without an end', 'It is old'],
    ['- one item', '- two items', '* three', '1. four', 'a) five'],
    ['| a | b |', '| 1 | 2 |'],
    ['هل باريس كبيرة؟', 'نعم، هي كبيرة.'],
  ])('by lines: %s %s', (...expected) => {
    expect(sentences(expected.join('\n'))).toEqual(expected)
  })
})

test.each([
  ['Is it old?', true],
  ['「古い？」', true],
  ['هل باريس كبيرة؟', true],
  ['¿Dónde está?', true],
  ['क्या यह पुरानी है?', true],
  ['Πού είναι;', true],
  ['人口は多いですか。', true],
  ['知りませんでしたか', true],
  ['그렇습니까.', true],
  ['本当？！', true],
  ['海は静か。', false],
  ['首都は東京のほか。', false],
  ['It is old; it is big;', false],
  ['He asked "why?" and left.', false],
])('%s asks: %s', (sentence, asks) => {
  expect(isQuestion(sentence)).toBe(asks)
  expect(mayState(sentence)).toBe(!asks)
})

test.each(['I hope this helps.', 'I’m sorry, I don’t know.', 'Here they are:', '以下：', '…', '3.', ' '])(
  '"%s" states nothing',
  sentence => {
    expect(mayState(sentence)).toBe(false)
  },
)

test('sentences are apart, in order, trimmed, and hold every letter, whatever the text', () => {
  const part = fc.constantFrom(
    'a',
    'B',
    ' ',
    '. ',
    '.',
    '?',
    '\n',
    '1',
    '"',
    '。',
    ')',
    'etc',
    'Dr',
    '…',
    '[1]',
    '다',
    '-',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(part).map(parts => parts.join('')),
      ),
      text => {
        const found = sentencesOf(text)
        for (const [index, { start, end }] of found.entries()) {
          expect(start).toBeGreaterThanOrEqual(found[index - 1]?.end ?? 0)
          expect(text.slice(start, end)).toBe(text.slice(start, end).trim())
        }
        const letters = (of: string): string => of.replace(/[^a-zA-Z1다]/g, '')
        expect(letters(found.map(({ start, end }) => text.slice(start, end)).join(''))).toBe(letters(text))
      },
    ),
    { numRuns: 1000 },
  )
})

test.each(['. ', '.', '? ', '!"', '1. ', '\n', 'a. ', 'Dr. ', '。', '…', 'x\n', '[1]', '.\n\n  ', 'か。'])(
  '%j without end takes no time',
  piece => {
    const start = performance.now()
    sentencesOf(piece.repeat(100_000))
    sentencesOf(`a${piece.repeat(100_000)}b`)
    expect(performance.now() - start).toBeLessThan(1000)
  },
)
