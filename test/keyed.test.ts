/** What needs a new recording and what does not, through the public API and on the disk. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { measureContextRecall, type JudgeRequest } from '../src/index.ts'
import { answerLiterally } from './fixtures/literal-judge.ts'

let recordings: string
let calls: number
beforeEach(() => {
  recordings = mkdtempSync(join(tmpdir(), 'context-recall-keyed-'))
  calls = 0
})
afterEach(() => rmSync(recordings, { recursive: true }))

const judge = async (request: JudgeRequest) => {
  calls++
  return answerLiterally(request)
}
type Input = Parameters<typeof measureContextRecall>[0]
const base: Input & { contexts: string[] } = {
  groundTruth: 'Alpha holds. Delta holds.',
  contexts: ['Alpha holds.\nBeta holds.', 'Delta holds.'],
  model: { id: 'local/judge', judge },
}

async function callsFor(changes: Partial<Input>): Promise<number> {
  const before = calls
  await measureContextRecall({ ...base, recordings, ...changes })
  return calls - before
}

test.each<[string, Partial<Input>, number]>([
  ['nothing', {}, 0],
  ['the order of the contexts', { contexts: ['Delta holds.', 'Alpha holds.\nBeta holds.'] }, 0],
  ['a context given twice, or blank', { contexts: [...base.contexts, 'Delta holds.', ' \n'] }, 0],
  ['line ends', { contexts: ['Alpha holds.\r\nBeta holds.', 'Delta holds.'] }, 0],
  ['the tokens a question may have', { maxInputTokens: 5000 }, 0],
  ['timeouts and retries', { timeout: 1000, maxRetries: 0 }, 0],
  ['how its claims are given', { groundTruth: ['Alpha holds.', 'Delta holds.'] }, 0],
  ['a context', { contexts: ['Alpha holds!\nBeta holds.', 'Delta holds.'] }, 1],
  ['a context less', { contexts: ['Delta holds.'] }, 1],
  ['a context more', { contexts: [...base.contexts, 'Gamma holds.'] }, 1],
  ['a claim', { groundTruth: ['Alpha holds.', 'Delta does not hold.'] }, 1],
  ['the order of the claims', { groundTruth: ['Delta holds.', 'Alpha holds.'] }, 1],
  ['the ground truth', { groundTruth: 'Alpha holds. Beta holds.' }, 2],
  ['the question', { question: 'What holds?' }, 1],
  ['the prompt for claims', { prompts: { claims: 'Be brief.' } }, 1],
  ['the prompt for attribution', { prompts: { attribution: 'Be strict.' } }, 1],
  ['a prompt replaced', { prompts: { attribution: { replace: 'Judge.' } } }, 1],
  ['the settings', { settings: { temperature: 0 } }, 2],
  ['the model', { model: { id: 'other/judge', judge } }, 2],
])('a change of %s takes the calls it must', async (_, changes, expected) => {
  expect(await callsFor({})).toBe(2)
  expect(await callsFor(changes)).toBe(expected)
  expect(await callsFor(changes), 'the second time').toBe(0)
  expect(await callsFor({}), 'back again').toBe(0)
  expect(readdirSync(recordings).filter(name => name.endsWith('.jsonc'))).toHaveLength(2 + expected)
})

test('calls per assertion: cold 2, ground truth on record 1, replay 0', async () => {
  expect(await callsFor({})).toBe(2)
  expect(await callsFor({ contexts: ['Delta holds.'] })).toBe(1)
  expect(await callsFor({ contexts: ['Delta holds.'] })).toBe(0)
})

test('in replay no judge is resolved', async () => {
  await callsFor({})
  const load = (): never => {
    throw new Error('loaded')
  }
  const model = { id: 'local/judge', load }
  expect(await measureContextRecall({ ...base, recordings, model, mode: 'replay' })).toMatchObject({
    recall: 1,
    judge: { calls: 0, replayed: 2 },
  })
})

test('concurrent measurements of the same question share its calls', async () => {
  await Promise.all(Array.from({ length: 10 }, () => measureContextRecall({ ...base, recordings })))
  expect(calls).toBe(2)
})

test('an answer that was asked for and failed leaves no recording behind', async () => {
  const failing = { id: 'local/judge', judge: () => Promise.reject(new Error('down')) }
  await expect(callsFor({ model: failing })).rejects.toMatchObject({ name: 'JudgeError', kind: 'failed' })
  expect(readdirSync(recordings)).toEqual([])
  expect(await callsFor({})).toBe(2)
})
