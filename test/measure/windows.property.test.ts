import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBlank } from '../../src/text.ts'
import { splitText } from '../../src/measure/split-text.ts'
import { tokensIn } from '../../src/measure/tokens.ts'
import { type Passage, planWindows } from '../../src/measure/windows.ts'

const sentence = fc
  .array(fc.constantFrom('Ulm', 'is', 'a city', '3.5 km', 'Größe', '大きい', '😀', 'Dr. No'), {
    minLength: 1,
    maxLength: 12,
  })
  .map(words => `${words.join(' ')}. `)
const prose = fc.array(sentence, { minLength: 1, maxLength: 80 }).map(sentences => sentences.join(''))
const anything = fc.string({ unit: 'binary', minLength: 1, maxLength: 2000 })
const contextTexts = fc
  .uniqueArray(
    fc.oneof(prose, anything, prose).filter(text => !isBlank(text)),
    { minLength: 1, maxLength: 8 },
  )
  .map(texts => texts.toSorted())
const claimTexts = fc.array(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }).filter(text => !isBlank(text)),
  { minLength: 1, maxLength: 60 },
)
const rooms = fc.record({ tokens: fc.integer({ min: 500, max: 3000 }), claims: fc.constantFrom(1, 7, 40) })

const textOf = (contexts: readonly string[], { context, start, end }: Passage): string =>
  contexts[context]?.slice(start, end) ?? ''
const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + tokensIn(text), 0)

describe('the plan of an attribution', () => {
  test('is one question with all that was arranged where that fits', () => {
    fc.assert(
      fc.property(claimTexts, contextTexts, (claims, contexts) => {
        const tokens = sizeOf([...claims, ...contexts])
        expect(planWindows(claims, contexts, { tokens, claims: claims.length })).toEqual({
          windows: [contexts.map((text, context) => ({ context, start: 0, end: text.length }))],
          batches: [claims.map((_, index) => index)],
        })
        const { batches } = planWindows([...claims, ...claims], contexts, {
          tokens: 10 * tokens,
          claims: claims.length,
        })
        expect(batches).toHaveLength(2)
      }),
    )
  })

  test('asks every claim about every character of every context, and is the same each time', () => {
    fc.assert(
      fc.property(claimTexts, contextTexts, rooms, (claims, contexts, room) => {
        const { windows, batches } = planWindows(claims, contexts, room)
        expect(planWindows(claims, contexts, room)).toEqual({ windows, batches })
        expect(batches.flat()).toEqual(claims.map((_, index) => index))
        const passages = windows.flat()
        for (const [context, text] of contexts.entries()) {
          const parts = passages.filter(passage => passage.context === context)
          if (tokensIn(text) + room.tokens / 2 <= room.tokens)
            expect(parts).toEqual([{ context, start: 0, end: text.length }])
          let covered = 0
          for (const { start, end } of parts) {
            // what lies between two parts is blank
            expect(isBlank(text.slice(covered, start))).toBe(true)
            expect(end).toBeGreaterThan(covered)
            covered = end
          }
          expect(isBlank(text.slice(covered))).toBe(true)
        }
        expect(passages.map(({ context }) => context)).toEqual(
          passages.map(({ context }) => context).toSorted((a, b) => a - b),
        )
      }),
    )
  })

  test('keeps every question within its room', () => {
    fc.assert(
      fc.property(claimTexts, contextTexts, rooms, (claims, contexts, room) => {
        const { windows, batches } = planWindows(claims, contexts, room)
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0)
          expect(batch.length).toBeLessThanOrEqual(room.claims)
          for (const window of windows) {
            const texts = [
              ...batch.map(claim => claims[claim] ?? ''),
              ...window.map(passage => textOf(contexts, passage)),
            ]
            expect(sizeOf(texts)).toBeLessThanOrEqual(room.tokens)
          }
        }
      }),
    )
  })

  test('leaves no window that its neighbour had room for', () => {
    const contexts = Array.from({ length: 20 }, (_, index) => `Context ${10 + index} `.padEnd(200, 'x'))
    const { windows } = planWindows(['A claim.'], contexts, { tokens: 500, claims: 40 })
    expect(windows.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4])
  })

  test('refuses a claim that would leave contexts less than half of the room', () => {
    expect(() =>
      planWindows(['short', 'x'.repeat(1001)], ['y'.repeat(4000)], { tokens: 1000, claims: 40 }),
    ).toThrow(
      'Claim 2 counts as 517 tokens, and a question has room for 1000, half of it for contexts.\n' +
        '  do  raise maxInputTokens as far as the model allows, or give shorter claims',
    )
  })
})

describe('a text too long for one question', () => {
  test('is split into parts that hold it all, overlap, and cut no character', () => {
    fc.assert(
      fc.property(fc.oneof(prose, anything), fc.integer({ min: 1, max: 900 }), (text, bytes) => {
        const parts = splitText(text, bytes)
        let last = { start: -1, end: 0 }
        for (const { start, end } of parts) {
          expect(start).toBeGreaterThan(last.start)
          expect(start).toBeLessThanOrEqual(last.end)
          expect(end).toBeGreaterThan(last.end)
          const part = text.slice(start, end)
          expect(Buffer.byteLength(part) <= bytes || Array.from(part).length === 1).toBe(true)
          if (text.isWellFormed()) expect(part.isWellFormed()).toBe(true)
          last = { start, end }
        }
        expect(last.end).toBe(text.length)
      }),
    )
  })

  test.each([
    ['sentence ends', 'Dr. No left Ulm at 3.5 km/h today. Then he came back. '.repeat(8), /^(?:Dr|Then)/],
    ['paragraphs and list items', '- Ulm is large\n- Bonn is small\n\n'.repeat(20), /^- /],
    ['sentence ends of scripts without spaces', '乌尔姆是一座城市。它很古老。'.repeat(20), /^[乌它]/],
    ['line ends where no sentence ends', 'ulm, bonn, köln\n'.repeat(30), /^ulm/],
    ['white space where no line ends', 'ulmisacity '.repeat(40), /^ulm/],
  ])('is cut at %s', (_, text, start) => {
    const parts = splitText(text, 200)
    expect(parts.length).toBeGreaterThan(2)
    for (const part of parts) expect(text.slice(part.start)).toMatch(start)
  })

  test('has the sentence before a cut in both parts, where that is short', () => {
    const text = Array.from({ length: 40 }, (_, index) => `Fact ${index} is so. `).join('')
    const [first, second] = splitText(text, 300)
    expect(second?.start).toBeLessThan(first?.end ?? 0)
    expect(text.slice(second?.start, first?.end)).toMatch(/^(?:Fact \d+ is so\. )+$/)
  })

  test('of one endless word is cut between characters', () => {
    const text = '😀'.repeat(100)
    expect(splitText(text, 45).map(({ start, end }) => text.slice(start, end).isWellFormed())).not.toContain(
      false,
    )
  })
})
