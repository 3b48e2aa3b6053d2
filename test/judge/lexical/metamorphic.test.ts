/** What must not change a measurement, and what must, with the lexical judge and with one that only looks for the claim. */
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type JudgeRequest,
  type JudgeAnswer,
  type JudgeModel,
  configure,
  measureContextRecall,
} from '../../../src/index.ts'

/** Supports a claim that stands in a context word for word. */
const literal: JudgeModel = {
  id: 'test/literal',
  judge: async (request: JudgeRequest): Promise<JudgeAnswer> => {
    if (request.kind === 'claims') return { claims: [request.groundTruth] }
    const plain = (text: string): string => text.replace(/[\s*_]+/g, ' ')
    return {
      verdicts: request.claims.map((quote, index) => {
        const context = request.contexts.findIndex(text => plain(text).includes(quote))
        return context === -1
          ? { claim: index + 1, status: 'missing', evidence: [], gap: 'not there' }
          : { claim: index + 1, status: 'supported', evidence: [{ context: context + 1, quote }], gap: '' }
      }),
    }
  },
}

async function recallOf(
  model: JudgeModel,
  groundTruth: string[],
  contexts: readonly string[],
): Promise<number> {
  const { recall } = await measureContextRecall({ groundTruth, contexts, model, mode: 'live' })
  return recall
}

const names = ['Ada Kern', 'Ivo Lund', 'Mia Roth', 'Leo Brandt', 'Una Falk']
const places = ['Lomar', 'Tessin', 'Varnholt', 'Quirl']
const verbs = ['built', 'painted', 'measured', 'restored']
const things = ['bridges', 'towers', 'mills', 'canals']
const months = ['March', 'June', 'October']

const fact = fc.record({
  name: fc.constantFrom(...names),
  verb: fc.constantFrom(...verbs),
  count: fc.integer({ min: 2, max: 99 }),
  thing: fc.constantFrom(...things),
  length: fc.integer({ min: 100, max: 999 }),
  unit: fc.constantFrom('km', 'miles', 'metres'),
  place: fc.constantFrom(...places),
  day: fc.integer({ min: 1, max: 28 }),
  month: fc.constantFrom(...months),
  year: fc.integer({ min: 1800, max: 1999 }),
})
type Fact = typeof fact extends fc.Arbitrary<infer T> ? T : never

function told({ name, verb, count, thing, length, unit, place, day, month, year }: Fact): string {
  return `${name} ${verb} ${count} ${thing} of ${length} ${unit} near ${place} on ${day} ${month} ${year}.`
}

const noise = fc.constantFrom(
  'The weather was mild that year.',
  'No ship came in.\n\n- Bread was cheap\n- Nobody complained',
  'Ada Kern never travelled.',
  '| town | mills |\n|---|---|\n| Lomar | 12 |\n| Quirl | 7 |',
  'In 1879 the towers near Tessin were sold for $3 million, not for less.',
  '박물관은 월요일에 열지 않는다.',
)
const contexts = fc.array(fc.oneof(fact.map(told), noise), { minLength: 1, maxLength: 5 })
const truths = fc.array(fact.map(told), { minLength: 1, maxLength: 3 })
const runs = { numRuns: 60 }

beforeAll(() => configure({ maxCalls: 100_000 }))

describe.each<[string, JudgeModel]>([
  ['builtin/lexical', 'builtin/lexical'],
  ['a judge that looks for the words of the claim', literal],
])('with %s', (_, model) => {
  it('no context that is taken away raises recall, and none that is added lowers it', async () => {
    const property = fc.asyncProperty(truths, contexts, fc.nat(), async (truth, all, at) => {
      // some that the contexts support
      const claims = [...truth, ...all.filter(text => text.endsWith('.') && !text.includes('\n')).slice(0, 1)]
      const fewer = all.filter((_context, index) => index !== at % all.length)
      expect(await recallOf(model, claims, fewer)).toBeLessThanOrEqual(await recallOf(model, claims, all))
    })
    await fc.assert(property, runs)
  })

  it('the order of contexts and their repetition make no difference', async () => {
    const property = fc.asyncProperty(truths, contexts, async (truth, all) => {
      const claims = [...truth, ...all.slice(0, 1)]
      const recall = await recallOf(model, claims, all)
      expect(await recallOf(model, claims, all.toReversed())).toBe(recall)
      expect(await recallOf(model, claims, [...all, ...all])).toBe(recall)
    })
    await fc.assert(property, runs)
  })

  it('the rendering of a context makes no difference', async () => {
    const property = fc.asyncProperty(fact, fact, async (one, other) => {
      const claims = [told(one)]
      for (const context of [told(one), told(other)]) {
        const recall = await recallOf(model, claims, [context])
        for (const rendered of [
          `\r\n${context}\r\n`,
          context.replaceAll(' ', '  '),
          context.replaceAll(' ', '\n'),
          `- ${context}`,
          `**${context}**`,
          context.replace(/^\S+/, '*$&*'),
        ])
          expect(await recallOf(model, claims, [rendered]), rendered).toBe(recall)
      }
    })
    await fc.assert(property, runs)
  })
})

/** The same fact, told otherwise in one respect. */
const changes: [string, (fact: Fact) => string][] = [
  ['negated', one => told(one).replace(` ${one.verb} `, ` never ${one.verb} `)],
  ['negated by an auxiliary', one => told(one).replace(` ${one.verb} `, ` has not ${one.verb} `)],
  ['with another number', one => told({ ...one, count: one.count + 100 })],
  ['with another measure', one => told({ ...one, length: one.length + 1000 })],
  ['with another unit', one => told({ ...one, unit: one.unit === 'km' ? 'miles' : 'km' })],
  ['with another day', one => told({ ...one, day: one.day + 100 })],
  ['with another month', one => told({ ...one, month: one.month === 'March' ? 'June' : 'March' })],
  ['with another year', one => told({ ...one, year: one.year + 200 })],
  ['with another name', one => told({ ...one, name: 'Tom Vale' })],
  ['with another place', one => told({ ...one, place: 'Marnow' })],
]

describe('the only context that supports a claim', () => {
  it('does so as it is', async () => {
    const property = fc.asyncProperty(fact, async one => {
      expect(await recallOf('builtin/lexical', [told(one)], [told(one), 'Bread was cheap.'])).toBe(1)
    })
    await fc.assert(property, runs)
  })

  it.each(changes)('does not %s', async (_, change) => {
    const property = fc.asyncProperty(fact, async one => {
      expect(await recallOf('builtin/lexical', [told(one)], [change(one), 'Bread was cheap.'])).toBe(0)
    })
    await fc.assert(property, runs)
  })
})
