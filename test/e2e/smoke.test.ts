/** The packed package in Vitest and in Jest: records, replays without a key, fails with what is missing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JudgeServer, startJudgeServer } from './judge-server.ts'
import { literalJudge } from './literal-judge.ts'
import { createProject } from './project.ts'

let server: JudgeServer
beforeAll(async () => {
  server = await startJudgeServer(literalJudge)
})
afterAll(() => server.close())

const body = `
test('recalls', async () => {
  await expect(['Alpha holds. Beta holds.']).toHaveContextRecall('Alpha holds. Beta holds.')
})
test('misses', async () => {
  await expect(['Alpha holds.']).toHaveContextRecall('Alpha holds. Beta holds.')
})
`
const model = (): string => `{ id: 'local/judge', url: '${server.url}' }`

const runners = {
  Vitest: {
    command: ['vitest', 'run'],
    files: (): Record<string, string> => ({
      'vitest.config.ts': `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall({ model: ${model()} })] }`,
      'recall.test.ts': `import { expect, test } from 'vitest'${body}`,
    }),
  },
  Jest: {
    command: ['jest'],
    files: (): Record<string, string> => ({
      'package.json': '{ "name": "project-under-test", "private": true }',
      'jest.config.js': `module.exports = {
  setupFiles: ['./recall.setup.js'],
  setupFilesAfterEnv: ['context-recall/jest'],
  reporters: ['default', 'context-recall/jest-reporter'],
  transform: {},
}`,
      'recall.setup.js': `require('context-recall').configure({ model: ${model()} })`,
      'recall.test.js': body,
    }),
  },
}

test.each(Object.entries(runners))('in %s', async (name, { command, files }) => {
  const project = createProject({ files: files(), packages: name === 'Jest' ? ['jest'] : [] })
  const [program = '', ...args] = command
  const asked = server.requests.length

  const recorded = await project.run(program, args)
  expect(recorded.output).toContain('Context recall 0.50 < 1. Not attributed (1 of 2): Beta holds.')
  expect(recorded.output).toMatch(/Context recall {2}2 assertions, recall mean 0\.75, lowest 0\.50/)
  expect(recorded.code).toBe(1)
  // the claims once, for both
  expect(server.requests.length - asked).toBe(3)
  expect(project.recordings()).toHaveLength(3)

  const replayed = await project.run(program, args, { env: { CI: 'true' } })
  expect(replayed.output).toContain('missing: No context says: Beta holds')
  expect(replayed.output).toContain('4 answers replayed, 0 recorded, 0 calls')
  expect(replayed.code).toBe(1)
  expect(server.requests.length - asked).toBe(3)
})
