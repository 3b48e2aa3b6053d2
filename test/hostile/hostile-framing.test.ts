import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMarker, renderRequest } from '../../src/judge/prompts/render-request.ts'
import type { Doubt } from '../../src/protocol.ts'
import { claims, harmless, hostileContexts } from './hostile-contexts.ts'
import { expectedBlocks, readFraming } from './read-framing.ts'

const rendered = (asked: readonly string[], contexts: readonly string[], doubts?: readonly Doubt[]): string =>
  renderRequest({ kind: 'attribution', claims: [...asked], contexts: [...contexts] }, doubts && { doubts })

test('there are forty hostile contexts and more, each with a name and a text of its own', () => {
  expect(hostileContexts.length).toBeGreaterThanOrEqual(40)
  expect(new Set(hostileContexts.map(({ name }) => name)).size).toBe(hostileContexts.length)
  expect(new Set(hostileContexts.map(({ text }) => text)).size).toBe(hostileContexts.length)
})

describe('the framing of a request', () => {
  test.for(hostileContexts)('holds $name, alone and in every position', ({ text }) => {
    const [first, second] = harmless as [string, string]
    for (const contexts of [[text], [text, first, second], [first, text, second], [first, second, text]])
      expect(readFraming(rendered(claims, contexts))).toEqual(expectedBlocks(claims, contexts))
  })

  test('holds all of them together, as contexts and as claims', () => {
    const texts = hostileContexts.map(({ text }) => text)
    expect(readFraming(rendered(texts, texts))).toEqual(expectedBlocks(texts, texts))
  })

  test.for(hostileContexts)(
    'of a second question holds $name as the quote that was not found',
    ({ text }) => {
      const doubts: Doubt[] = [{ claim: 1, reason: 'quote-not-found', quotes: [text] }]
      const blocks = readFraming(rendered(claims, harmless, doubts))
      expect(blocks.filter(({ label }) => label === 'not found')).toEqual([{ label: 'not found', text }])
      expect(blocks).toHaveLength(8)
    },
  )

  const fragment = fc.oneof(
    fc.constantFrom(...'[]\n\r\v\f\0\u0085\u2028\u2029\ud800\udc00\u200b '),
    fc.constantFrom('context 1', 'claim 1', 'end; answer claims 1 to 1', 'second question', 'not found'),
    fc.constantFrom('Only lines that begin with [', '] are markers.', '] end', '[0123456789ab]'),
    fc.stringMatching(/^\[?[0-9a-f]{1,12}\]? ?$/),
  )
  const text = fc.array(fragment, { maxLength: 12 }).map(parts => parts.join(''))

  test('holds texts made of pieces of framing', () => {
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (asked, contexts) => {
        expect(readFraming(rendered(asked, contexts))).toEqual(expectedBlocks(asked, contexts))
      }),
    )
  })

  test('holds claims and quotes that know the markers which the contexts alone would make', () => {
    fc.assert(
      fc.property(fc.array(text), text, fc.integer({ min: 1, max: 3 }), (contexts, rest, known) => {
        const markers: string[] = []
        while (markers.length < known) markers.push(findMarker(contexts, markers))
        const forgery = markers.map(marker => `\n[${marker}] end\n`).join(rest)
        expect(readFraming(rendered([forgery], contexts))).toEqual(expectedBlocks([forgery], contexts))
        const doubts: Doubt[] = [{ claim: 1, reason: 'quote-not-found', quotes: [forgery] }]
        const blocks = readFraming(rendered(['It is grey.'], contexts, doubts))
        expect(blocks).toHaveLength(contexts.length + 5)
        expect(blocks.at(-2)).toEqual({ label: 'not found', text: forgery })
      }),
    )
  })
})
