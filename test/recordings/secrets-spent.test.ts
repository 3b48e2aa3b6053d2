/** Secrets and redaction through the public API: before money is spent, and never in what is shown. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { measureContextRecall } from '../../src/index.ts'
import type { Answer, RecallRequest } from '../../src/protocol.ts'
import { answerLiterally } from '../fixtures/literal-judge.ts'
import { temporaryDirectory } from './temporary-directory.ts'

// made up, and in pieces
const token = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5'}`
const password = 'hunter2hunter2hunter2'
const address = 'postgres://app:s3cret-password@db.example.com:5432/main'
const environment = { MY_SERVICE_PASSWORD: password, DATABASE_URL: address }

beforeEach(() => Object.assign(process.env, environment))
afterEach(() => {
  for (const name of Object.keys(environment)) delete process.env[name]
})

type Input = Parameters<typeof measureContextRecall>[0]
const base = { groundTruth: 'Alpha holds. Delta holds.', contexts: ['Alpha holds.', 'Delta holds.'] }

function setUp(answer: (request: RecallRequest) => Answer = answerLiterally) {
  const recordings = temporaryDirectory()
  const asked: RecallRequest[] = []
  const judge = (request: RecallRequest) => (asked.push(request), Promise.resolve(answer(request)))
  const measure = (changes: Partial<Input>) =>
    measureContextRecall({ ...base, recordings, model: { id: 'local/judge', judge }, ...changes })
  const written = () =>
    readdirSync(recordings)
      .map(name => readFileSync(join(recordings, name), 'utf8'))
      .join()
  return { measure, asked, written }
}

/** All that a runner or a debugger would show of an error. */
async function shownError(measuring: Promise<unknown>): Promise<{ name: string; shown: string }> {
  const error: unknown = await measuring.then(
    () => expect.fail('nothing was thrown'),
    (thrown: unknown) => thrown,
  )
  const { name, message, stack } = error as Error
  return {
    name,
    shown: [message, stack, JSON.stringify(error), inspect(error, { depth: 9, showHidden: true })].join(),
  }
}

describe.each([
  ['a provider key', token],
  ['a password of the environment', password],
  ['an address with a password', address],
])('%s', (_, secret) => {
  it.each<[string, Partial<Input>]>([
    ['a context', { contexts: [`It is ${secret}.`] }],
    ['the ground truth', { groundTruth: `It is ${secret}.` }],
    ['the question', { question: `What is ${secret}?` }],
    ['the question beside claims', { groundTruth: ['Alpha holds.'], question: `What is ${secret}?` }],
    ['a claim', { groundTruth: ['Alpha holds.', `It is ${secret}.`] }],
    ['guidance', { prompts: { claims: `Know ${secret}.` } }],
    ['the settings', { settings: { providerOptions: { openai: { user: secret } } } }],
  ])('in %s is refused before it is paid for, and shown nowhere', async (__, changes) => {
    for (const mode of ['auto', 'record', 'live'] as const) {
      const { measure, asked, written } = setUp()
      const { name, shown } = await shownError(measure({ ...changes, mode }))
      expect(name).toBe('SecretError')
      expect(shown).not.toContain(secret)
      expect(asked).toEqual([])
      expect(written()).not.toContain(secret)
    }
  })

  it('in an answer is neither recorded nor shown', async () => {
    const { measure, written } = setUp(() => ({ claims: [`It is ${secret}.`] }))
    const { name, shown } = await shownError(measure({}))
    expect(name).toBe('SecretError')
    expect(shown).not.toContain(secret)
    expect(written()).not.toContain(secret)
  })

  it('is not shown by a miss', async () => {
    const { measure } = setUp()
    await measure({})
    const { name, shown } = await shownError(
      measure({ contexts: [...base.contexts, `It is ${secret}.`], mode: 'replay' }),
    )
    expect(name).toBe('MissingRecordingError')
    expect(shown).toContain('context[2] was added: "It is [secret]."')
    expect(shown).not.toContain(secret)
  })

  it.each<[string, () => Answer]>([
    [
      'thrown by it',
      () => {
        throw new Error(`connecting failed: ${secret}`, { cause: new Error(secret) })
      },
    ],
    ['instead of an answer', () => ({ said: secret }) as never],
  ])('is not shown by the error of a judge: %s', async (__, fail) => {
    for (const mode of ['auto', 'live'] as const) {
      const { name, shown } = await shownError(setUp(fail).measure({ mode }))
      expect(name).toBe('JudgeError')
      expect(shown).toMatch(/\[secret\]|\[redacted\]/)
      expect(shown).not.toContain(secret)
    }
  })

  it('goes through where it is allowed', async () => {
    const { measure, asked } = setUp()
    await measure({ contexts: [`It is ${secret}.`], allowSecrets: [secret] })
    expect(asked).toHaveLength(2)
  })

  it('goes through where it is redacted, and is neither sent nor written', async () => {
    const { measure, asked, written } = setUp()
    const redact = (text: string): string => text.replaceAll(secret, '[redacted]')
    await measure({ contexts: [`It is ${secret}.`], redact })
    expect(asked).toHaveLength(2)
    expect(JSON.stringify(asked) + written()).not.toContain(secret)
  })
})

it('is not shown when allowSecrets itself is given wrongly', async () => {
  const { shown } = await shownError(setUp().measure({ allowSecrets: token as never }))
  expect(shown).toContain("The option 'allowSecrets' must be")
  expect(shown).not.toContain(token)
})

it.each<[string, (text: string) => string]>([
  ['changes its own result', text => `${text}!`],
  ['returns no text', () => undefined as never],
])('stops before a call when redact %s', async (_, redact) => {
  const { measure, asked } = setUp()
  const { name, shown } = await shownError(measure({ redact, contexts: [token] }))
  expect(name).toBe('UsageError')
  expect(shown).not.toContain(token)
  expect(asked).toEqual([])
})
