import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeLook, mergeVerdicts, planLook } from '../../src/measure/merge-windows.ts'
import { tokensIn } from '../../src/measure/tokens.ts'
import type { SettledVerdict, Status } from '../../src/verdicts/verdicts.ts'

const sentence = 'Ulm lies on the Danube, 90 km from Munich. '
const contexts = [
  sentence.repeat(40),
  'Köln am Rhein 😀. '.repeat(90),
  sentence,
  '大きい都市です。'.repeat(200),
]

const places = fc
  .record({
    context: fc.nat(contexts.length - 1),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 60 }),
  })
  .map(({ context, at, length }) => {
    const text = contexts[context] ?? ''
    // evidence never divides a character
    const whole = (index: number): number => (/^[\udc00-\udfff]/.test(text.slice(index)) ? index + 1 : index)
    const start = whole(Math.floor(at * (text.length - 2)))
    const end = Math.max(start + 1, whole(Math.min(text.length, start + length)))
    return { context, start, end, quote: text.slice(start, end) }
  })
const statuses = fc.constantFrom<Status>('supported', 'partial', 'contradicted', 'unverified', 'missing')
const verdictIn = (status: fc.Arbitrary<Status>): fc.Arbitrary<SettledVerdict> =>
  fc
    .record({
      status,
      evidence: fc.uniqueArray(places, {
        minLength: 1,
        maxLength: 3,
        selector: place => JSON.stringify(place),
      }),
    })
    .map(({ status: given, evidence }) => ({
      text: 'A claim.',
      attributed: given === 'supported',
      status: given,
      evidence: given === 'missing' ? [] : evidence,
      rejected: [],
      answered: true,
      ...(given !== 'supported' && { gap: `${given} it is` }),
    }))
const verdicts = fc.array(verdictIn(statuses), { minLength: 1, maxLength: 6 })

describe('the verdict of several windows', () => {
  test('is that of the best, in whatever order they come', () => {
    fc.assert(
      fc.property(verdicts, given => {
        const { status, attributed } = mergeVerdicts(given)
        const order: Status[] = ['supported', 'contradicted', 'partial', 'unverified', 'missing']
        expect(status).toBe(order.find(each => given.some(verdict => verdict.status === each)))
        expect(attributed).toBe(status === 'supported')
        expect(mergeVerdicts(given.toReversed()).status).toBe(status)
      }),
    )
  })

  test('has the evidence of all that say so, once, and of no other', () => {
    fc.assert(
      fc.property(verdicts, given => {
        const { status, evidence } = mergeVerdicts([...given, ...given])
        const alike = given.filter(verdict => verdict.status === status).flatMap(verdict => verdict.evidence)
        expect(evidence).toEqual(expect.arrayContaining(alike))
        expect(new Set(evidence.map(each => JSON.stringify(each))).size).toBe(evidence.length)
        for (const each of evidence) expect(alike).toContainEqual(each)
      }),
    )
  })

  test('is never changed by a window that misses the claim', () => {
    fc.assert(
      fc.property(verdicts, verdictIn(fc.constant('missing')), (given, missing) => {
        const { gap: _, ...merged } = mergeVerdicts(given)
        expect(mergeVerdicts([...given, missing])).toMatchObject(merged)
      }),
    )
  })

  test('shows the gaps of three windows, of missing claims one', () => {
    const verdict = (status: Status, gap: string): SettledVerdict => ({
      text: 'A claim.',
      attributed: false,
      status,
      evidence: [],
      rejected: [],
      gap,
      answered: true,
    })
    const gaps = ['no date', 'no place', 'no date', 'no name', 'no reason']
    expect(mergeVerdicts(gaps.map(gap => verdict('partial', gap))).gap).toBe('no date; no place; no name')
    expect(mergeVerdicts(gaps.map(gap => verdict('missing', gap))).gap).toBe('no date')
  })
})

