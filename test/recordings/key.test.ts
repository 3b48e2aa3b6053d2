import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { canonicalJson, sha256 } from '../../src/json.ts'
import {
  keyRequest,
  kindInName,
  recordingKey,
  recordingName,
  recordingNamePattern,
  slugOf,
} from '../../src/recordings/key.ts'
import type { AttributionRequest, ClaimsRequest, JudgeSettings } from '../../src/protocol.ts'
import { attributionRequest, claimsRequest, judgeParts } from './sample.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 40 })
const loneSurrogates = fc
  .array(fc.integer({ min: 0xd7f0, max: 0xe010 }), { maxLength: 6 })
  .map(units => String.fromCharCode(...units))

describe('sha256', () => {
  it('is the digest of the UTF-8 bytes', () => {
    const expected = createHash('sha256').update('Zürich 東京 👋', 'utf8').digest('hex')
    expect(sha256('Zürich 東京 👋')).toBe(expected)
  })

  it('tells texts apart that UTF-8 makes one', () => {
    expect(sha256('\ud800')).not.toBe(sha256('\udc00'))
    expect(sha256('\ud800')).not.toBe(sha256('\ufffd'))
  })

  it('is equal for equal texts only', () => {
    const either = fc.oneof(anyText, loneSurrogates)
    fc.assert(fc.property(either, either, (a, b) => (sha256(a) === sha256(b)) === (a === b)))
  })
})

describe('canonicalJson', () => {
  it.each<[string, unknown, string]>([
    [
      'members by code unit',
      { b: 1, a: 2, Z: 3, é: 4, 𝒳: 5, '\uffee': 6 },
      '{"Z":3,"a":2,"b":1,"é":4,"𝒳":5,"\uffee":6}',
    ],
    ['nested members', [{ b: { d: 1, c: 2 } }], '[{"b":{"c":2,"d":1}}]'],
    ['undefined members left out', { a: undefined, b: null }, '{"b":null}'],
    ['numbers', [0, -0, 1e21, 0.1, -1.5], '[0,0,1e+21,0.1,-1.5]'],
    ['lone surrogates escaped', '\ud800', '"\\ud800"'],
    ['a member named __proto__', JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
    ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ['the same object twice', (shared => [shared, shared])({ a: 1 }), '[{"a":1},{"a":1}]'],
  ])('writes %s', (_, value, expected) => {
    expect(canonicalJson(value)).toBe(expected)
  })

  const circular: Record<string, unknown> = {}
  circular.self = { again: circular }
  it.each<[unknown, string]>([
    [Number.NaN, 'The value is NaN'],
    [{ settings: { temperature: Number.POSITIVE_INFINITY } }, 'settings.temperature is Infinity'],
    [{ a: [1, { b: () => 1 }] }, 'a[1].b is a function'],
    [{ a: 1n }, 'a is a bigint'],
    [[undefined], '[0] is undefined'],
    [{ when: new Date(0) }, 'when is a Date'],
    [{ a: { b: Symbol('x') } }, 'a.b is a symbol'],
    [circular, 'self.again is a value that contains itself'],
  ])('refuses what JSON cannot hold and names it: %#', (value, message) => {
    expect(() => canonicalJson(value)).toThrow(UsageError)
    expect(() => canonicalJson(value)).toThrow(message)
  })

  it('does not depend on the order of members and reads back as the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const shuffled = reverseMembers(value)
        expect(canonicalJson(shuffled)).toBe(canonicalJson(value))
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

function reverseMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverseMembers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reverseMembers(member)]),
  )
}

