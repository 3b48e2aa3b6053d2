import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { locateQuote, type Span } from '../../src/evidence/locate-quote.ts'

const words =
  "bridge grey straße café cafe\u0301 мост γέφυρα isn't İzmir ﬁrst e\u0323\u0301 C++ GPT4 v1.2.3 vitest.config.ts 𠮷野家 東京 서울 كتاب क्या “so” (so)".split(
    ' ',
  )
const word = fc.constantFrom(...words)
const space = fc.constantFrom(' ', '  ', '\n', '\r\n', '\u00a0', ' \u200b', '\t')
const separator = fc.oneof(
  { weight: 8, arbitrary: space },
  { weight: 1, arbitrary: fc.constantFrom('. ', ', ', '\n\n') },
)

/** Words with what stands behind each. */
const tokens = fc.array(fc.tuple(word, separator), { minLength: 1, maxLength: 40 })

function join(list: readonly (readonly [string, string])[]): string {
  return list.map(([text, behind], index) => (index === list.length - 1 ? text : text + behind)).join('')
}

/** A context, and where some of its words begin and end in it. */
const wordAligned = tokens.chain(list =>
  fc.tuple(fc.nat(list.length - 1), fc.nat(list.length - 1)).map(([a, b]) => {
    const [first, last] = a < b ? [a, b] : [b, a]
    const before = list
      .slice(0, first)
      .map(([text, behind]) => text + behind)
      .join('')
    const quote = join(list.slice(first, last + 1))
    return { context: join(list), quote, start: before.length, list: list.slice(first, last + 1) }
  }),
)

/** What folding leaves, computed in another way. */
function folded(text: string): string {
  return text
    .replace(/[\u200b\u00ad\u2060]/g, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/ﬁ/g, 'fi')
    .normalize('NFC')
    .toLowerCase()
    .replace(/i̇/g, 'i')
    .replace(/[“”]/g, '"')
    .trim()
}

function lettersOf(text: string): string {
  return folded(text).replace(/[^\p{L}\p{N}\p{M}]+/gu, '')
}

function expectInside(context: string, span: Span): string {
  expect(span.start).toBeGreaterThanOrEqual(0)
  expect(span.start).toBeLessThan(span.end)
  expect(span.end).toBeLessThanOrEqual(context.length)
  return context.slice(span.start, span.end)
}

