import { expect, test } from 'vitest'
import { startJudgeServer } from './judge-server.ts'
import { literalJudge } from './literal-judge.ts'
import { createProject } from './project.ts'

test('the copies of import and require() in a process share options, store, calls under way and limiter', async () => {
  const server = await startJudgeServer(literalJudge)
  const project = createProject({
    files: {
      'both.mjs': `import { createRequire } from 'node:module'
const required = createRequire(import.meta.url)('context-recall')
const imported = await import('context-recall')
const twoCopies = required.measureContextRecall !== imported.measureContextRecall
required.configure({ model: { id: 'local/judge', url: '${server.url}' }, maxCalls: 3 })
const alpha = { groundTruth: 'Alpha holds.', contexts: ['Alpha holds.'] }
const atOnce = await Promise.all([imported.measureContextRecall(alpha), required.measureContextRecall(alpha)])
const again = await required.measureContextRecall(alpha)
const beta = { groundTruth: 'Beta holds.', contexts: ['Beta holds.'] }
const refused = await required.measureContextRecall(beta).catch(error => error)
const known = [imported.JudgeError.isInstance(refused), imported.UsageError.isInstance(refused)]
console.log(JSON.stringify({
  twoCopies, calls: atOnce.map(({ judge }) => judge.calls), replayed: again.judge.replayed, kind: refused.kind, known,
}))`,
    },
  })

  const { code, stdout, stderr } = await project.run('node', ['both.mjs'])
  await server.close()

  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'context-recall: asking local/judge (mode auto); recorded in __recordings__/context-recall\n',
  })
  const told = JSON.parse(stdout) as { calls: number[] }
  expect(told).toMatchObject({ twoCopies: true, replayed: 2, kind: 'max-calls', known: [true, false] })
  expect(told.calls.reduce((sum, calls) => sum + calls)).toBe(2)
  expect(server.count()).toBe(3)
})

test('require() finds what the package needs beside itself', async () => {
  const project = createProject({
    files: { 'mistyped.cjs': `require('context-recall').configure({ recordngs: 'a' })` },
  })

  const { code, stderr } = await project.run('node', ['mistyped.cjs'])

  expect(code).toBe(1)
  expect(stderr).toContain("Unknown option 'recordngs': did you mean 'recordings'?")
})

test('the door for Jest says where it belongs when something else loads it', async () => {
  const project = createProject()

  for (const args of [
    ['-e', `require('context-recall/jest')`],
    ['--input-type=module', '-e', `import 'context-recall/jest'`],
  ]) {
    const { code, stderr } = await project.run('node', args)
    expect(code).toBe(1)
    expect(stderr).toContain("name it in setupFilesAfterEnv: ['context-recall/jest']")
  }
})
