import { describe, expect, it } from 'vitest'
import {
  DamagedRecordingError,
  JudgeError,
  MissingRecordingError,
  SecretError,
  UsageError,
} from '../../src/errors.ts'
import { sha256 } from '../../src/json.ts'
import { keyRequest } from '../../src/recordings/key.ts'
import { memoryStore } from '../../src/recordings/memory-store.ts'
import type { Mode } from '../../src/recordings/mode.ts'
import {
  createRecordedJudge,
  type QuestionContext,
  type RecordedJudgeParts,
} from '../../src/recordings/recorded-judge.ts'
import { parseRecording, type Recording, sealOf, serialiseRecording } from '../../src/recordings/recording.ts'
import type { RecordingStore } from '../../src/recordings/store.ts'
import type { Answer, AttributionAnswer, RecallRequest } from '../../src/protocol.ts'
import { fakeAsk } from './fake-ask.ts'
import {
  attributionAnswer,
  attributionRecording,
  attributionRequest,
  claimsAnswer,
  claimsRequest,
  fileOf,
  judgeParts,
  keyedAttribution,
  keyedClaims,
} from './sample.ts'

const context: QuestionContext = {
  rerun: 'npx vitest run test/einstein.test.ts',
  groundTruth: claimsRequest.groundTruth,
}
const otherAnswer: AttributionAnswer = {
  verdicts: [{ claim: 1, status: 'missing', evidence: [], gap: 'all of it' }],
}
const token = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5'}`

/** A memory store that keeps what was written to it. */
function watchedStore(files: Record<string, string> = {}) {
  const store = memoryStore()
  for (const [name, text] of Object.entries(files)) store.replace(name, text)
  const writes: string[] = []
  const watched: RecordingStore = {
    ...store,
    publish: (name, text) => (writes.push(`publish ${name}`), store.publish(name, text)),
    replace: (name, text) => (writes.push(`replace ${name}`), store.replace(name, text)),
    exchange: (name, expected, text) => (
      writes.push(`exchange ${name}`), store.exchange(name, expected, text)
    ),
  }
  return { store: watched, writes }
}

function setUp(
  mode: Mode | 'auto -u',
  files: Record<string, string> = {},
  changed: Partial<RecordedJudgeParts> = {},
) {
  const [named, update] = mode.split(' ')
  const { store, writes } = watchedStore(files)
  const fake = fakeAsk()
  const announced: string[] = []
  const digest = judgeParts.promptDigest
  const parts: RecordedJudgeParts = {
    model: judgeParts.model,
    prompts: { claims: { digest, earlier: [] }, attribution: { digest, earlier: [] } },
    settings: {},
    store,
    policy: { mode: named as Mode, update: update !== undefined, source: 'option' },
    ask: fake.ask,
    environment: {},
    allowSecrets: [],
    inFlight: new Map(),
    askedAnew: new Set(),
    announce: () => announced.push('announced'),
    ...changed,
  }
  const judge = createRecordedJudge(parts)
  return { judge, parts, store: parts.store, writes, calls: fake.calls, announced }
}

const recorded = Object.fromEntries([fileOf(keyedClaims), fileOf(keyedAttribution)])
const damaged = { [keyedAttribution.name]: '', [keyedClaims.name]: '' }
const read = (store: RecordingStore, keyed: typeof keyedClaims): Recording =>
  parseRecording(store.read(keyed.name) ?? '', keyed.name, keyed)