describe('locating a quote', () => {
  it('finds every word-aligned part of a context, where it stands or where the same stands before', () => {
    fc.assert(
      fc.property(wordAligned, ({ context, quote, start }) => {
        const span = locateQuote(context, quote)
        expect(span).toBeDefined()
        if (!span) return
        expect(folded(expectInside(context, span))).toBe(folded(quote))
        expect(span.start).toBeLessThanOrEqual(start)
      }),
      { numRuns: 500 },
    )
  })

  it('finds a part in another case, form and white space', () => {
    const form = fc.constantFrom('NFC' as const, 'NFD' as const)
    fc.assert(
      fc.property(wordAligned, form, fc.boolean(), space, ({ context, list }, to, isUpper, gap) => {
        const isBlank = (behind: string) => /^[\s\u00a0\u200b]+$/.test(behind)
        const changed = join(list.map(([text, behind]) => [text, isBlank(behind) ? gap : behind]))
        // Upper case makes SS of ß and FI of ﬁ: words that folding does not bring back.
        const cased = isUpper
          ? changed.replace(/(?<!\S)[a-zмостγέφυρα]+(?!\S)/g, part => part.toUpperCase())
          : changed
        const span = locateQuote(context, cased.normalize(to))
        expect(span).toBeDefined()
        if (span) expect(folded(expectInside(context, span))).toBe(folded(cased))
      }),
      { numRuns: 500 },
    )
  })

  it('loses no quote to markup and invisible characters put between words', () => {
    const noise = fc.constantFrom(
      '**',
      '<b>',
      '</b> ',
      '`',
      ' \\n',
      '\u200b ',
      '<br/>',
      '[^a]',
      '&nbsp;',
      '](/not/3) ',
      '_ ',
    )
    const noises = fc.array(noise, { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(wordAligned, noises, ({ list, quote }, between) => {
        const context = list.map(([text, behind], index) => `${text}${between[index]}${behind}`).join('')
        // Noise that puts `+` or a mark beside a word would make another word of it.
        const span = locateQuote(`( ${context})`, quote)
        expect(span).toBeDefined()
        if (span) expectInside(`( ${context})`, span)
      }),
      { numRuns: 500 },
    )
  })

  it('finds nothing else than the letters and numbers of the quote, in their order', () => {
    const text = fc.array(
      fc.oneof(word, fc.constantFrom('a', 'b', '.', ' ', ' ', '\n', '-', '5', '\u0301', '<', '\\n')),
      {
        maxLength: 30,
      },
    )
    fc.assert(
      fc.property(text, text, (context, quote) => {
        const given = context.join('')
        // Escapes and tags stand for something else than their letters.
        fc.pre(!/[<\\]/.test(given + quote.join('')))
        const span = locateQuote(given, quote.join(''))
        if (!span) return
        const evidence = expectInside(given, span)
        if (!/\.{3}/.test(quote.join(''))) expect(lettersOf(evidence)).toBe(lettersOf(quote.join('')))
      }),
      { numRuns: 2000 },
    )
  })

  it('stays inside the context, divides no character and never throws, whatever the texts', () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.integer({ min: 0, max: 0xffff }).map(code => String.fromCharCode(code)),
      fc.constantFrom(
        'a',
        'a',
        ' ',
        '…',
        '[',
        '](',
        '<',
        '<b',
        '>',
        '\\',
        '&',
        '&#x',
        ';',
        '"',
        '\ud83d',
        '\udc00',
        '\u0301',
      ),
    )
    const text = fc.array(unit, { maxLength: 40 }).map(list => list.join(''))
    fc.assert(
      fc.property(text, text, fc.nat(40), fc.nat(40), (context, other, from, to) => {
        for (const quote of [
          other,
          context,
          context.slice(from, to),
          `${context.slice(0, from)} … ${context.slice(to)}`,
        ]) {
          const span = locateQuote(context, quote)
          if (!span) continue
          const evidence = expectInside(context, span)
          const before = context.slice(0, span.start)
          const behind = context.slice(span.end)
          expect(/[\ud800-\udbff]$/.test(before) && /^[\udc00-\udfff]/.test(evidence)).toBe(false)
          expect(/[\ud800-\udbff]$/.test(evidence) && /^[\udc00-\udfff]/.test(behind)).toBe(false)
          expect(behind).not.toMatch(/^\u0301/)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('finds a part in other shapes of the same letters, at that part', () => {
    const shapes: [string, ...string[]][] = [
      ['capabilities', 'Capa\u00adbilities', 'c\ufeffapabilities', 'ＣＡＰabilities'],
      ['H2O', 'H₂O', 'Ｈ２Ｏ'],
      ['configuration', 'con\ufb01guration', 'con\u200bfiguration'],
      ['café', 'cafe\u0301', 'CAFÉ', 'ca\u2060fe\u0301'],
      ['ガソリン', 'ｶﾞｿﾘﾝ', 'カ\u3099ソリン'],
      ['كتاب', 'كتـــاب', 'كِتَابٌ', 'ﻛﺘﺎﺏ'],
      ['שלום', 'שָׁלוֹם', '\ufb2aלום'],
      ['한글', '\u1112\u1161\u11ab글'],
      ['5.5', '５.５'],
    ]
    // Only a document breaks words at the ends of its lines.
    const broken: Record<string, string> = {
      capabilities: 'Capabili-\nties',
      configuration: 'con\ufb01gu\u00ad\r\n  ration',
      café: 'ca-\nfe\u0301',
    }
    const parts = fc.shuffledSubarray(shapes, { minLength: 1 }).chain(list => {
      const choices = fc.array(fc.nat(7), { minLength: list.length, maxLength: list.length })
      const place = fc.nat(list.length - 1)
      return fc.tuple(fc.constant(list), choices, choices, place, place)
    })
    const pick = (words: readonly string[], index = 0): string => words[index % words.length] ?? ''
    fc.assert(
      fc.property(parts, ([list, shown, quoted, a, b]) => {
        const [first, last] = a < b ? [a, b] : [b, a]
        const given = list.map((words, index) => pick([...words, broken[words[0]] ?? words[0]], shown[index]))
        const asked = list.map((words, index) => pick(words, quoted[index]))
        const context = `(${given.join(' ')})`
        const whole = given.slice(first, last + 1).join(' ')
        const span = locateQuote(context, asked.slice(first, last + 1).join(' '))
        expect(span).toEqual({ start: context.indexOf(whole), end: context.indexOf(whole) + whole.length })
      }),
      { numRuns: 1000 },
    )
  })

  it('answers the same however often and in whatever order it is asked', () => {
    fc.assert(
      fc.property(fc.array(wordAligned, { minLength: 2, maxLength: 12 }), cases => {
        const ask = () =>
          cases.map(({ context, quote }) =>
            cases.map(other => locateQuote(other.context, quote) ?? context.length),
          )
        expect(ask()).toEqual(ask())
      }),
      { numRuns: 50 },
    )
  })
})
