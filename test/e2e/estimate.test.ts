/** A dry run: what a suite would ask, told without asking anything. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startJudgeServer, type JudgeServer } from './judge-server.ts'
import { literalJudge } from './literal-judge.ts'
import { createProject, type Project } from './project.ts'

let server: JudgeServer
beforeAll(async () => {
  server = await startJudgeServer(literalJudge)
})
afterAll(() => server.close())

const assertions = `import { expect, test } from 'vitest'
test('recalls', () => expect(['Alpha holds.']).toHaveContextRecall('Alpha holds. Beta holds.'))
test('asks the same', () => expect(['Alpha holds.']).toHaveContextRecall('Alpha holds. Beta holds.'))
test('negated', () => expect(['Gamma holds.']).not.toHaveContextRecall('Gamma holds.'))
test('softly', () => expect.soft(['Delta holds.']).toHaveContextRecall(['Epsilon holds.']))
`

function projectWith(options = ''): Project {
  return createProject({
    files: {
      'vitest.config.ts': `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall({ model: { id: 'local/judge', url: '${server.url}' }, obsolete: 'fail'${options} })] }
`,
      'a.test.ts': assertions,
      'b.test.ts': assertions,
    },
  })
}

const estimate = { CONTEXT_RECALL_MODE: 'estimate', CI: 'true' }

test('fails nothing, asks nothing, records nothing, and counts what several assertions ask once', async () => {
  const project = projectWith()
  const asked = server.count()
  const { code, stdout, stderr } = await project.run('vitest', ['run'], { env: estimate })
  expect({ code, asked: server.count() - asked, recordings: project.recordings() }).toEqual({
    code: 0,
    asked: 0,
    recordings: [],
  })
  expect(stdout).toMatch(/Tests +8 passed/)
  expect(stderr).toContain('Context recall  estimate: nothing was measured, and no assertion could fail')
  // two ground truths with their attributions, and one attribution of a claim that was given
  expect(stderr).toMatch(
    /8 assertions; to record what is missing takes about 5 calls, [\d,]+ input tokens and \d+ output tokens\n/,
  )
  expect(stderr.split('mode estimate: nothing is asked')).toHaveLength(2)
  expect(stderr).not.toContain('Obsolete')
})

test('counts only what is not on record, and fails nothing that recall would', async () => {
  const project = projectWith()
  expect(await project.run('vitest', ['run', 'a.test.ts'])).toMatchObject({ code: 1 })
  const before = project.recordings()
  const asked = server.count()
  const { code, stderr } = await project.run('vitest', ['run'], { env: estimate })
  expect({ code, recordings: project.recordings(), asked: server.count() - asked }).toEqual({
    code: 0,
    recordings: before,
    asked: 0,
  })
  expect(stderr).toContain('8 assertions, all on record: a run asks nothing')
})

test.each([
  ['in the configuration', ', prices: { input: 1000, output: 0 }', []],
  ['on the command line', '', ['--prices', '1000,0']],
])('tells money where prices are given %s, started by the command', async (_, options, prices) => {
  const project = projectWith(options)
  const cli = 'node_modules/context-recall/dist/bin.js'
  const { code, output } = await project.run('node', [cli, 'estimate', ...prices, '--', 'vitest', 'run'])
  expect(code).toBe(0)
  const [, tokens = '', money] =
    /calls, ([\d,]+) input tokens.* tokens, ([\d.]+) at the prices/.exec(output) ?? []
  expect(Number(money)).toBeCloseTo(Number(tokens.replace(',', '')) / 1000, 1)
})

test('a measurement without a matcher gives no score in its place', async () => {
  const project = createProject({
    files: {
      'run.mjs': `import { measureContextRecall } from 'context-recall'
await measureContextRecall({ groundTruth: 'Alpha holds.', contexts: ['Alpha.'], model: { id: 'local/judge', url: '${server.url}' } })
`,
    },
  })
  const asked = server.count()
  const { code, output } = await project.run('node', ['run.mjs'], { env: estimate })
  expect(code).toBe(1)
  expect(output).toContain(
    'Mode estimate measures nothing, so there is no score. This would take about 2 calls',
  )
  expect(server.count()).toBe(asked)
})
