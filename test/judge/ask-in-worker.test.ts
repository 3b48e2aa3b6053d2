import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { JudgeError, UsageError } from '../../src/errors.ts'
import { askInWorker, packError, unpackError } from '../../src/judge/ask-in-worker.ts'
import type { LiveOptions } from '../../src/judge/live-ask.ts'
import type { JudgeModel } from '../../src/judge/model.ts'
import { processWide } from '../../src/judge/process-wide.ts'
import { resolvePrompt } from '../../src/judge/prompts/prompt.ts'
import type { RecallRequest } from '../../src/protocol.ts'

const directory = mkdtempSync(join(tmpdir(), 'context-recall-worker-'))
const workerFile = fileURLToPath(new URL('../../src/judge/judge-worker.ts', import.meta.url))
const remote = askInWorker(workerFile)
const request: RecallRequest = { kind: 'claims', groundTruth: 'Alpha holds.' }

afterAll(async () => {
  await processWide().workers[workerFile]?.terminate()
  rmSync(directory, { recursive: true })
})

function liveOptions(options: Partial<LiveOptions> = {}): LiveOptions {
  return {
    model: 'openai/small',
    prompts: { claims: resolvePrompt('claims'), attribution: resolvePrompt('attribution') },
    settings: {},
    root: directory,
    environment: {},
    ...options,
  }
}

/** A model from a module that judges by this body of a function of `request`. */
function moduleModel(name: string, body: string): JudgeModel {
  writeFileSync(join(directory, `${name}.mjs`), `export default async request => { ${body} }`)
  return { id: `local/${name}`, module: `./${name}.mjs` }
}

it('asks a module and brings the answer, the usage and the model that answered', async () => {
  const answer = `{ claims: [request.groundTruth], usage: { inputTokens: 3, outputTokens: 4 }, answeredBy: 'it' }`
  const ask = remote.createAsk(liveOptions({ model: moduleModel('plain', `return ${answer}`) }))

  expect(await ask(request)).toEqual({
    answers: [{ claims: ['Alpha holds.'] }],
    usage: { inputTokens: 3, outputTokens: 4 },
    calls: 1,
    answeredBy: 'it',
  })
})

it('keeps one worker for all questions', async () => {
  const model = moduleModel(
    'thread',
    `return { claims: [String(process.getBuiltinModule('worker_threads').threadId)] }`,
  )
  const answers = await Promise.all(
    [1, 2].map(() => askInWorker(workerFile).createAsk(liveOptions({ model }))(request)),
  )

  const threads = answers.flatMap(({ answers: [answer] }) => (answer as { claims: string[] }).claims)
  expect(new Set(threads)).toEqual(new Set([String(processWide().workers[workerFile]?.threadId)]))
})

it('brings the environment with every question', async () => {
  const model = moduleModel('environment', "return { claims: ['Alpha ' + process.env.FROM_TEST] }")
  for (const value of ['here', 'there']) {
    const ask = remote.createAsk(liveOptions({ model, environment: { FROM_TEST: value } }))
    expect((await ask(request)).answers).toEqual([{ claims: [`Alpha ${value}`] }])
  }
})

it('starts no call for a question that was aborted before', async () => {
  const model = moduleModel('unasked', `return { claims: ['asked'] }`)

  await expect(remote.createAsk(liveOptions({ model }))(request, AbortSignal.abort())).rejects.toMatchObject({
    name: 'JudgeError',
    kind: 'aborted',
  })
})

it('tells a judge that was asked of an abort', async () => {
  const started = join(directory, 'started')
  const model = moduleModel(
    'aborted',
    `const { signal } = request
     const aborted = new Promise(resolve => signal.addEventListener('abort', resolve))
     process.getBuiltinModule('fs').writeFileSync(${JSON.stringify(started)}, '')
     await aborted
     return { claims: ['told'] }`,
  )
  const controller = new AbortController()
  const asked = remote.createAsk(liveOptions({ model }))(request, controller.signal)

  await vi.waitUntil(() => existsSync(started), { timeout: 5000 })
  controller.abort()

  expect((await asked).answers).toEqual([{ claims: ['told'] }])
})