describe('replaying', () => {
  it.each<Mode | 'auto -u'>(['auto', 'auto -u', 'replay'])(
    'asks and writes nothing when it is recorded: %s',
    async mode => {
      const { judge, calls, writes, announced } = setUp(mode, recorded)
      await expect(judge.ask(attributionRequest, context)).resolves.toEqual({
        answers: [attributionAnswer],
        how: 'replayed',
        file: `memory/${keyedAttribution.name}`,
        usage: { inputTokens: 0, outputTokens: 0 },
        calls: 0,
        edited: false,
        olderPrompt: false,
      })
      await expect(judge.ask(claimsRequest, context)).resolves.toMatchObject({ answers: [claimsAnswer] })
      expect([calls, writes, announced]).toEqual([[], [], []])
    },
  )

  it('gives the second answer and the answering model too', async () => {
    const answers = [attributionAnswer, otherAnswer]
    const { judge, store } = setUp('auto', {}, { ask: fakeAsk(() => answers).ask })
    await judge.ask(attributionRequest, context)
    const replaying = setUp('replay', {}, { store })
    await expect(replaying.judge.ask(attributionRequest, context)).resolves.toMatchObject({
      answers,
      answeredBy: 'fake-2026',
    })
  })

  it('reads one file', async () => {
    const reads: string[] = []
    const store = memoryStore()
    for (const [name, text] of Object.entries(recorded)) store.replace(name, text)
    const counting = { ...store, read: (name: string) => (reads.push(name), store.read(name)) }
    await setUp('replay', {}, { store: counting }).judge.ask(attributionRequest, context)
    expect(reads).toEqual([keyedAttribution.name])
  })

  it('goes on after the test was aborted, because it starts no call', async () => {
    const { judge } = setUp('replay', recorded)
    await judge.ask(attributionRequest, { ...context, signal: AbortSignal.abort() })
  })

  it('replays texts that look like secrets, which someone allowed when they were recorded', async () => {
    const request: RecallRequest = { ...attributionRequest, contexts: [token] }
    const { judge } = setUp('replay', Object.fromEntries([fileOf(keyRequest(request, judgeParts))]))
    await judge.ask(request, context)
  })

  it('says that a person corrected the answers', async () => {
    const edited: Recording = { ...attributionRecording, edited: true }
    const files = { [keyedAttribution.name]: serialiseRecording({ ...edited, seal: sealOf(edited) }) }
    await expect(setUp('replay', files).judge.ask(attributionRequest, context)).resolves.toMatchObject({
      edited: true,
    })
  })

  it('throws when nothing is recorded, and asks nobody', async () => {
    const { judge, calls, writes } = setUp('replay')
    const asking = judge.ask(attributionRequest, context)
    await expect(asking).rejects.toBeInstanceOf(MissingRecordingError)
    await expect(asking).rejects.toMatchObject({
      kind: 'attribution',
      model: judgeParts.model,
      file: `memory/${keyedAttribution.name}`,
    })
    expect([calls, writes]).toEqual([[], []])
  })

  it.each<Mode>(['auto', 'replay'])('throws when the recording is damaged, and leaves it: %s', async mode => {
    const { judge, calls, store } = setUp(mode, damaged)
    await expect(judge.ask(attributionRequest, context)).rejects.toMatchObject({
      fault: 'empty',
      file: `memory/${keyedAttribution.name}`,
    })
    expect(calls).toEqual([])
    expect(store.read(keyedAttribution.name)).toBe('')
  })
})

