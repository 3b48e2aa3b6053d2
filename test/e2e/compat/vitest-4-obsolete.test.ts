/** Recordings that no test uses, in Vitest 4.1. */
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startJudgeServer, type JudgeServer } from '../judge-server.ts'
import { literalJudge } from '../literal-judge.ts'
import { createProject } from '../project.ts'

let server: JudgeServer
beforeAll(async () => {
  server = await startJudgeServer(literalJudge)
})
afterAll(() => server.close())

const testOf = (fact: string): string => `import { expect, test } from 'vitest'
test('${fact}', async () => {
  await expect(['${fact} holds.']).toHaveContextRecall(['${fact} holds.'], 1)
})
`

test('a complete run lists what no test uses, a narrowed and a merged one as they should', async () => {
  const project = createProject({
    compatPackages: ['vitest=vitest-4'],
    files: {
      'vitest.config.js': `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall({ model: { id: 'local/judge', url: '${server.url}' }, obsolete: 'fail' })] }`,
      'test/alpha.test.js': testOf('alpha'),
      'test/beta.test.js': testOf('beta'),
      'test/gamma.test.js': testOf('gamma'),
    },
  })
  const vitest = (...args: string[]) => project.run('vitest', ['run', ...args])
  const first = await vitest()
  expect(first).toMatchObject({ code: 0 })
  expect(first.output).toContain('v4.1')
  expect(first.output).not.toContain('Obsolete')
  rmSync(project.path('test/gamma.test.js'))
  const narrowed = await vitest('test/alpha.test.js')
  expect(narrowed).toMatchObject({ code: 0 })
  expect(narrowed.output).not.toContain('used by no test')
  const complete = await vitest()
  expect(complete).toMatchObject({ code: 1 })
  expect(complete.output).toContain('Obsolete        1 recording used by no test')
  expect(complete.output).toContain('gamma-holds')
  for (const shard of ['1/2', '2/2'])
    await vitest('--shard', shard, '--reporter', 'blob', '--outputFile', `blob/${shard[0]}.json`)
  expect((await vitest('--merge-reports', 'blob')).output).toContain(
    'Obsolete        1 recording used by no test',
  )
})
