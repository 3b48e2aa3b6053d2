import { expect, test } from 'vitest'
import { createJestProject, runJest, setupFile } from './jest-project.ts'

const tests = `test('recalls', () => expect(['Alpha holds.']).toHaveContextRecall('Alpha holds. Beta holds.'))
test('negated', () => expect(['Gamma holds.']).not.toHaveContextRecall('Gamma holds.'))
`

test.each([
  ['in workers', []],
  ['in band', ['--runInBand']],
])('a dry run %s asks nothing, fails nothing and tells what it would take', async (_, args) => {
  const project = createJestProject({
    files: {
      // nobody listens there
      'setup.cjs': setupFile(
        `model: { id: 'local/judge', url: 'http://127.0.0.1:9/v1' }, prices: { input: 1, output: 1 }`,
      ),
      'a.test.js': tests,
      'b.test.js': tests,
    },
  })
  const { code, output } = await runJest(project, args, { env: { CONTEXT_RECALL_MODE: 'estimate' } })
  expect({ code, recordings: project.recordings() }).toEqual({ code: 0, recordings: [] })
  expect(output).toContain('Context recall  estimate: nothing was measured, and no assertion could fail')
  expect(output).toMatch(
    /4 assertions; to record what is missing takes about 4 calls, [\d,]+ input tokens and \d+ output tokens, 0\.\d+ at the prices given/,
  )
})
