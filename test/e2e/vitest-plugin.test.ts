import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startJudgeServer, type JudgeServer } from './judge-server.ts'
import { literalJudge } from './literal-judge.ts'
import { createProject, type Project } from './project.ts'

const plugin = (options = ''): string => `contextRecall({ model: 'local/judge'${options} })`

function config(body: string): string {
  return `import { contextRecall } from 'context-recall/plugin'\nexport default ${body}\n`
}

const telling = `import { test } from 'vitest'
test('tells', ({ task }) => { console.log('has', task.timeout, 'ms') })
`

describe("a test's default timeout", () => {
  let project: Project
  beforeAll(() => {
    project = createProject({ files: { 'a.test.ts': telling } })
  })
  afterAll(() => project.remove())

  const alone = "{ test: { setupFiles: ['context-recall/vitest'] } }"
  const withPlugin = `{ plugins: [${plugin()}] }`

  test.each<[told: string, config: string, milliseconds: number, env?: object, args?: string[]]>([
    ['is what two calls with retries may take', withPlugin, 360_000],
    ['is so without the plugin, too', alone, 360_000],
    ['follows the options', `{ plugins: [${plugin(', timeout: 10_000, maxRetries: 0')}] }`, 20_000],
    ['is never lowered', `{ plugins: [${plugin(', timeout: 1000, maxRetries: 0')}] }`, 5000],
    ['is kept in CI', withPlugin, 5000, { CI: '1' }],
    ['is kept in CI without the plugin', alone, 5000, { CI: '1' }],
    ['is raised in CI when recording is asked for', alone, 360_000, { CI: '1', CONTEXT_RECALL_MODE: 'auto' }],
    ['is kept in replay', `{ plugins: [${plugin(", mode: 'replay'")}] }`, 5000],
    ['is kept when the user set it', `{ plugins: [${plugin()}], test: { testTimeout: 7000 } }`, 7000],
    [
      'is kept when it is set to the default',
      `{ plugins: [${plugin()}], test: { testTimeout: 5000 } }`,
      5000,
    ],
    ['is kept when it is set on the command line', withPlugin, 5000, {}, ['--testTimeout=5000']],
  ])('%s', async (_, body, milliseconds, env = {}, args = []) => {
    project.write('vitest.config.ts', config(body))
    const { output, code } = await project.run('vitest', ['run', ...args], { env: { ...env } })
    expect(code).toBe(0)
    expect(output).toContain(`has ${milliseconds} ms\n`)
  })
})

describe('several projects and plugin instances', () => {
  let server: JudgeServer
  beforeAll(async () => {
    server = await startJudgeServer(literalJudge)
  })
  afterAll(() => server.close())

  test('add setup file, reporter and inlining once, and each project has its own recordings', async () => {
    const asserting = `import { expect, test } from 'vitest'
test('recalls', async () => { await expect(['One.']).toHaveContextRecall(['One.']) })
`
    const own = `contextRecall({ model: { id: 'local/judge', url: '${server.url}' } })`
    const project = createProject({
      files: {
        'vitest.config.ts': config(`{
  plugins: [${own}, ${own}, {
    name: 'tells',
    configResolved: ({ test }) => console.log('INLINED', test.server.deps.inline.length),
    configureVitest({ project, vitest }) {
      const setup = project.config.setupFiles.filter(file => file.endsWith('vitest.js'))
      console.log('ADDED', project.name, setup.length, vitest.config.reporters.length)
    },
  }],
  test: { reporters: ['default', 'context-recall/reporter'], projects: [
    { extends: true, test: { name: 'first', include: ['first/*.test.ts'] } },
    { extends: false, plugins: [${own}], root: './second', test: { name: 'second', include: ['*.test.ts'] } },
  ] },
}`),
        'first/a.test.ts': asserting,
        'second/a.test.ts': asserting,
      },
    })
    const { code, output } = await project.run('vitest', ['run'])
    expect(output).toMatch(/^ADDED first 1 2$/m)
    expect(output).toMatch(/^INLINED 1$/m)
    expect(output).not.toMatch(/^INLINED [^1]$/m)
    expect(code).toBe(0)
    expect(output.split('Context recall  ')).toHaveLength(2)
    expect(output).toContain('Context recall  2 assertions, recall mean 1.00, lowest 1.00 (recalls)')
    expect(project.recordings()).toHaveLength(1)
    expect(project.recordings('second/__recordings__/context-recall')).toHaveLength(1)
  })
})

test('an option that cannot be cloned is refused, naming configure()', async () => {
  const project = createProject({
    files: {
      'vitest.config.ts': config('{ plugins: [contextRecall({ redact: text => text })] }'),
      'a.test.ts': telling,
    },
  })
  const { code, output } = await project.run('vitest', ['run'])
  expect(code).toBe(1)
  expect(output).toContain('configure(')
})
