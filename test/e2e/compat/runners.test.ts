/** Runners without a door of their own: the plain assertion, or expect.extend; the mode through the environment. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JudgeServer, startJudgeServer } from '../judge-server.ts'
import { literalJudge } from '../literal-judge.ts'
import { createProject } from '../project.ts'

let server: JudgeServer
beforeAll(async () => {
  server = await startJudgeServer(literalJudge)
})
afterAll(() => server.close())

const contexts = `['Alpha holds. Beta holds.']`
const configured = `configure({ model: { id: 'local/judge', url: process.env.JUDGE_URL } })`

interface OtherRunner {
  runner: string
  command: string[]
  packages?: string[]
  files: Record<string, string>
}

const others: OtherRunner[] = [
  {
    runner: 'node:test',
    command: ['node', '--test', 'recall.test.mjs'],
    files: {
      'recall.test.mjs': `import assert from 'node:assert/strict'
import test, { assert as registered } from 'node:test'
import { assertContextRecall, configure } from 'context-recall'
${configured}
registered.register('contextRecall', assertContextRecall)
test('passes', async () => { await assertContextRecall(${contexts}, 'Alpha holds.', 1) })
test('passes, registered', async t => { await t.assert.contextRecall(${contexts}, 'Beta holds.') })
test('fails', async () => {
  await assert.rejects(assertContextRecall(${contexts}, 'Alpha holds. Gamma holds.', 0.9), {
    name: 'AssertionError', message: /^Context recall 0.50 < 0.9. Not attributed \\(1 of 2\\): Gamma holds\\./,
  })
})`,
    },
  },
  {
    runner: 'Bun',
    command: ['bun', 'test'],
    packages: ['bun'],
    files: {
      'bunfig.toml': `[test]\npreload = ["./recall.setup.ts"]\n`,
      'recall.setup.ts': `import { expect } from 'bun:test'
import { configure, toHaveContextRecall } from 'context-recall'
expect.extend({ toHaveContextRecall })
${configured}`,
      'recall.test.ts': `import { expect, test } from 'bun:test'
test('passes', async () => { await expect(${contexts}).toHaveContextRecall('Alpha holds.') })
test('passes negated', async () => { await expect(${contexts}).not.toHaveContextRecall('Gamma holds.') })
test('fails', async () => {
  let message = ''
  try { await expect(${contexts}).toHaveContextRecall('Alpha holds. Gamma holds.', 0.9) } catch (error) { message = error.message }
  expect(message).toContain('Not attributed (1 of 2): Gamma holds.')
})`,
    },
  },
  {
    runner: 'Playwright',
    command: ['playwright', 'test', '--reporter=line'],
    packages: ['@playwright/test'],
    files: {
      'playwright.config.ts': `export default { testDir: '.', testMatch: '*.spec.ts' }`,
      'recall.spec.ts': `import { expect as base, test } from '@playwright/test'
import { configure, toHaveContextRecall } from 'context-recall'
${configured}
const expect = base.extend({ toHaveContextRecall })
test('passes', async () => { await expect(${contexts}).toHaveContextRecall('Alpha holds.') })
test('fails', async () => {
  const failing = Promise.resolve(expect(${contexts}).toHaveContextRecall('Alpha holds. Gamma holds.', 0.9))
  await base(failing).rejects.toThrow('Not attributed (1 of 2): Gamma holds.')
})`,
    },
  },
]

describe.each(others)('$runner', ({ command, packages = [], files }) => {
  test('records, and replays with the judge gone', async () => {
    const project = createProject({ compatPackages: packages, files })
    const [file = '', ...args] = command
    const before = server.count()
    const recorded = await project.run(file, args, {
      env: { JUDGE_URL: server.url, CONTEXT_RECALL_MODE: 'auto' },
    })
    expect(recorded, recorded.output).toMatchObject({ code: 0 })
    expect(server.count() - before).toBeGreaterThanOrEqual(4)
    expect(project.recordings().length).toBeGreaterThanOrEqual(4)
    const gone = { JUDGE_URL: 'http://127.0.0.1:9/v1', CONTEXT_RECALL_MODE: 'replay' }
    const replayed = await project.run(file, args, { env: gone })
    expect(replayed, replayed.output).toMatchObject({ code: 0 })
    for (const name of project.recordings())
      await project.run('rm', [`__recordings__/context-recall/${name}`])
    const missing = await project.run(file, args, { env: gone })
    expect(missing.code).not.toBe(0)
    expect(missing.output).toContain('No recording for this judgement')
  })
})