describe('recordingKey', () => {
  const key = recordingKey({ request: attributionRequest, ...judgeParts })

  it('is the documented digest', () => {
    const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
    const canonical = `{"kind":"claims","model":"m","prompt":"p","request":{"groundTruth":"${digest('Paris.')}","question":"${digest('Where?')}"},"settings":{"seed":1,"temperature":0}}`
    const request: ClaimsRequest = { kind: 'claims', groundTruth: 'Paris.', question: 'Where?' }
    const settings = { temperature: 0, seed: 1 }
    expect(recordingKey({ request, model: 'm', promptDigest: 'p', settings })).toBe(digest(canonical))
  })

  it('stays what it was in earlier releases', () => {
    const parts = { model: 'm', promptDigest: 'p', settings: {} }
    expect(recordingKey({ request: attributionRequest, ...parts })).toMatchInlineSnapshot(
      `"d71e2fcda7bf6970a348434039e93e25d33ec7b2d1397930251df519986242cc"`,
    )
    expect(recordingKey({ request: claimsRequest, ...parts })).toMatchInlineSnapshot(
      `"9c5aaa23f6f27aec6de277ff73be657fd1971b117e4eb8eeb70338e027ff9add"`,
    )
  })

  it.each<[string, Partial<typeof judgeParts & { request: AttributionRequest }>]>([
    ['the model', { model: 'openai/gpt-5' }],
    ['the prompt', { promptDigest: 'other' }],
    ['a setting', { settings: { temperature: 0 } }],
    ['a claim', { request: { ...attributionRequest, claims: ['Einstein was born in 1880.'] } }],
    [
      'the order of claims',
      { request: { ...attributionRequest, claims: attributionRequest.claims.toReversed() } },
    ],
    ['a context', { request: { ...attributionRequest, contexts: [...attributionRequest.contexts, 'more'] } }],
    [
      'a text moved from claims to contexts',
      {
        request: {
          kind: 'attribution',
          claims: attributionRequest.contexts,
          contexts: attributionRequest.claims,
        },
      },
    ],
  ])('is another for %s', (_, changed) => {
    expect(recordingKey({ request: attributionRequest, ...judgeParts, ...changed })).not.toBe(key)
  })

  it('is another with a question, and with an empty one', () => {
    const keys = [undefined, '', 'Who?'].map(question =>
      recordingKey({
        request: { ...claimsRequest, ...(question !== undefined && { question }) },
        ...judgeParts,
      }),
    )
    expect(new Set(keys).size).toBe(3)
  })

  it('does not depend on the order in which settings are written', () => {
    const settings: JudgeSettings = { temperature: 0, providerOptions: { openai: { a: 1, b: 2 } } }
    const reversed: JudgeSettings = { providerOptions: { openai: { b: 2, a: 1 } }, temperature: -0 }
    expect(recordingKey({ request: claimsRequest, ...judgeParts, settings: reversed })).toBe(
      recordingKey({ request: claimsRequest, ...judgeParts, settings }),
    )
  })

  it('names a setting that cannot be keyed', () => {
    const settings = { temperature: Number.NaN }
    expect(() => recordingKey({ request: claimsRequest, ...judgeParts, settings })).toThrow(
      'settings.temperature is NaN',
    )
  })

  it('differs wherever any text differs, whatever its script', () => {
    const texts = fc.array(fc.oneof(anyText, loneSurrogates), { minLength: 1, maxLength: 3 })
    const request = fc.record({ kind: fc.constant('attribution' as const), claims: texts, contexts: texts })
    fc.assert(
      fc.property(request, request, (a, b) => {
        const same = JSON.stringify(a) === JSON.stringify(b)
        const equal =
          recordingKey({ request: a, ...judgeParts }) === recordingKey({ request: b, ...judgeParts })
        expect(equal).toBe(same)
      }),
    )
  })
})

describe('slugOf', () => {
  it.each([
    ['Einstein was born in 1879.', 'einstein-was-born-in-1879'],
    ['Müller, Ångström & Łódź: Straße №5', 'muller-angstrom-lodz-strasse-5'],
    ['Mu\u0308ller', 'muller'],
    ['The quick brown fox jumps over the lazy dog again', 'the-quick-brown-fox-jumps-over-the-lazy'],
    ['the-quick-brown-fox-jumps-over-the-sleepy dog', 'the-quick-brown-fox-jumps-over-the'],
    ['exactly forty characters are in this slug', 'exactly-forty-characters-are-in-this'],
    ['a'.repeat(50), 'a'.repeat(40)],
    ['', 'text'],
    ['東京は日本の首都です。', 'text'],
    ['…!?', 'text'],
    ['\ud800', 'text'],
    ['CON', 'text'],
    ['nul', 'text'],
    ['Com1', 'text'],
    ['LPT9.', 'text'],
    ['console', 'console'],
    ['com10', 'com10'],
    ['../../etc/passwd', 'etc-passwd'],
    ['İstanbul', 'istanbul'],
  ])('makes of %j %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })

  it('does not depend on how much else stands between the words of the first 200 characters', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcxyz019'), minLength: 1, maxLength: 12 })
    const between = fc.constantFrom(' ', '…', '東'.repeat(7), '\ud800 ', '-'.repeat(11))
    fc.assert(
      fc.property(fc.array(fc.tuple(word, between), { maxLength: 20 }), parts => {
        const text = parts.flat().join('').slice(0, 200)
        const plain = text.replace(/[^a-z0-9]+/g, ' ').trim()
        fc.pre(plain.length > 3)
        expect(slugOf(text)).toBe(slugOf(plain))
        expect(slugOf(text)).toBe(slugOf(`${text.padEnd(200, '東')} and more`))
      }),
      { numRuns: 1000 },
    )
  })

  it('makes a file name of any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme', maxLength: 100 }), loneSurrogates), groundTruth => {
        const { name } = keyRequest({ kind: 'claims', groundTruth }, judgeParts)
        expect(name).toMatch(recordingNamePattern)
        expect(name.length).toBeLessThanOrEqual(80)
      }),
    )
  })
})

describe('recordingName', () => {
  const key = 'ab'.repeat(32)

  it('begins with the ground truth, or with the first claim', () => {
    expect(recordingName(claimsRequest, key)).toBe(
      'einstein-was-born-in-1879-he-developed.claims.abababababababab.jsonc',
    )
    expect(recordingName(attributionRequest, key)).toBe(
      'einstein-was-born-in-1879.attribution.abababababababab.jsonc',
    )
  })

  it('tells the kind', () => {
    expect(kindInName(recordingName(claimsRequest, key))).toBe('claims')
    expect(kindInName(recordingName(attributionRequest, key))).toBe('attribution')
  })
})
