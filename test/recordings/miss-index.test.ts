import { describe, expect, it } from 'vitest'
import { keyRequest } from '../../src/recordings/key.ts'
import { memoryStore } from '../../src/recordings/memory-store.ts'
import { missIndexOf } from '../../src/recordings/miss-index.ts'
import type { RecordingStore } from '../../src/recordings/store.ts'
import type { RecallRequest } from '../../src/protocol.ts'
import { fileOf, judgeParts } from './sample.ts'

/** A store of many questions that counts how often a recording is read. */
function bigStore(requests: readonly RecallRequest[]) {
  const store = memoryStore()
  for (const request of requests) store.replace(...fileOf(keyRequest(request, judgeParts)))
  const counts = { reads: 0 }
  const counting: RecordingStore = {
    ...store,
    read(name) {
      counts.reads++
      return store.read(name)
    },
  }
  return { store: counting, counts }
}

const japanese = (index: number): RecallRequest => ({
  kind: 'claims',
  groundTruth: `${index}番の駅は東京にあります。`,
})
const english = (index: number): RecallRequest => ({
  kind: 'attribution',
  claims: [`Number ${index} is a prime.`],
  contexts: [`A long text about the number ${index} and about whether it can be divided.`],
})
const many = Array.from({ length: 200 }, (_, index) => index)

describe('missIndexOf', () => {
  it('reads only recordings of the same slug when one of them is near', () => {
    const { store, counts } = bigStore(many.map(english))
    const keyed = keyRequest(english(7), { ...judgeParts, model: 'a/b' })
    expect(missIndexOf(store).nearest(keyed, undefined)).toHaveLength(1)
    expect(counts.reads).toBeLessThan(5)
  })

  it('finds a neighbour under another slug, and reads everything once for it', () => {
    const { store, counts } = bigStore(many.map(english))
    const wanted = english(150) as Extract<RecallRequest, { kind: 'attribution' }>
    const keyed = keyRequest({ ...wanted, claims: ['Surely number 150 is a prime.'] }, judgeParts)
    const expected = keyRequest(wanted, judgeParts).name
    for (let repeat = 0; repeat < 3; repeat++) {
      expect(
        missIndexOf(store)
          .nearest(keyed, undefined)
          .map(({ name }) => name),
      ).toEqual([expected])
    }
    expect(counts.reads).toBeLessThan(200 + 3 * 13)
  })

  it.each([english, japanese])('finds neighbours that begin with a byte-order mark', question => {
    const { store } = bigStore(many.map(question))
    for (const name of store.list()) store.replace(name, `\ufeff${store.read(name)}`)
    const keyed = keyRequest(question(7), { ...judgeParts, model: 'a/b' })
    expect(missIndexOf(store).nearest(keyed, undefined)).toMatchObject([
      { name: keyRequest(question(7), judgeParts).name },
    ])
    if (keyed.request.kind === 'claims')
      expect(missIndexOf(store).claimsOf(keyed.request.groundTruth)).toHaveLength(1)
  })

  it('finds a neighbour among many whose slug is the same', () => {
    const { store } = bigStore(many.map(japanese))
    const keyed = keyRequest({ kind: 'claims', groundTruth: '77番の駅は東京にあります。はい。' }, judgeParts)
    const [first] = missIndexOf(store).nearest(keyed, undefined)
    expect(first?.difference.lines[0]).toContain('ground truth differs')
  })

  const claims = (groundTruth: string, question?: string): RecallRequest => ({
    kind: 'claims',
    groundTruth,
    ...(question !== undefined && { question }),
  })
  const attribution = (claim: string, context: string): RecallRequest => ({
    kind: 'attribution',
    claims: [claim],
    contexts: [context],
  })
  const repair = 'A repair takes 10 working days.'
  it.each<[string, RecallRequest, RecallRequest, string | undefined]>([
    ['a number', claims(repair), claims(repair.replace('10', '11')), '"takes 10" → "takes 11"'],
    ['the first word', claims(repair), claims(repair.replace('A', 'One')), '"A" → "One"'],
    [
      'the last word',
      claims(repair),
      claims(repair.replace('days', 'weeks')),
      '"working days" → "working weeks"',
    ],
    ['one of two words', claims('10 days.'), claims('11 days.'), '"10" → "11"'],
    [
      'a character',
      claims('修理には10日かかります。'),
      claims('修理には11日かかります。'),
      '10日かかります" → "修理には11日',
    ],
    [
      'the question',
      claims('Paris.', 'What is it?'),
      claims('Paris.', 'What was it?'),
      '"What is" → "What was"',
    ],
    [
      'the only word beside the same question',
      claims('Paris.', 'What is it?'),
      claims('Rome.', 'What is it?'),
      '"Paris" → "Rome"',
    ],
    ['the only word', claims('Paris.'), claims('Rome.'), undefined],
    [
      'the only word beside another question',
      claims('Paris.', 'What is it?'),
      claims('Rome.', 'Who?'),
      undefined,
    ],
    [
      'a claim',
      attribution(repair, 'Ten days.'),
      attribution(repair.replace('10', '11'), 'Ten days.'),
      'claim 1 differs from character 16: "takes 10" → "takes 11"',
    ],
    [
      'a context',
      attribution(repair, 'It takes ten days.'),
      attribution(repair, 'It takes six days.'),
      '"takes ten" → "takes six"',
    ],
    [
      'the only word of a claim beside the same contexts',
      attribution('Paris.', 'It is Paris.'),
      attribution('Rome.', 'It is Paris.'),
      'a claim was removed: "Paris."',
    ],
    [
      'the only context beside the same claims',
      attribution(repair, 'Paris.'),
      attribution(repair, 'Rome.'),
      'a context was removed: "Paris."',
    ],
    ['the only words of both', attribution('Paris.', 'Paris.'), attribution('Rome.', 'Rome.'), undefined],
  ])('among many finds the short text of which was changed: %s', (_, recorded, asked, difference) => {
    const others = many.flatMap(index => [
      claims(`Shop ${index} is open today.`, `When is ${index} open?`),
      english(index),
    ])
    const { store } = bigStore([...others, recorded])
    const found = missIndexOf(store).nearest(keyRequest(asked, judgeParts), undefined)
    if (difference === undefined) return expect(found).toEqual([])
    expect(found.map(({ name }) => name)).toEqual([keyRequest(recorded, judgeParts).name])
    expect(found[0]?.difference.lines.join('\n')).toContain(difference)
  })

  it('is one per store', () => {
    const { store } = bigStore([])
    expect(missIndexOf(store)).toBe(missIndexOf(store))
    expect(missIndexOf(bigStore([]).store)).not.toBe(missIndexOf(store))
  })

  it('knows the claims of a ground truth', () => {
    const request: RecallRequest = { kind: 'claims', groundTruth: 'Number 1 is no prime.' }
    const { store } = bigStore([request, english(1)])
    expect(missIndexOf(store).claimsOf('Number 1 is no prime.')).toEqual([
      keyRequest(request, judgeParts).name,
    ])
    expect(missIndexOf(store).claimsOf('Number 1 is no prime')).toEqual([])
  })
})
