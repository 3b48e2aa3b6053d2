/** What an upgrade of the package means for recordings that are there, through the public API. */
import { onTestFinished, describe, expect, it } from 'vitest'
import { measureContextRecall } from '../../src/index.ts'
import { assertionMeta } from '../../src/matcher/assertion-meta.ts'
import { contextsFrom } from '../../src/contexts/read-contexts.ts'
import { measure } from '../../src/measure/measure-context-recall.ts'
import { resolvePrompt } from '../../src/judge/prompts/prompt.ts'
import { keyRequest } from '../../src/recordings/key.ts'
import { fileStore } from '../../src/recordings/file-store.ts'
import { summarise } from '../../src/reporters/summary.ts'
import type { RequestKind } from '../../src/protocol.ts'
import { answerLiterally } from '../fixtures/literal-judge.ts'
import { attributionAnswer, attributionRequest, claimsAnswer, claimsRequest, fileOf } from './sample.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const earlierDigest = 'e'.repeat(64)

/** For the running test: the package's default prompts have been others before. */
function pretendEarlierPrompts(): void {
  for (const kind of ['claims', 'attribution'] as const) {
    const earlier = resolvePrompt(kind).earlier as string[]
    earlier.push(earlierDigest)
    onTestFinished(() => void earlier.pop())
  }
}

/** A store of recordings as an earlier release made them. */
function earlierStore(): string {
  const directory = temporaryDirectory()
  const parts = { model: 'local/judge', promptDigest: earlierDigest, settings: {} }
  for (const [request, answer] of [
    [claimsRequest, claimsAnswer],
    [attributionRequest, attributionAnswer],
  ] as const)
    fileStore(directory).publish(...fileOf(keyRequest(request, parts), [answer]))
  return directory
}

function judge() {
  const kinds: RequestKind[] = []
  const model = {
    id: 'local/judge',
    judge: (request: Parameters<typeof answerLiterally>[0]) => {
      kinds.push(request.kind)
      return Promise.resolve(answerLiterally(request))
    },
  }
  return { model, kinds }
}

const { groundTruth } = claimsRequest
const input = { groundTruth, contexts: [...attributionRequest.contexts] }

describe('recordings made with an earlier default prompt', () => {
  it('replay without a call, with one line in the summary', async () => {
    pretendEarlierPrompts()
    const recordings = earlierStore()
    const { model, kinds } = judge()
    const found = await contextsFrom(input.contexts)
    for (const mode of ['auto', 'replay'] as const) {
      const measurement = await measure({
        groundTruth,
        found,
        options: { model, recordings, mode },
        runner: {},
      })
      const { result, answers, how } = measurement
      expect(result).toMatchObject({ recall: 0.5, judge: { calls: 0, replayed: 2 } })
      expect(answers.map(answer => answer.olderPrompt)).toEqual([true, true])
      expect(how).toBe("replayed (an earlier release's prompt)")
      const meta = assertionMeta({ min: 1, isNot: false, pass: false, measurement, result }, 0)
      const lines = summarise([{ test: 'einstein', ...meta }]).map(line => line.trim())
      expect(lines).toContain("2 answers replayed from an earlier release's prompt; -u records them anew")
    }
    expect(kinds).toEqual([])
    expect(fileStore(recordings).list()).toHaveLength(2)
  })

  it('are renewed under -u, once', async () => {
    pretendEarlierPrompts()
    const recordings = earlierStore()
    const { model, kinds } = judge()
    const found = await contextsFrom(input.contexts)
    const runner = { update: 'all' } as const
    const options = { model, recordings }
    await measure({ groundTruth, found, options, runner })
    expect(kinds).toEqual(['claims', 'attribution'])
    const { answers } = await measure({ groundTruth, found, options, runner })
    expect(kinds).toHaveLength(2)
    expect(answers.some(answer => answer.olderPrompt)).toBe(false)
  })

  it('are no fallback for a prompt of one’s own, with guidance or replaced', async () => {
    pretendEarlierPrompts()
    const recordings = earlierStore()
    const { model } = judge()
    for (const prompt of ['Be brief.', { replace: 'List the claims.' }]) {
      const measuring = measureContextRecall({
        ...input,
        model,
        recordings,
        mode: 'replay',
        prompts: { claims: prompt },
      })
      await expect(measuring).rejects.toMatchObject({ name: 'MissingRecordingError', kind: 'claims' })
    }
  })

  it('are missing where this release never had that prompt', async () => {
    const recordings = earlierStore()
    const { model } = judge()
    await expect(measureContextRecall({ ...input, model, recordings, mode: 'replay' })).rejects.toThrow(
      "prompt differs: a prompts.claims of yours, or another release's default → this release's default",
    )
  })
})

describe('a recording of a later format', () => {
  it.each(['auto', 'replay', 'record'] as const)(
    'is kept, and the error says what to install: %s',
    async mode => {
      const { model, kinds } = judge()
      const recordings = temporaryDirectory()
      await measureContextRecall({ ...input, model, recordings })
      const store = fileStore(recordings)
      for (const name of store.list())
        store.replace(name, (store.read(name) ?? '').replace('"format": 1', '"format": 2'))
      const before = store.list().map(name => store.read(name))
      const error: unknown = await measureContextRecall({ ...input, model, recordings, mode }).catch(
        (thrown: unknown) => thrown,
      )
      expect(error).toMatchObject({ name: 'DamagedRecordingError', fault: 'newer-format' })
      expect((error as Error).message).toContain(
        'made by a later release of context-recall. Its format is 2; this release reads format 1.',
      )
      expect((error as Error).message).toContain('npm install --save-dev context-recall@latest')
      expect(store.list().map(name => store.read(name))).toEqual(before)
      expect(kinds).toHaveLength(2)
    },
  )
})