describe('recording', () => {
  it.each<Mode | 'auto -u'>(['auto', 'auto -u', 'record'])(
    'asks once and publishes what is missing: %s',
    async mode => {
      const { judge, store, calls, writes, announced } = setUp(mode)
      await expect(judge.ask(attributionRequest, context)).resolves.toEqual({
        answers: [attributionAnswer],
        how: 'recorded',
        file: `memory/${keyedAttribution.name}`,
        answeredBy: 'fake-2026',
        usage: { inputTokens: 100, outputTokens: 10 },
        calls: 1,
        edited: false,
        olderPrompt: false,
      })
      expect(read(store, keyedAttribution)).toMatchObject({
        answers: [attributionAnswer],
        answeredBy: 'fake-2026',
      })
      expect(calls.map(({ request }) => request)).toEqual([attributionRequest])
      expect(writes).toEqual([`publish ${keyedAttribution.name}`])
      expect(announced).toEqual(['announced'])
    },
  )

  it('adopts the answers of another process that was first', async () => {
    const first = fileOf(keyedClaims, [{ claims: ['The first one said so.'] }])
    const store = memoryStore()
    const ask = fakeAsk(() => {
      store.publish(...first)
      return [claimsAnswer]
    }).ask
    const answers = await setUp('auto', {}, { store, ask }).judge.ask(claimsRequest, context)
    expect(answers.answers).toEqual([{ claims: ['The first one said so.'] }])
    expect(answers).toMatchObject({ how: 'recorded', calls: 1 })
    expect(store.read(first[0])).toBe(first[1])
  })

  it.each<Mode | 'auto -u'>(['auto -u', 'record'])('replaces what is damaged: %s', async mode => {
    const { judge, store, writes } = setUp(mode, damaged)
    await judge.ask(claimsRequest, context)
    expect(read(store, keyedClaims).answers).toEqual([claimsAnswer])
    expect(writes).toEqual([`exchange ${keyedClaims.name}`])
  })

  it('adopts what another process put in the place of what is damaged', async () => {
    const [name, text] = fileOf(keyedClaims, [{ claims: ['The first one said so.'] }])
    const store = memoryStore()
    store.replace(name, 'damaged')
    const ask = fakeAsk(() => {
      store.replace(name, text)
      return [claimsAnswer]
    }).ask
    const answers = await setUp('auto -u', {}, { store, ask }).judge.ask(claimsRequest, context)
    expect(answers.answers).toEqual([{ claims: ['The first one said so.'] }])
  })

  it.each<Mode | 'auto -u'>(['auto', 'auto -u', 'replay', 'record'])(
    'never replaces a newer format: %s',
    async mode => {
      const files = { [keyedClaims.name]: '{"format":2}' }
      const { judge, calls, writes } = setUp(mode, files)
      await expect(judge.ask(claimsRequest, context)).rejects.toMatchObject({ fault: 'newer-format' })
      expect([calls, writes]).toEqual([[], []])
    },
  )

  it('records without the texts of contexts when asked to, under the same name', async () => {
    const { judge, store } = setUp('auto', {}, { texts: 'digest' })
    await judge.ask(attributionRequest, context)
    expect(store.read(keyedAttribution.name)).not.toContain('Kingdom')
    await expect(
      setUp('replay', {}, { store }).judge.ask(attributionRequest, context),
    ).resolves.toMatchObject({
      how: 'replayed',
    })
  })

  it('records no failure', async () => {
    const failure = new JudgeError('429', { model: 'm', kind: 'http', status: 429 })
    const ask = fakeAsk(() => Promise.reject(failure)).ask
    const { judge, store } = setUp('auto', {}, { ask })
    await expect(judge.ask(claimsRequest, context)).rejects.toBe(failure)
    expect(store.list()).toEqual([])
  })

  it('records no answer that could not be read again', async () => {
    const ask = fakeAsk(() => [{ verdicts: [{ claim: 1 }] } as unknown as Answer]).ask
    const { judge, store } = setUp('auto', {}, { ask })
    const asking = judge.ask(attributionRequest, context)
    await expect(asking).rejects.toMatchObject({ name: 'JudgeError', kind: 'invalid-answer' })
    await expect(asking).rejects.toThrow('answers[0].verdicts[0].status')
    expect(store.list()).toEqual([])
  })
})

describe('the mode record', () => {
  it('asks again about attribution, replaces, and tells what it replaced', async () => {
    const { judge, store, writes } = setUp('record', recorded, { ask: fakeAsk(() => [otherAnswer]).ask })
    await expect(judge.ask(attributionRequest, context)).resolves.toMatchObject({
      how: 'recorded',
      answers: [otherAnswer],
      replaced: [attributionAnswer],
    })
    expect(read(store, keyedAttribution).answers).toEqual([otherAnswer])
    expect(writes).toEqual([`replace ${keyedAttribution.name}`])
  })

  it('leaves the file untouched when the answer is equal', async () => {
    const { judge, calls, writes } = setUp('record', recorded)
    const answers = await judge.ask(attributionRequest, context)
    expect(answers).toMatchObject({ how: 'recorded', calls: 1 })
    expect(answers).not.toHaveProperty('replaced')
    expect(calls).toHaveLength(1)
    expect(writes).toEqual([])
  })

  it('keeps claims', async () => {
    const { judge, calls } = setUp('record', recorded)
    await expect(judge.ask(claimsRequest, context)).resolves.toMatchObject({ how: 'replayed' })
    expect(calls).toEqual([])
  })

  it('keeps what a person corrected', async () => {
    const edited: Recording = { ...attributionRecording, edited: true }
    const files = { [keyedAttribution.name]: serialiseRecording({ ...edited, seal: sealOf(edited) }) }
    const { judge, calls } = setUp('record', files)
    await expect(judge.ask(attributionRequest, context)).resolves.toMatchObject({
      how: 'replayed',
      edited: true,
    })
    expect(calls).toEqual([])
  })
})

