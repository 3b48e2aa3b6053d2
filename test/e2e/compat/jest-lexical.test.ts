import { expect, test } from 'vitest'
import { createJestProject, runJest, setupFile } from './jest-project.ts'

test('builtin/lexical judges in Jest from CommonJS, and leaves no file', async () => {
  const project = createJestProject({
    files: {
      'setup.cjs': setupFile(`model: 'builtin/lexical'`),
      'a.test.js': `const contexts = ['Einstein was born on 14 March 1879 in Ulm.']
test('recalls', async () => {
  await expect(contexts).toHaveContextRecall('Einstein was born in Ulm.')
  await expect(contexts).not.toHaveContextRecall('Einstein was born in Munich.')
})
test('misses', async () => {
  await expect(contexts).toHaveContextRecall('He received the Nobel Prize.')
})
`,
    },
  })

  const { code, output } = await runJest(project)

  expect(code).toBe(1)
  expect(output).toContain('1 failed, 1 passed')
  expect(output).toContain('judge      builtin/lexical, a rough word-overlap judge, not recorded')
  expect(output).toContain('6 answers of the built-in rough word-overlap judge')
  expect(project.exists('__recordings__')).toBe(false)
})
