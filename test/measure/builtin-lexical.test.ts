import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { assertContextRecall, configure, measureContextRecall, UsageError } from '../../src/index.ts'
import { measure } from '../../src/measure/measure-context-recall.ts'
import { temporaryDirectory } from '../recordings/temporary-directory.ts'

const groundTruth = 'Einstein was born in 1879 in Ulm. He received the Nobel Prize.'
const contexts = ['Albert Einstein (born in Ulm on 14 March 1879) was a physicist. He developed relativity.']

function withEnvironment(values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
}

describe('builtin/lexical', () => {
  it.each([
    ['auto', {}],
    ['replay', {}],
    ['record', {}],
    ['live', {}],
    ['auto', { CI: '1' }],
  ] as const)('answers in mode %s with %j, and leaves and says nothing', async (mode, environment) => {
    withEnvironment(environment)
    const said = vi.spyOn(process.stderr, 'write')
    onTestFinished(() => said.mockRestore())
    const directory = temporaryDirectory()
    const recordings = join(directory, 'recordings')
    const options = { model: 'builtin/lexical', mode, recordings }

    const result = await measureContextRecall({ groundTruth, contexts, ...options })

    expect(result).toMatchObject({
      recall: 0.5,
      claims: [
        { text: 'Einstein was born in 1879 in Ulm.', status: 'supported' },
        { text: 'He received the Nobel Prize.', status: 'missing' },
      ],
      judge: {
        model: 'builtin/lexical',
        calls: 0,
        replayed: 0,
        usage: { inputTokens: 0, outputTokens: 0 },
        recordings: [],
      },
    })
    expect(readdirSync(directory)).toEqual([])
    expect(said).not.toHaveBeenCalled()
  })

  it('is named by the environment, too', async () => {
    withEnvironment({ CONTEXT_RECALL_MODEL: 'builtin/lexical' })
    const { judge } = await measureContextRecall({ groundTruth, contexts })
    expect(judge.model).toBe('builtin/lexical')
  })

  it('counts its answers as its own, neither replayed nor recorded', async () => {
    const found = { contexts: contexts.map(text => ({ text })), origin: undefined }
    const options = { model: 'builtin/lexical' }
    const { answers } = await measure({ groundTruth, found: found as never, options, runner: {} })
    expect(answers.map(({ how }) => how)).toEqual(['by-rule', 'by-rule'])
  })

  it('is named for what it is in a failure', async () => {
    onTestFinished(configure({ model: 'builtin/lexical' }))
    const failure = await assertContextRecall(contexts, groundTruth).catch((error: Error) => error.message)
    expect(failure).toMatchInlineSnapshot(`
      "Context recall 0.50 < 1. Not attributed (1 of 2): He received the Nobel Prize.

      expect(contexts).toHaveContextRecall(groundTruth, 1)

        ✗ He received the Nobel Prize.
            missing: no context says "received", "Nobel", "Prize"
        ✓ Einstein was born in 1879 in Ulm.
            context[0] "Albert Einstein (born in Ulm on 14 March 1879) was a physicist."

        contexts   1 retrieved
        judge      builtin/lexical, a rough word-overlap judge, not recorded"
    `)
  })

  it('finds no claim in a question, and says what to do', async () => {
    onTestFinished(configure({ model: 'builtin/lexical' }))
    const failed = assertContextRecall(contexts, 'Who was Einstein? I do not know.')
    await expect(failed).rejects.toThrow(UsageError)
    await expect(failed).rejects.not.toThrow('recording')
  })

  it('is offered where no model is named', async () => {
    await expect(measureContextRecall({ groundTruth, contexts })).rejects.toThrow(
      "to try it out        'builtin/lexical'",
    )
  })
})