it('brings errors as errors of this side', async () => {
  const failing = remote.createAsk(
    liveOptions({ model: moduleModel('failing', `throw new Error('broken')`) }),
  )
  const keyless = remote.createAsk(liveOptions())

  await expect(failing(request)).rejects.toSatisfy(JudgeError.isInstance.bind(JudgeError))
  await expect(failing(request)).rejects.toMatchObject({ kind: 'failed', message: /it said {2}broken/ })
  await expect(keyless(request)).rejects.toMatchObject({ kind: 'no-key', model: 'openai/small' })
})

it('says that a worker ended, and starts another one', async () => {
  const ending = moduleModel(
    'ending',
    `if (request.groundTruth === 'End.') process.exit(7)
     return { claims: ['Alpha is here'] }`,
  )
  const ask = remote.createAsk(liveOptions({ model: ending }))

  await expect(ask({ kind: 'claims', groundTruth: 'End.' })).rejects.toMatchObject({
    name: 'JudgeError',
    model: 'local/ending',
    message: expect.stringContaining('exit code 7'),
  })
  expect((await ask(request)).answers).toEqual([{ claims: ['Alpha is here'] }])
})

it.each<[string, JudgeModel]>([
  [
    'an AI SDK model',
    { specificationVersion: 'v3', provider: 'local.chat', modelId: 'judge', doGenerate: async () => ({}) },
  ],
  ['loaded by a function', { id: 'local/judge', load: () => 'openai/small' }],
  ['a function', { id: 'local/judge', judge: async () => ({ claims: [] }) }],
])('refuses a model that is %s', async (what, model) => {
  expect(() => remote.checkModel(model)).toThrow(UsageError)
  expect(() => remote.checkModel(model)).toThrow(`The model 'local/judge' is ${what}`)
  await expect(remote.createAsk(liveOptions({ model }))(request)).rejects.toThrow(UsageError)
})

it('names the forms that can cross', () => {
  expect(() =>
    remote.checkModel({ id: 'local/judge', load: () => 'openai/small' }),
  ).toThrowErrorMatchingInlineSnapshot(`
    [UsageError: The model 'local/judge' is loaded by a function ({ id, load }).
    It replays, but Jest asks judges in a thread of its own, where it cannot go.
      do  give it in a form that can, under the same id; what is recorded stays valid
          'local/judge'                                 by its name, for OpenAI and the AI Gateway
          { id: 'local/judge', url }                    an OpenAI-compatible server
          { id: 'local/judge', module: './judge.mjs' }  a module whose default export is this model]
  `)
})

it.each<[JudgeModel]>([
  ['openai/small'],
  [{ id: 'local/judge', url: 'http://127.0.0.1/v1' }],
  [{ id: 'local/judge', module: './judge.mjs' }],
])('takes %j', model => {
  expect(() => remote.checkModel(model)).not.toThrow()
})

describe('an error on its way', () => {
  const travel = (error: unknown): Error =>
    unpackError(JSON.parse(JSON.stringify(packError(error))) as ReturnType<typeof packError>)

  it('brings a JudgeError with its data and its cause', () => {
    const data = { model: 'openai/small', kind: 'http', status: 429, body: 'slow down' } as const
    const error = travel(new JudgeError('It failed.', { ...data, cause: new TypeError('fetch failed') }))

    expect(error).toBeInstanceOf(JudgeError)
    expect(error).toMatchObject({ name: 'JudgeError', message: 'It failed.', ...data })
    expect(error.cause).toMatchObject({ name: 'TypeError', message: 'fetch failed' })
  })

  it('leaves out what a JudgeError has not', () => {
    const error = travel(new JudgeError('No key.', { model: 'openai/small', kind: 'no-key' }))

    expect(error).toMatchObject({ kind: 'no-key', status: undefined, body: undefined })
    expect('cause' in error).toBe(false)
  })

  it('brings a UsageError as one', () => {
    expect(travel(new UsageError('Bad option.'))).toBeInstanceOf(UsageError)
  })

  it('keeps name, message and stack of any other error', () => {
    const original = new RangeError('out of range')
    const error = travel(original)

    expect(error).toMatchObject({ name: 'RangeError', message: 'out of range', stack: original.stack })
  })

  it.each([
    ['text', 'text'],
    [undefined, 'undefined'],
    [null, 'null'],
  ])('brings %j, which is no error', (thrown, message) => {
    expect(travel(thrown)).toMatchObject({ name: 'Error', message })
  })
})
