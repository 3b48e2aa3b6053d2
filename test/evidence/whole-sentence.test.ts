import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wholeSentence } from '../../src/evidence/whole-sentence.ts'

/** The sentence shown for the part of a text between `[` and `]`. */
function shown(marked: string): string {
  const start = marked.indexOf('[')
  return wholeSentence(marked.replace(/[[\]]/g, ''), { start, end: marked.indexOf(']') - 1 })
}

describe('evidence is shown as its whole sentence', () => {
  it.each([
    ['It is old. He was [born in 1879] in Ulm. He moved.', 'He was born in 1879 in Ulm.'],
    ['[He was born in 1879 in Ulm.] He moved.', 'He was born in 1879 in Ulm.'],
    ['He was born in Ulm[. He moved] to Bern. It rained.', 'He was born in Ulm. He moved to Bern.'],
    ['Is it? [It is]! No.', 'It is!'],
    ['He said: "It is [old]." Then he left.', 'He said: "It is old."'],
    ['[He said: "It is old."] Then he left.', 'He said: "It is old."'],
    ['He said "It is new." It [is old].', 'It is old.'],
    ['「[古い]。」と言った。', '「古い。」'],
    ['東京は首都です。人口は[約1400万人]です。広い。', '人口は約1400万人です。'],
    ['यह नया है। वह [पुराना] है। बस।', 'वह पुराना है।'],
    ['no end and [no beginning] here', 'no end and no beginning here'],
  ])('%s', (marked, sentence) => {
    expect(shown(marked)).toBe(sentence)
  })

  it.each([
    ['a decimal', 'It grew. It grew by 3.5 per cent [in May].', 'It grew by 3.5 per cent in May.'],
    ['a title', 'It is so. Dr. Curie [won] it.', 'Dr. Curie won it.'],
    ['an abbreviation', 'It is so. See fig. 3 [for more]. Yes.', 'See fig. 3 for more.'],
    ['initials', 'It is so. The U.S. Army [of J. R. Smith] won. Yes.', 'The U.S. Army of J. R. Smith won.'],
    ['e.g.', 'It is so. Use tools, e.g. hammers, [to mend it]. Yes.', 'Use tools, e.g. hammers, to mend it.'],
    [
      'a reference or an ordinal',
      'So ist es. Art. 5 Abs. 2 [gilt] ab dem 1. Januar 2024. Ja.',
      'Art. 5 Abs. 2 gilt ab dem 1. Januar 2024.',
    ],
    ['a German date', 'So ist es. Er kam am 14. März [1879] an. Ja.', 'Er kam am 14. März 1879 an.'],
    ['a file name', 'It is so. Open main.ts [and save]. Yes.', 'Open main.ts and save.'],
    ['a query', 'It is so. Call /a?b=1 [to begin]. Yes.', 'Call /a?b=1 to begin.'],
    ['a small letter behind it', 'It is so. About etc. and [so on]. Yes.', 'About etc. and so on.'],
    [
      'a line break in running text',
      'So it is. A long line that was wrapped by whoever wrote it, and\n[goes on] here. Yes.',
      'A long line that was wrapped by whoever wrote it, and goes on here.',
    ],
  ])('%s ends none', (_, marked, sentence) => {
    expect(shown(marked)).toBe(sentence)
  })

  it.each([
    ['a year', 'He died in 1955. [He was] 76.', 'He was 76.'],
    [
      'a paragraph',
      'A title without an end that is longer than fifty letters\n\nIt [is old]\n\nMore',
      'It is old',
    ],
    ['a heading', '# Title\nIt [is old], and\nMore', 'It is old, and'],
    [
      'a list item',
      'One item, long enough to look like a wrapped line, is here\n- two [items]\n- three',
      '- two items',
    ],
    ['a table row', '| a | b |\n| c | [d] |\n| e | f |', '| c | d |'],
  ])('%s does', (_, marked, sentence) => {
    expect(shown(marked)).toBe(sentence)
  })
})

describe('a sentence longer than a line', () => {
  const words = (word: string, count: number): string => Array.from({ length: count }, () => word).join(' ')

  it('is cut at words on both sides, and never in the quote', () => {
    const text = shown(`${words('before', 60)} [the quote, ${words('quoted', 9)}] ${words('after', 60)}.`)
    expect(text).toMatch(/^…before( before)* the quote,( quoted){9} after( after)*…$/)
    expect(text.length).toBeGreaterThan(140)
    expect(text.length).toBeLessThanOrEqual(160)
  })

  it('gives one side what the other does not need', () => {
    expect(shown(`It was [said] ${words('after', 60)}.`)).toMatch(/^It was said after.{130,}after…$/)
    expect(shown(`${words('before', 60)} [it] was.`)).toMatch(/^…before.{130,}before it was\.$/)
  })

  it('is cut between characters where there are no words', () => {
    const text = shown(`${'前'.repeat(200)}[引用]${'後'.repeat(200)}`)
    expect(text).toMatch(/^…前+引用後+…$/)
    expect(text).toHaveLength(160)
  })

  it('is never cut through a character', () => {
    for (const before of ['', 'x'])
      expect(shown(`${'😀'.repeat(200)}${before}[it]${before}${'😀'.repeat(200)}`)).toMatch(
        /^…(?:😀)+x?itx?(?:😀)+…$/u,
      )
  })

  it('is only the quote, shortened, when that is longer than a line itself', () => {
    expect(shown(`Before, [${words('quoted', 60)}] after.`)).toMatch(/^quoted.*…$/)
  })
})

it('holds the quote on one line, within the length of a line, well formed, whatever the text', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom('a', ' ', '. ', '.', '\n', '\n\n', '1', '"', '😀', '\ud83d', '##[', '。', 'word '),
        {
          maxLength: 120,
        },
      )
      .map(parts => parts.join('')),
  )
  fc.assert(
    fc.property(part, fc.stringMatching(/^[a-z]{1,9}( [a-z]{1,9}){0,9}$/), part, (before, quote, after) => {
      const span = { start: before.length, end: before.length + quote.length }
      const text = wholeSentence(`${before}${quote}${after}`, span)
      expect(text).toContain(quote)
      expect(text.length).toBeLessThanOrEqual(164)
      expect(text.isWellFormed()).toBe(true)
      // oxlint-disable-next-line no-control-regex -- looked for on purpose
      expect(text).not.toMatch(/[\u0000-\u001f]|##\[/)
    }),
    { numRuns: 500 },
  )
})

it('looks no further than a line, however long the text', () => {
  const text = `${'a '.repeat(500_000)}quote${' b'.repeat(500_000)}`
  expect(wholeSentence(text, { start: 1_000_000, end: 1_000_005 })).toMatch(/^…a.*a quote b.*b…$/)
})
