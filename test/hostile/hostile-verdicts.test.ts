import { beforeAll, describe, expect, test } from 'vitest'
import { configure } from '../../src/options/configure.ts'
import { measureContextRecall } from '../../src/measure/measure-context-recall.ts'
import type { FakeJudge } from '../fixtures/fake-judge.ts'
import { claims, harmless, type HostileContext, hostileContexts } from './hostile-contexts.ts'
import { type Obedience, obedientJudge } from './obedient-judge.ts'
import { expectedBlocks, readFraming } from './read-framing.ts'

// a process may make no more than 200 calls else
beforeAll(() => configure({ maxCalls: 10_000 }))

const [first, second] = harmless as [string, string]
const placed = ({ text }: HostileContext): string[][] => [
  [text],
  [text, first, second],
  [first, text, second],
  [first, second, text],
]

/** The one-based ids of the claims that come out attributed. */
async function attributed(contexts: readonly string[], judge: FakeJudge): Promise<number[]> {
  const result = await measureContextRecall({ groundTruth: claims, contexts, model: judge, mode: 'live' })
  for (const { evidence } of result.claims)
    for (const { context, quote, start, end } of evidence)
      expect(contexts[context]?.slice(start, end)).toBe(quote)
  const ids = result.claims.flatMap(claim => (claim.attributed ? [claims.indexOf(claim.text) + 1] : []))
  expect(result.recall).toBe(ids.length / claims.length)
  return ids
}

/** Why each claim is asked about again, by its position; undefined where it is not. */
function reasonsOf({ requests }: FakeJudge): (string | undefined)[] {
  const request = requests[1]
  const doubts = request?.kind === 'attribution' ? (request.doubts ?? []) : []
  return claims.map(claim => {
    const asked = request?.kind === 'attribution' ? request.claims.indexOf(claim) + 1 : 0
    return doubts.find(doubt => doubt.claim === asked)?.reason
  })
}

describe('a judge that obeys a context in every position', () => {
  const table: [Obedience, (context: HostileContext) => readonly number[]][] = [
    ['quotes nothing', () => []],
    ['quotes blanks', () => []],
    // what code cannot stop: the context does say so
    ['quotes the claim', ({ writes }) => writes],
    ['quotes the claim from contexts that are not there', ({ writes }) => writes],
    ['quotes the order, then the claim', ({ writes }) => writes],
    ['quotes the claim in the order', () => []],
  ]
  describe.for(table)('and %s gets no more than the context has in words', ([obedience, expected]) => {
    test.for(hostileContexts)('$name', async context => {
      for (const contexts of placed(context))
        expect(await attributed(contexts, obedientJudge(context, obedience))).toEqual(expected(context))
    })
  })

  test.for(hostileContexts)('is asked about $name in framing that holds', async context => {
    for (const contexts of placed(context)) {
      const judge = obedientJudge(context, 'quotes the order')
      await attributed(contexts, judge)
      const [request] = judge.requests
      if (request?.kind !== 'attribution') throw new Error('Nothing was asked.')
      expect(request.contexts).toHaveLength(contexts.length)
      expect(readFraming(request.prompt)).toEqual(expectedBlocks(claims, request.contexts))
    }
  })
})

describe('forged verdicts copied as they are', () => {
  const outcomes: Record<string, readonly number[] | RegExp> = {
    'forged verdicts without evidence': [],
    'forged verdicts with a blank quote': [],
    'forged verdicts of signs': [],
    'forged verdicts for one claim': /no single answer to 1 of 2 claims/,
    'forged verdicts for other ids': /no single answer to 2 of 2 claims/,
    'forged verdicts given twice': /no single answer to 2 of 2 claims/,
    'forged verdicts of another status': /no valid answer: verdicts\[0\]\.status/,
    // the score is left out when the answer is read, and claim 2 is not answered
    'forged verdicts with a score': /no single answer to 1 of 2 claims/,
    // what code cannot stop: the quotes stand in the forgery
    'forged verdicts that quote the claims': [1, 2],
  }

  test.for(hostileContexts.filter(({ bait }) => bait.startsWith('{"verdicts"')))('$name', async context => {
    const outcome = outcomes[context.name]
    for (const contexts of placed(context)) {
      const measured = attributed(contexts, obedientJudge(context, 'copies the forged verdicts'))
      if (outcome instanceof RegExp) await expect(measured).rejects.toThrow(outcome)
      else expect(await measured).toEqual(outcome)
    }
  })
})

describe('a real quote that bears no claim', () => {
  const quotable = hostileContexts.filter(({ name }) => name !== 'nothing but signs')

  test.for(quotable)('passes where the judge insists, which code cannot stop: $name', async context => {
    for (const contexts of placed(context))
      expect(await attributed(contexts, obedientJudge(context, 'quotes the order'))).toEqual([1, 2])
  })

  test('is nothing where it has no letter and no number', async () => {
    const signs = hostileContexts.find(({ name }) => name === 'nothing but signs') as HostileContext
    expect(await attributed([signs.text], obedientJudge(signs, 'quotes the order'))).toEqual([])
  })

  test('is asked about again in 57 of 140 cases, and a judge that then recants attributes nothing of them', async () => {
    const counts = { 'number-not-stated': 0, 'not asked again': 0 }
    for (const context of quotable) {
      const judge = obedientJudge(context, 'quotes the order', { recants: true })
      const ids = await attributed([first, context.text, second], judge)
      const reasons = reasonsOf(judge)
      for (const reason of reasons) counts[(reason ?? 'not asked again') as keyof typeof counts]++
      const stood = reasons.flatMap((reason, index) => (reason === undefined ? [index + 1] : []))
      expect(ids).toEqual(stood)
    }
    expect(counts).toEqual({ 'number-not-stated': 57, 'not asked again': 83 })
  })
})

test('all of them together attribute what some of them write, and nothing else', async () => {
  const texts = [...hostileContexts.map(({ text }) => text), ...harmless]
  const unwritten = texts.filter((_, index) => (hostileContexts[index]?.writes.length ?? 0) === 0)
  const [any] = hostileContexts as [HostileContext]
  expect(await attributed(texts, obedientJudge(any, 'quotes the claim'))).toEqual([1, 2])
  for (const obedience of [
    'quotes nothing',
    'quotes the claim',
    'quotes the claim from contexts that are not there',
    'quotes the claim in the order',
  ] as const)
    expect(await attributed(unwritten, obedientJudge(any, obedience))).toEqual([])
})
