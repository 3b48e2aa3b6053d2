/** `store: 'digest'`: recordings of confidential contexts, through the public API. */
import { describe, expect, it } from 'vitest'
import { measureContextRecall } from '../../src/index.ts'
import { fileStore } from '../../src/recordings/file-store.ts'
import { sha256 } from '../../src/json.ts'
import type { RecallRequest } from '../../src/protocol.ts'
import { answerLiterally } from '../fixtures/literal-judge.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const contexts = [
  'Confidential: Alpha\u00a0holds.\r\nMore that nobody may read.',
  'Not to be told: Delta holds, 東京で。',
  'Nothing of use here.',
]
const base = { groundTruth: 'Alpha holds. Delta holds. Gamma holds.', contexts }
type Input = Parameters<typeof measureContextRecall>[0]

function setUp() {
  const recordings = temporaryDirectory()
  const asked: RecallRequest[] = []
  const judge = (request: RecallRequest) => {
    asked.push(request)
    const kept = request.kind === 'claims' ? request : { ...request, contexts: request.contexts.map(plain) }
    return Promise.resolve(answerLiterally(kept))
  }
  const model = { id: 'local/judge', judge }
  const measure = (changes: Partial<Input>) =>
    measureContextRecall({ ...base, model, recordings, ...changes })
  const store = fileStore(recordings)
  const texts = (): [string, string][] => store.list().map(name => [name, store.read(name) ?? ''])
  return { measure, asked, texts, store }
}

const plain = (text: string): string => text.replaceAll('\u00a0', ' ')
const told = ({ judge: _, ...measured }: Awaited<ReturnType<typeof measureContextRecall>>) => measured

describe("the option store: 'digest'", () => {
  it('keeps digests, lengths, claims, verdicts and quotes, and no text of a context', async () => {
    const { measure, texts } = setUp()
    await measure({ store: 'digest' })
    const all = texts().map(([, text]) => text)
    for (const secret of ['Confidential', 'nobody may read', 'Not to be told', '東京', 'Nothing of use'])
      expect(all.join()).not.toContain(secret)
    const attribution = JSON.parse(all.find(text => text.includes('"attribution"')) ?? '') as {
      request: { contextDigests: string[]; contextLengths: number[]; claims: string[] }
      answers: unknown
    }
    const sent = contexts.map(text => text.replaceAll('\r\n', '\n')).sort()
    expect(attribution.request.contextDigests).toEqual(sent.map(sha256))
    expect(attribution.request.contextLengths).toEqual(sent.map(text => text.length))
    expect(attribution.request.claims).toEqual(['Alpha holds.', 'Delta holds.', 'Gamma holds.'])
    expect(JSON.stringify(attribution.answers)).toContain('Alpha holds')
  })

  it('has the same keys as the full form, and either form replays for either option with an equal result', async () => {
    const [full, digest] = [setUp(), setUp()]
    const first = await full.measure({})
    expect(told(await digest.measure({ store: 'digest' }))).toEqual(told(first))
    expect(digest.texts().map(([name]) => name)).toEqual(full.texts().map(([name]) => name))
    for (const { measure } of [full, digest]) {
      for (const store of ['full', 'digest'] as const)
        expect(told(await measure({ store, mode: 'replay' }))).toEqual(told(first))
    }
    const { evidence } = first.claims[0] ?? {}
    expect(evidence).toEqual([{ context: 0, quote: 'Alpha\u00a0holds', start: 14, end: 25 }])
  })

  it('takes the texts out of a recording that is made again, also when the answer is the same', async () => {
    const { measure, texts } = setUp()
    await measure({})
    expect(texts().join()).toContain('Confidential')
    await measure({ store: 'digest' })
    expect(texts().join(), 'auto asks for nothing that is there').toContain('Confidential')
    const renewed = await measure({ store: 'digest', mode: 'record' })
    expect(renewed.judge.calls).toBe(1)
    expect(texts().join()).not.toContain('Confidential')
    expect(told(await measure({ mode: 'replay' }))).toEqual(told(renewed))
  })

  it('notices a changed digest, length or quote as damage', async () => {
    const { measure, texts, store } = setUp()
    await measure({ store: 'digest' })
    const [name, text] = texts().find(([each]) => each.includes('.attribution.')) ?? ['', '']
    const sent = contexts.map(each => each.replaceAll('\r\n', '\n')).sort()
    const [digest = ''] = sent.map(sha256)
    for (const changed of [
      text.replace(digest, digest.replace(/^./, '0').replace(/.$/, 'x')),
      text.replace(` ${sent[0]?.length}`, ' 7'),
      text.replace('Alpha holds"', 'Alpha held"'),
    ]) {
      expect(changed).not.toBe(text)
      store.replace(name, changed)
      await expect(measure({ mode: 'replay' })).rejects.toMatchObject({ name: 'DamagedRecordingError' })
    }
  })

  it('says in a miss what cannot be known', async () => {
    const { measure } = setUp()
    await measure({ store: 'digest' })
    const edited = contexts.with(1, 'Not to be told: Delta holds, 京都で。')
    await expect(measure({ mode: 'replay', contexts: edited })).rejects.toThrow(
      'context[1] was added or edited: "Not to be told: Delta holds, 京都で。"\n' +
        '             1 recorded context is not among these; what changed is not known, ' +
        "because the option store: 'digest' kept no texts",
    )
  })

  it('is refused when it is mistyped', async () => {
    await expect(setUp().measure({ store: 'digset' as 'digest' })).rejects.toThrow(
      "The option 'store' must be one of 'full', 'digest' (did you mean 'digest'?), not 'digset'.",
    )
  })
})
