/** The question that a ground truth answers: recorded, whatever form the ground truth has. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { measureContextRecall } from '../../src/index.ts'
import { answerLiterally } from '../fixtures/literal-judge.ts'
import { temporaryDirectory } from './temporary-directory.ts'

type Input = Parameters<typeof measureContextRecall>[0]

function setUp() {
  const recordings = temporaryDirectory()
  let calls = 0
  const judge: Input['model'] = {
    id: 'local/judge',
    judge: async request => {
      calls++
      return answerLiterally(request)
    },
  }
  return {
    calls: () => calls,
    measure: (changes: Partial<Input>) =>
      measureContextRecall({
        groundTruth: ['Alpha holds.'],
        contexts: ['Alpha holds.'],
        recordings,
        model: judge,
        ...changes,
      }),
    questions: () =>
      readdirSync(recordings)
        .filter(name => name.endsWith('.jsonc'))
        .map(
          name =>
            JSON.parse(readFileSync(join(recordings, name), 'utf8')) as Record<string, { question?: string }>,
        )
        .map(({ kind, question, request }) => [kind, question ?? request?.question]),
  }
}

it('stands in the attribution where the claims were given, redacted, and changes no key', async () => {
  const { measure, questions, calls } = setUp()
  const redact = (text: string): string => text.replaceAll('Alice', '[name]')
  await measure({ question: 'What does Alice hold?\r\n', redact })
  expect(questions()).toEqual([['attribution', 'What does [name] hold?\n']])
  for (const question of ['What does Alice hold?', 'Another?', undefined])
    await measure({ ...(question !== undefined && { question }), mode: 'replay', redact })
  expect(calls()).toBe(1)
})

it('stands in the claims where they are extracted', async () => {
  const { measure, questions } = setUp()
  await measure({ groundTruth: 'Alpha holds.', question: 'What holds?' })
  expect(questions().sort()).toEqual([
    ['attribution', undefined],
    ['claims', 'What holds?'],
  ])
})
