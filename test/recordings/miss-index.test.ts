import { describe, expect, it } from 'vitest'
import { keyRequest } from '../../src/recordings/key.ts'
import { memoryStore } from '../../src/recordings/memory-store.ts'
import { missIndexOf } from '../../src/recordings/miss-index.ts'
import type { RecordingStore } from '../../src/recordings/store.ts'
import type { RecallRequest } from '../../src/wire.ts'
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
