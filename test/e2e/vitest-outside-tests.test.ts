/** Assertions outside of a test: in hooks, and while a file is collected. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startJudgeServer, type JudgeServer } from './judge-server.ts'
import { literalJudge } from './literal-judge.ts'
import { createProject } from './project.ts'

let server: JudgeServer
beforeAll(async () => {
  server = await startJudgeServer(literalJudge)
})
afterAll(() => server.close())

const plugin = (): string => `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall({ model: { id: 'local/judge', url: '${server.url}' } })] }
`

const alpha = `expect(['Alpha holds.']).toHaveContextRecall(['Alpha holds.'])`
const head = `import { afterAll, beforeAll, describe, expect, test } from 'vitest'
test('one', () => {})
`

describe('an assertion outside of a test', () => {
  test.each([
    ['in beforeAll', `beforeAll(async () => { ${alpha} })`],
    ['in afterAll', `afterAll(() => { ${alpha} })`],
    [
      'in the beforeAll of a suite',
      `describe('suite', () => { beforeAll(() => { ${alpha} }); test('two', () => {}) })`,
    ],
    ['in a suite', `describe('suite', () => { ${alpha}; test('two', () => {}) })`],
    [
      'that fails, in beforeAll',
      `beforeAll(() => { ${alpha.replace("['Alpha holds.'])", "['Omega holds.'])")} })`,
    ],
  ])('fails its file when its await was forgotten: %s', async (_, line) => {
    const project = createProject({
      files: { 'vitest.config.js': plugin(), 'a.test.js': `${head}${line}\n` },
    })
    const { code, output } = await project.run('vitest', ['run'])
    expect(code, output).toBe(1)
    expect(output).toContain('was not awaited, so its result was ignored')
    expect(output).toContain('❯ a.test.js:3:')
    expect(output).not.toContain('Unhandled')
  })

  test('passes when it is awaited, there or later', async () => {
    const project = createProject({
      files: {
        'vitest.config.js': plugin(),
        'a.test.js': `${head}let later
beforeAll(async () => {
  await ${alpha}
  later = ${alpha}
})
test('two', () => later)
`,
      },
    })
    const { code, output } = await project.run('vitest', ['run'])
    expect(code, output).toBe(0)
  })
})

test.each([
  ['the plugin', plugin],
  ['the setup file', () => "export default { test: { setupFiles: ['context-recall/vitest'] } }\n"],
])('is noticed in every file of a worker without isolation, with %s', async (_, config) => {
  const forgotten = `${head}beforeAll(() => { ${alpha} })\n`
  const project = createProject({
    files: {
      'vitest.config.js': config(),
      'a.test.js': forgotten,
      'b.test.js': forgotten,
      'c.test.js': head,
    },
  })
  const env = { CI: '1', CONTEXT_RECALL_MODEL: 'local/judge' }
  const { code, output } = await project.run('vitest', ['run', '--no-isolate', '--maxWorkers=1'], { env })
  expect(code, output).toBe(1)
  expect(output).toContain('❯ a.test.js:3:')
  expect(output).toContain('❯ b.test.js:3:')
  expect(output).toMatch(/Test Files {2}2 failed \| 1 passed/)
})
