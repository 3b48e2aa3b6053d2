import { expect, test } from 'vitest'
import { createProject } from './project.ts'

const asserting = `import { expect, test } from 'vitest'
const contexts = ['Einstein was born on 14 March 1879 in Ulm.']
test('recalls', async () => {
  await expect(contexts).toHaveContextRecall('Einstein was born in Ulm.')
  await expect(contexts).not.toHaveContextRecall('Einstein was born in Munich.')
})
test('misses', async () => {
  await expect(contexts).toHaveContextRecall('Einstein was born in Ulm. He received the Nobel Prize.', 0.9)
})
`
const config = `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall({ model: 'builtin/lexical' })] }
`

test.each([['on a machine', {}] as const, ['in CI', { CI: '1' }] as const])(
  'builtin/lexical judges %s, offline and without a key, and leaves no file',
  async (_, env) => {
    const project = createProject({ files: { 'vitest.config.ts': config, 'a.test.ts': asserting } })

    const { code, output } = await project.run('vitest', ['run'], { env })

    expect(code).toBe(1)
    expect(output).toContain('1 failed | 1 passed')
    expect(output).toContain(
      'Context recall 0.50 < 0.9. Not attributed (1 of 2): He received the Nobel Prize.',
    )
    expect(output).toContain('judge      builtin/lexical, a rough word-overlap judge, not recorded')
    expect(output).toContain('6 answers of the built-in rough word-overlap judge')
    expect(output).not.toContain('asking')
    expect(project.exists('__recordings__')).toBe(false)
  },
)

test('a typo in its name is told before anything runs', async () => {
  const project = createProject({
    files: { 'vitest.config.ts': config.replace('lexical', 'lexcal'), 'a.test.ts': asserting },
  })
  const { code, output } = await project.run('vitest', ['run'])
  expect(code).toBe(1)
  expect(output).toContain(
    "There is no built-in judge 'builtin/lexcal'. Did you mean the string 'builtin/lexical'?",
  )
})
