/** Recordings that no test uses, in Jest. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startJudgeServer, type JudgeServer } from '../judge-server.ts'
import { literalJudge } from '../literal-judge.ts'
import type { Project } from '../project.ts'
import { createJestProject, runJest, setupFile } from './jest-project.ts'

const directory = '__recordings__/context-recall'

let server: JudgeServer
beforeAll(async () => {
  server = await startJudgeServer(literalJudge)
})
afterAll(() => server.close())

const testOf = (fact: string, more = ''): string => `test${more}('${fact}', async () => {
  await expect(['${fact} holds.']).toHaveContextRecall(['${fact} holds.'], 1)
})
`
const scorerTest = `test('scored', async () => {
  const scorer = require('context-recall').createContextRecallScorer({ options: { context: ['gamma holds.'] } })
  expect((await scorer.run({ groundTruth: ['gamma holds.'] })).score).toBe(1)
})
`

function projectWith(options: object = {}): Project {
  return createJestProject({
    type: 'commonjs',
    config: { reporters: ['default', ['context-recall/jest-reporter', options]] },
    files: {
      'setup.cjs': setupFile(`model: { id: 'local/judge', url: '${server.url}' }`),
      'test/alpha.test.js': testOf('alpha'),
      'test/beta.test.js': testOf('beta'),
      'test/scorer.test.js': scorerTest,
    },
  })
}

test('a complete run lists what no test uses; a narrowed one does not', async () => {
  const project = projectWith()
  expect((await runJest(project)).output).not.toContain('Obsolete')
  expect(project.recordings()).toHaveLength(3)
  rmSync(project.path('test/beta.test.js'))
  const old = `${directory}/old.attribution.0123456789abcdef.jsonc`
  project.write(old, project.read(`${directory}/${project.recordings()[0]}`))
  for (const [args, why] of [
    [['-t', 'alpha'], 'has not run here'],
    [['alpha'], 'has run in part only'],
    [['--shard', '1/2'], 'has run in part only'],
  ] as const) {
    rmSync(project.path('node_modules/.cache'), { recursive: true })
    const { output } = await runJest(project, args)
    expect(output).not.toContain('used by no test')
    expect(output).toContain(why)
  }
  const complete = await runJest(project)
  expect(complete).toMatchObject({ code: 0 })
  expect(complete.output).toContain('Obsolete        2 recordings used by no test')
  expect(complete.output).toContain(old)
  expect(complete.output).toContain(`${directory}/beta-holds.attribution.`)
  project.write('test/beta.test.js', testOf('beta'))
  await runJest(project)
  project.write(
    'test/beta.test.js',
    `${testOf('beta', '.skip')}test.todo('more')
test('fails', async () => {
  await expect(['zeta holds.']).toHaveContextRecall(['omega is lost.'], 1)
})`,
  )
  const skipped = await runJest(project)
  expect(skipped.code).toBe(1)
  expect(skipped.output).toContain('Obsolete        1 recording used by no test')
  expect(skipped.output).toContain(old)
  rmSync(project.path('test/beta.test.js'))
  await runJest(project)
  const pruned = await project.run('node', ['node_modules/context-recall/dist/bin.js', 'prune', '--yes'])
  expect(pruned).toMatchObject({ code: 0, stdout: expect.stringContaining('beta-holds') })
})

test('a run fails for them when it is told to', async () => {
  const project = projectWith({ obsolete: 'fail' })
  expect((await runJest(project)).code).toBe(0)
  rmSync(project.path('test/beta.test.js'))
  const { code, output } = await runJest(project)
  expect(output).toContain('used by no test')
  expect(code).toBe(1)
})

test('an option it does not know is an error', async () => {
  const { code, output } = await runJest(projectWith({ obsolte: 'fail' }))
  expect(code).not.toBe(0)
  expect(output).toContain("context-recall/jest-reporter has no option 'obsolte'")
})

test('a run of some projects only is not complete', async () => {
  const setup = {
    setupFiles: ['<rootDir>/setup.cjs'],
    setupFilesAfterEnv: ['context-recall/jest'],
    transform: {},
  }
  const one = (name: string) => ({ displayName: name, testMatch: [`**/${name}.test.js`], ...setup })
  const project = createJestProject({
    config: { projects: [one('alpha'), one('beta')] },
    files: {
      'setup.cjs': setupFile(`model: { id: 'local/judge', url: '${server.url}' }`),
      'test/alpha.test.js': testOf('alpha'),
      'test/beta.test.js': testOf('beta'),
    },
  })
  expect((await runJest(project)).output).not.toContain('Obsolete')
  expect(project.recordings()).toHaveLength(2)
  rmSync(project.path('node_modules/.cache'), { recursive: true })
  const { output } = await runJest(project, ['--selectProjects', 'alpha'])
  expect(output).not.toContain('used by no test')
  expect(output).toContain('has run in part only')
})

test('Vitest and Jest may share a store', async () => {
  const project = projectWith()
  await runJest(project)
  project.write(
    'vitest.config.mjs',
    `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall({ model: { id: 'local/judge', url: '${server.url}' } })], test: { include: ['vitest/*.test.mjs'] } }`,
  )
  project.write('vitest/delta.test.mjs', `import { expect, test } from 'vitest'\n${testOf('delta')}`)
  expect((await project.run('vitest', ['run'])).output).not.toContain('Obsolete')
  expect((await runJest(project)).output).not.toContain('Obsolete')
})

test('what a hook uses is kept while a test of its file is skipped; a configuration given by name is the same suite', async () => {
  const hooked = (more: string): string => `test('first', () => {})
describe${more}('all', () => {
  beforeAll(async () => {
    await expect(['eta holds.']).toHaveContextRecall(['eta holds.'], 1)
  })
  test('second', () => {})
})
`
  const project = projectWith({ obsolete: 'fail' })
  project.write('test/hooked.test.js', hooked(''))
  await runJest(project)
  expect(project.recordings()).toHaveLength(4)
  project.write('test/hooked.test.js', hooked('.skip'))
  expect((await runJest(project)).output).not.toContain('Obsolete')
  rmSync(project.path('test/hooked.test.js'))
  expect((await runJest(project, ['--config', 'jest.config.json'])).output).toContain(
    '1 recording used by no test',
  )
})