describe('the mode live', () => {
  it.each([
    ['recorded', recorded],
    ['not recorded', {}],
    ['damaged', damaged],
  ])('asks and neither reads nor writes, when it is %s', async (_, files) => {
    const unreadable: RecordingStore = {
      ...watchedStore(files).store,
      read: () => expect.fail('it was read'),
    }
    const { judge, calls, writes, announced } = setUp('live', {}, { store: unreadable })
    const answers = await judge.ask(attributionRequest, context)
    expect(answers).toMatchObject({
      how: 'live',
      answers: [attributionAnswer],
      calls: 1,
      answeredBy: 'fake-2026',
    })
    expect(answers).not.toHaveProperty('file')
    expect([calls.length, writes, announced.length]).toEqual([1, [], 1])
  })
})

describe('earlier default prompts', () => {
  const earlierDigest = sha256('the prompt of the release before')
  const oldest = sha256('the first prompt')
  const prompts = {
    claims: { digest: judgeParts.promptDigest, earlier: [earlierDigest, oldest] },
    attribution: { digest: judgeParts.promptDigest, earlier: [earlierDigest, oldest] },
  }
  const earlier = keyRequest(attributionRequest, { ...judgeParts, promptDigest: oldest })
  const files = Object.fromEntries([fileOf(earlier, [otherAnswer])])

  it.each<Mode>(['auto', 'replay'])('still replay, and it is said: %s', async mode => {
    const { judge, calls } = setUp(mode, files, { prompts })
    await expect(judge.ask(attributionRequest, context)).resolves.toMatchObject({
      answers: [otherAnswer],
      how: 'replayed',
      file: `memory/${earlier.name}`,
      olderPrompt: true,
    })
    expect(calls).toEqual([])
  })

  it.each<Mode | 'auto -u'>(['auto -u', 'record'])('are renewed beside the old recording: %s', async mode => {
    const { judge, store } = setUp(mode, files, { prompts })
    await expect(judge.ask(attributionRequest, context)).resolves.toMatchObject({
      answers: [attributionAnswer],
      how: 'recorded',
      olderPrompt: false,
      replaced: [otherAnswer],
    })
    expect(store.list()).toEqual([earlier.name, keyedAttribution.name].sort())
  })

  it('are not looked at when there is a recording of the present prompt', async () => {
    const { judge } = setUp('auto -u', { ...files, ...recorded }, { prompts })
    await expect(judge.ask(attributionRequest, context)).resolves.toMatchObject({
      olderPrompt: false,
      how: 'replayed',
    })
  })

  it('are not taken for missing when their recording is damaged', async () => {
    const { judge, calls } = setUp('auto', { [earlier.name]: '' }, { prompts })
    await expect(judge.ask(attributionRequest, context)).rejects.toBeInstanceOf(DamagedRecordingError)
    expect(calls).toEqual([])
  })

  it('leave a damaged recording alone when they are renewed', async () => {
    const { judge, store } = setUp('auto -u', { [earlier.name]: '' }, { prompts })
    await judge.ask(attributionRequest, context)
    expect(store.read(earlier.name)).toBe('')
    expect(read(store, keyedAttribution).answers).toEqual([attributionAnswer])
  })
})