describe('one more look', () => {
  const partly = fc.array(verdictIn(fc.constantFrom('partial', 'partial', 'missing', 'contradicted')), {
    minLength: 2,
    maxLength: 5,
  })
  const claims = fc.array(partly, { minLength: 1, maxLength: 12 })

  test('fits in the room, holds two quotes of each of its claims whole, and is the same each time', () => {
    fc.assert(
      fc.property(claims, fc.integer({ min: 60, max: 3000 }), (given, room) => {
        const batch = given.map((_, index) => index)
        const look = planLook(batch, given, contexts, room)
        expect(planLook(batch, given, contexts, room)).toEqual(look)
        if (look === undefined) return
        const texts = look.passages.map(
          ({ context, start, end }) => contexts[context]?.slice(start, end) ?? '',
        )
        const size = [...texts, ...look.claims.map(() => 'A claim.')].reduce(
          (sum, text) => sum + tokensIn(text),
          0,
        )
        expect(size).toBeLessThanOrEqual(room)
        expect(texts.every(text => text.isWellFormed())).toBe(true)
        for (const claim of look.claims) {
          const quotes =
            given[claim]?.filter(({ status }) => status === 'partial').flatMap(({ evidence }) => evidence) ??
            []
          const shown = quotes.filter(quote =>
            look.passages.some(
              ({ context, start, end }) =>
                context === quote.context && start <= quote.start && end >= quote.end,
            ),
          )
          expect(shown.length).toBeGreaterThan(1)
        }
        for (const [index, passage] of look.passages.entries()) {
          const next = look.passages[index + 1]
          if (next?.context === passage.context) expect(next.start).toBeGreaterThan(passage.end)
        }
      }),
    )
  })

  const at = (context: number, quote: string): SettledVerdict['evidence'] => {
    const start = contexts[context]?.indexOf(quote) ?? -1
    return [{ context, quote, start, end: start + quote.length }]
  }
  const verdict = (status: Status, evidence: SettledVerdict['evidence'] = []): SettledVerdict => ({
    text: 'A claim.',
    attributed: status === 'supported',
    status,
    evidence,
    rejected: [],
    answered: true,
  })
  const [danube, rhein] = [at(0, 'Danube'), at(1, 'Rhein')]

  test.each([
    ['two windows have a part', [verdict('partial', danube), verdict('partial', rhein)], true],
    [
      'a third contradicts it',
      [verdict('partial', danube), verdict('contradicted', at(2, 'Ulm')), verdict('partial', rhein)],
      true,
    ],
    [
      'a third supports it',
      [verdict('partial', danube), verdict('partial', rhein), verdict('supported', at(2, 'Ulm'))],
      false,
    ],
    ['one window has a part', [verdict('partial', [...danube, ...rhein]), verdict('missing')], false],
    ['one of two parts is not verified', [verdict('partial', danube), verdict('partial')], false],
    [
      'both parts are one, where windows overlap',
      [verdict('partial', danube), verdict('partial', danube)],
      false,
    ],
  ])('when %s: %#', (_, given, expected) => {
    expect(planLook([0], [given], contexts, 1000) !== undefined).toBe(expected)
  })

  test('shows whole contexts where there is room, else what is around the quotes, to sentence ends', () => {
    const given = [[verdict('partial', danube), verdict('partial', at(2, 'Munich'))]]
    const whole = planLook([0], given, contexts, 2000)
    expect(whole?.passages).toEqual([
      { context: 0, start: 0, end: contexts[0]?.length },
      { context: 2, start: 0, end: sentence.length },
    ])
    const [cut] = planLook([0], given, contexts, 300)?.passages ?? []
    expect(contexts[0]?.slice(cut?.start, cut?.end)).toMatch(
      /^(?:Ulm lies on the Danube, 90 km from Munich\. )+$/,
    )
  })

  test.each<[Status, Status, Status]>([
    ['partial', 'supported', 'supported'],
    ['partial', 'partial', 'partial'],
    ['partial', 'contradicted', 'contradicted'],
    ['partial', 'missing', 'partial'],
    ['partial', 'unverified', 'partial'],
    ['contradicted', 'partial', 'contradicted'],
    ['contradicted', 'supported', 'supported'],
  ])('of a claim that was %s, found %s, leaves it %s', (before, look, after) => {
    expect(mergeLook(verdict(before), verdict(look)).status).toBe(after)
  })
})