describe('sharing', () => {
  it('makes one call for equal questions at a time, and counts it once', async () => {
    const { judge, parts, calls } = setUp('auto')
    const another = createRecordedJudge({ ...parts })
    const answers = await Promise.all([
      judge.ask(attributionRequest, context),
      another.ask(attributionRequest, context),
      judge.ask(attributionRequest, context),
    ])
    expect(calls).toHaveLength(1)
    expect(answers.map(answer => answer.calls).sort()).toEqual([0, 0, 1])
    expect(answers.reduce((sum, { usage }) => sum + usage.inputTokens, 0)).toBe(100)
    expect(new Set(answers.map(answer => JSON.stringify(answer.answers))).size).toBe(1)
  })

  it('asks once in the mode record also when another process publishes while it waits', async () => {
    const { judge, store, calls } = setUp('record')
    const first = judge.ask(attributionRequest, context)
    store.publish(...fileOf(keyedAttribution, [otherAnswer]))
    const answers = await Promise.all([first, judge.ask(attributionRequest, context)])
    expect(calls).toHaveLength(1)
    expect(answers.map(each => each.answers)).toEqual([[otherAnswer], [otherAnswer]])
  })

  it.each(['recorded', 'not recorded'])(
    'asks once per process in the mode record, whatever is tried again: %s',
    async what => {
      const fresh = fakeAsk((_, call) => [call === 0 ? otherAnswer : attributionAnswer])
      const { judge, parts, writes } = setUp('record', what === 'recorded' ? recorded : {}, {
        ask: fresh.ask,
      })
      await judge.ask(attributionRequest, context)
      const again = await createRecordedJudge({ ...parts }).ask(attributionRequest, context)
      expect(again).toMatchObject({ answers: [otherAnswer], how: 'replayed', calls: 0 })
      expect([fresh.calls.length, writes.length]).toEqual([1, 1])
      const nextProcess = createRecordedJudge({ ...parts, askedAnew: new Set() })
      await expect(nextProcess.ask(attributionRequest, context)).resolves.toMatchObject({ calls: 1 })
    },
  )

  it('asks again in the mode record what is gone since', async () => {
    const { judge, store, calls } = setUp('record')
    await judge.ask(attributionRequest, context)
    store.remove(keyedAttribution.name)
    await judge.ask(attributionRequest, context)
    expect(calls).toHaveLength(2)
  })

  it('tells what was replaced once', async () => {
    const { judge } = setUp('record', recorded, { ask: fakeAsk(() => [otherAnswer]).ask })
    const answers = await Promise.all([
      judge.ask(attributionRequest, context),
      judge.ask(attributionRequest, context),
    ])
    expect(answers.filter(answer => answer.replaced !== undefined)).toHaveLength(1)
  })

  it('keeps different questions apart', async () => {
    const other: RecallRequest = { ...attributionRequest, contexts: ['Other.'] }
    const ask = fakeAsk(request => [request === other ? otherAnswer : attributionAnswer]).ask
    const { judge } = setUp('auto', {}, { ask })
    const [first, second] = await Promise.all([
      judge.ask(attributionRequest, context),
      judge.ask(other, context),
    ])
    expect([first.answers, second.answers]).toEqual([[attributionAnswer], [otherAnswer]])
  })

  it('lets one whose test is over leave, and records the answer for the others', async () => {
    const { judge, calls, store } = setUp('auto')
    const controller = new AbortController()
    const gone = judge.ask(attributionRequest, { ...context, signal: controller.signal })
    const staying = judge.ask(attributionRequest, context)
    controller.abort()
    await expect(gone).rejects.toMatchObject({ name: 'JudgeError', kind: 'aborted' })
    await expect(staying).resolves.toMatchObject({ calls: 1 })
    expect(calls[0]?.signal?.aborted).toBe(false)
    expect(store.list()).toEqual([keyedAttribution.name])
  })

  it('aborts the call when all have gone, and records what it still comes to', async () => {
    let finish: (answers: Answer[]) => void = () => undefined
    const fake = fakeAsk(() => new Promise(resolve => (finish = resolve)))
    const { judge, parts, store } = setUp('auto', {}, { ask: fake.ask })
    const controller = new AbortController()
    const gone = judge.ask(attributionRequest, { ...context, signal: controller.signal })
    controller.abort()
    await expect(gone).rejects.toThrow('was given up')
    expect(fake.calls[0]?.signal?.aborted).toBe(true)
    const flight = [...parts.inFlight.values()][0]
    finish([attributionAnswer])
    await flight?.promise
    expect(store.list()).toEqual([keyedAttribution.name])
  })

  it('starts no call for a test that is over', async () => {
    const { judge, calls } = setUp('auto')
    await expect(
      judge.ask(attributionRequest, { ...context, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({
      kind: 'aborted',
    })
    expect(calls).toEqual([])
  })
})

describe('secrets', () => {
  it.each<[string, RecallRequest, QuestionContext['positions'], string]>([
    ['a context', { ...attributionRequest, contexts: ['fine', token] }, undefined, 'context[1]'],
    [
      "a context at the caller's position",
      { ...attributionRequest, contexts: ['fine', token] },
      [[0], [4, 6]],
      'context[4]',
    ],
    ['a claim', { ...attributionRequest, claims: [token] }, undefined, 'Claim 1'],
    ['a ground truth', { ...claimsRequest, groundTruth: token }, undefined, 'The ground truth'],
    ['a question', { ...claimsRequest, question: token }, undefined, 'The question'],
  ])('are not sent: %s', async (_, request, positions, field) => {
    for (const mode of ['auto', 'record', 'live'] as const) {
      const { judge, calls, announced } = setUp(mode)
      await expect(judge.ask(request, { ...context, positions })).rejects.toMatchObject({
        name: 'SecretError',
        field,
      })
      expect([calls, announced]).toEqual([[], []])
    }
  })

  it('are refused before the first question when a later one would send them', async () => {
    const { judge, calls } = setUp('auto')
    const contexts = ['fine', token]
    await expect(judge.ask(claimsRequest, { ...context, contexts })).rejects.toMatchObject({
      field: 'context[1]',
    })
    expect(calls).toEqual([])
  })

  it('are not sent in a prompt of the user', async () => {
    const { promptDigest: digest } = judgeParts
    const claims = { digest, earlier: [], instructions: `Use ${token}.` }
    const attribution = claims
    const { judge, calls } = setUp('auto', {}, { prompts: { claims, attribution } })
    await expect(judge.ask(claimsRequest, context)).rejects.toMatchObject({
      field: 'The option prompts.claims',
    })
    await expect(judge.ask(attributionRequest, context)).rejects.toMatchObject({
      field: 'The option prompts.attribution',
    })
    expect(calls).toEqual([])
  })

  it('are not recorded in settings', async () => {
    const settings = { providerOptions: { openai: { key: token } } }
    const { judge, calls } = setUp('auto', {}, { settings })
    await expect(judge.ask(claimsRequest, context)).rejects.toMatchObject({ field: 'The option settings' })
    expect(calls).toEqual([])
  })

  it('are not recorded in answers', async () => {
    const { judge, store } = setUp('auto', {}, { ask: fakeAsk(() => [{ claims: [`It is ${token}.`] }]).ask })
    const asking = judge.ask(claimsRequest, context)
    await expect(asking).rejects.toBeInstanceOf(SecretError)
    await expect(asking).rejects.toThrow("The judge's answer contains")
    expect(store.list()).toEqual([])
  })

  it('are those of the environment too', async () => {
    const { judge } = setUp('auto', {}, { environment: { DB_PASSWORD: 'born-on-14-march' } })
    const request: RecallRequest = { ...attributionRequest, contexts: ['He was born-on-14-march'] }
    await expect(judge.ask(request, context)).rejects.toThrow('DB_PASSWORD')
  })

  it('go through when they are allowed', async () => {
    const { judge, calls } = setUp('auto', {}, { allowSecrets: [token] })
    await judge.ask({ ...attributionRequest, contexts: [token] }, context)
    expect(calls).toHaveLength(1)
  })
})

it('refuses settings that cannot be keyed at once, naming them', () => {
  const settings = { temperature: Number.NaN }
  expect(() => setUp('replay', {}, { settings })).toThrow(UsageError)
  expect(() => setUp('replay', {}, { settings })).toThrow('settings.temperature')
})

it('makes one set of two stages when two processes record the same ground truth', async () => {
  const store = memoryStore()
  const process = async (claim: string): Promise<void> => {
    const ask = fakeAsk(({ kind }) => [kind === 'claims' ? { claims: [claim] } : attributionAnswer]).ask
    const { judge } = setUp('auto', {}, { store, ask })
    const { answers } = await judge.ask(claimsRequest, context)
    const { claims } = answers[0] as { claims: string[] }
    await judge.ask({ ...attributionRequest, claims }, context)
  }
  await Promise.all([process('Said by one.'), process('Said by the other.')])
  expect(store.list()).toHaveLength(2)
})
