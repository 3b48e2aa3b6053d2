/** Recordings that no test uses: what Vitest's reporter says, and what `context-recall prune` deletes. */
import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JudgeServer, startJudgeServer } from './judge-server.ts'
import { literalJudge } from './literal-judge.ts'
import { createProject, type Project, type RunResult } from './project.ts'

const directory = '__recordings__/context-recall'

let judge: JudgeServer
beforeAll(async () => {
  judge = await startJudgeServer(literalJudge)
})
afterAll(() => judge.close())

const testOf = (fact: string, more = ''): string => `import { expect, test } from 'vitest'
test${more}('${fact}', async () => {
  await expect(['${fact} holds.']).toHaveContextRecall(['${fact} holds.'], { min: 1 })
})
`

/** By a scorer, which no assertion tells of. */
const scorerTest = `import { createContextRecallScorer } from 'context-recall'
import { expect, test } from 'vitest'
test('scored', async () => {
  const scorer = createContextRecallScorer({ options: { context: ['gamma holds.'] } })
  expect((await scorer.run({ groundTruth: ['gamma holds.'] })).score).toBe(1)
})
`

interface Suite {
  project: Project
  vitest(...args: string[]): Promise<RunResult>
  prune(...args: string[]): Promise<RunResult>
}

function suite(files: Record<string, string>, options = ''): Suite {
  const config = (extra: string): string => `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall({ model: { id: 'local/judge', url: '${judge.url}' }${options} })], test: { ${extra} } }
`
  const project = createProject({
    files: {
      'vitest.config.js': config("include: ['test/**/*.test.js']"),
      'other.config.js': config("include: ['other/**/*.test.js']"),
      ...files,
    },
  })
  return {
    project,
    vitest: (...args) => project.run('vitest', ['run', ...args]),
    prune: (...args) => project.run('node', ['node_modules/context-recall/dist/bin.js', 'prune', ...args]),
  }
}

const twoTests = { 'test/alpha.test.js': testOf('alpha'), 'test/beta.test.js': testOf('beta') }

test('a complete run lists what no test uses, and prune deletes it', async () => {
  const { project, vitest, prune } = suite(twoTests)
  expect((await vitest()).output).not.toContain('Obsolete')
  expect(project.recordings()).toHaveLength(2)
  rmSync(project.path('test/beta.test.js'))
  project.write(`${directory}/mine.txt`, 'mine')
  project.write(`${directory}/damaged.claims.0123456789abcdef.jsonc`, '')
  utimesSync(project.path(`${directory}/damaged.claims.0123456789abcdef.jsonc`), 0, 0)
  const run = await vitest()
  expect(run.code).toBe(0)
  expect(run.output).toContain(
    'Obsolete        1 recording used by no test known here; npx context-recall prune deletes it',
  )
  expect(run.output).toContain(`${directory}/beta-holds.attribution.`)
  expect(run.output).not.toContain(`${directory}/alpha-holds.`)
  const dry = await prune('--dry-run')
  expect(dry.stdout).toMatch(
    /Used by none of them, 1:\n {2}__recordings__\/context-recall\/beta-holds\.attribution\.\w+\.jsonc\n$/,
  )
  expect(dry.stdout).toContain('Kept: 1 damaged')
  expect(await prune()).toMatchObject({ code: 2, stderr: expect.stringContaining('give --yes') })
  expect(project.recordings()).toHaveLength(3)
  expect(await prune('--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('Deleted 1.') })
  expect(readdirSync(project.path(directory)).filter(name => !name.startsWith('.'))).toEqual([
    expect.stringContaining('alpha-holds'),
    'damaged.claims.0123456789abcdef.jsonc',
    'mine.txt',
  ])
})

test.each<[string, string[], string]>([
  ['a file', ['test/alpha.test.js'], 'a file was given'],
  ['a name', ['-t', 'alpha'], 'a test name was given'],
  ['a shard', ['--shard', '1/2'], 'a shard is a part'],
  ['an exclusion on the command line', ['--exclude', 'test/beta.test.js'], 'files were excluded'],
])('a run narrowed by %s calls nothing obsolete', async (_, args, why) => {
  const { project, vitest } = suite(twoTests)
  await vitest()
  const old = project.recordings().find(name => name.startsWith('beta')) ?? ''
  project.write(
    `${directory}/old-beta.attribution.0123456789abcdef.jsonc`,
    project.read(`${directory}/${old}`),
  )
  const { output } = await vitest(...args)
  expect(output).not.toContain('used by no test')
  expect(output).toMatch(new RegExp(`not judged of 1 recording that was not used: .*${why}`))
})

test('nothing is said of a narrowed run when all is used elsewhere', async () => {
  const { vitest } = suite(twoTests)
  await vitest()
  expect((await vitest('test/alpha.test.js')).output).not.toContain('Obsolete')
})

test.each([
  ['skipped', testOf('beta', '.skip'), 'tests were skipped'],
  ['left out by .only', `${testOf('beta')}\ntest.only('other', () => {})`, 'tests were skipped'],
  ['failed', `${testOf('beta')}\ntest('fails', () => expect(1).toBe(2))`, 'tests failed'],
  ['broken', 'throw new Error("broken")', 'tests failed'],
])('a test %s makes the run incomplete', async (_, text, why) => {
  const { project, vitest } = suite({ 'test/alpha.test.js': testOf('alpha') })
  await vitest()
  const [name = ''] = project.recordings()
  project.write(`${directory}/old.attribution.0123456789abcdef.jsonc`, project.read(`${directory}/${name}`))
  project.write('test/beta.test.js', text)
  const { output } = await vitest()
  expect(output).not.toContain('used by no test')
  expect(output).toContain(why)
})

test('merged shards are judged as one run', async () => {
  const { project, vitest } = suite(twoTests)
  await vitest()
  const [name = ''] = project.recordings()
  project.write(`${directory}/old.attribution.0123456789abcdef.jsonc`, project.read(`${directory}/${name}`))
  for (const shard of ['1/2', '2/2'])
    await vitest('--shard', shard, '--reporter', 'blob', '--outputFile', `blob/${shard[0]}.json`)
  const { output } = await vitest('--merge-reports', 'blob')
  expect(output).toContain('Obsolete        1 recording used by no test')
  expect(output).toContain('old.attribution')
})

test('what a scorer uses is used', async () => {
  const { project, vitest } = suite({ 'test/scorer.test.js': scorerTest })
  await vitest()
  expect(project.recordings()).toHaveLength(1)
  expect((await vitest()).output).not.toContain('Obsolete')
})

test('what another suite uses of the same store is used, until its configuration is gone', async () => {
  const { project, vitest, prune } = suite({
    'test/alpha.test.js': testOf('alpha'),
    'other/beta.test.js': testOf('beta'),
  })
  const other = ['--config', 'other.config.js']
  await vitest()
  await vitest(...other)
  expect((await vitest()).output).not.toContain('Obsolete')
  expect((await vitest(...other)).output).not.toContain('Obsolete')
  expect((await prune('--yes')).stdout).toContain('Nothing to delete.')
  rmSync(project.path('other.config.js'))
  expect((await vitest()).output).toContain('1 recording used by no test')
})

test('several projects are one suite', async () => {
  const { project, vitest } = suite({
    'test/alpha.test.js': testOf('alpha'),
    'other/beta.test.js': testOf('beta'),
  })
  const one = (name: string, include: string): string =>
    `{ plugins: [contextRecall({ model: { id: 'local/judge', url: '${judge.url}' } })], test: { name: '${name}', include: ['${include}'] } }`
  project.write(
    'vitest.config.js',
    `import { contextRecall } from 'context-recall/plugin'
export default { test: { projects: [${one('one', 'test/*.test.js')}, ${one('two', 'other/*.test.js')}] } }`,
  )
  await vitest()
  expect(project.recordings()).toHaveLength(2)
  expect((await vitest()).output).not.toContain('Obsolete')
  expect((await vitest('--project', 'one')).output).not.toContain('used by no test')
})

test('a run fails for them when it is told to', async () => {
  const { project, vitest } = suite(twoTests, ", obsolete: 'fail'")
  expect((await vitest()).code).toBe(0)
  rmSync(project.path('test/beta.test.js'))
  expect(await vitest()).toMatchObject({ code: 1, output: expect.stringContaining('used by no test') })
  expect((await vitest('test/alpha.test.js')).code).toBe(0)
})

test('a run that --bail ends is not complete', async () => {
  const { project, vitest } = suite({
    'test/alpha.test.js': testOf('alpha'),
    'test/beta.test.js': testOf('beta'),
  })
  await vitest()
  project.write(
    'test/alpha.test.js',
    "import { test } from 'vitest'\ntest('fails', () => { throw new Error('broken') })",
  )
  const { output } = await vitest('--bail', '1', '--maxWorkers', '1')
  expect(output).not.toContain('used by no test')
  expect(output).not.toContain('Obsolete') // both were used by the last complete run
})

test('in watch mode, a rerun of some files is not complete', async () => {
  const { project, vitest } = suite(twoTests)
  await vitest()
  const [name = ''] = project.recordings()
  project.write(`${directory}/old.attribution.0123456789abcdef.jsonc`, project.read(`${directory}/${name}`))
  project.write(
    'watch.mjs',
    `import { resolve } from 'node:path'
import { startVitest } from 'vitest/node'
const vitest = await startVitest('test', [], { watch: true })
console.error('now again')
await vitest.rerunTestSpecifications(vitest.getModuleSpecifications(resolve('test/alpha.test.js')))
await vitest.close()
`,
  )
  const { output } = await project.run('node', ['watch.mjs'])
  const [first = '', rerun = ''] = output.split('now again')
  expect(first).toContain('1 recording used by no test')
  expect(rerun).toContain('1 assertion')
  expect(rerun).not.toContain('used by no test')
  expect(rerun).toContain('not judged of 1 recording that was not used: not all test files were run')
})

test('mode live uses none, and says so', async () => {
  const { project, vitest } = suite({ 'test/alpha.test.js': testOf('alpha') })
  await vitest()
  const [name = ''] = project.recordings()
  project.write(`${directory}/old.attribution.0123456789abcdef.jsonc`, project.read(`${directory}/${name}`))
  const { output } = await project.run('vitest', ['run'], { env: { CONTEXT_RECALL_MODE: 'live' } })
  expect(output).toContain('not judged of 1 recording that was not used: mode live uses none')
})

test('a merge of some reports only is not complete', async () => {
  const { project, vitest } = suite(twoTests)
  for (const shard of ['1/2', '2/2'])
    await vitest('--shard', shard, '--reporter', 'blob', '--outputFile', `blob/${shard[0]}.json`)
  rmSync(project.path('blob/2.json'))
  const { output } = await vitest('--merge-reports', 'blob')
  expect(output).not.toContain('used by no test')
  expect(output).toContain('not all test files were run')
})

test('prune knows nothing before a complete run', async () => {
  const { project, prune } = suite(twoTests)
  project.write(`${directory}/x.claims.0123456789abcdef.jsonc`, '')
  expect(await prune('--yes')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('run the whole suite once'),
  })
  expect(existsSync(project.path(`${directory}/x.claims.0123456789abcdef.jsonc`))).toBe(true)
})

test('benchmarks and other modes say nothing of what tests use', async () => {
  const { project, vitest, prune } = suite({
    ...twoTests,
    'bench/gamma.bench.js': "import { test } from 'vitest'\ntest('gamma', () => {})\n",
    'vitest.config.js': `import { contextRecall } from 'context-recall/plugin'
export default ({ mode }) => ({ plugins: [contextRecall({ model: { id: 'local/judge', url: '${judge.url}' } })],
  test: { include: [mode === 'e2e' ? 'test/alpha.test.js' : 'test/beta.test.js'] } })
`,
  })
  await vitest()
  expect(project.recordings()).toHaveLength(1)
  rmSync(project.path('node_modules/.cache'), { recursive: true })
  const bench = await project.run('vitest', ['bench', '--run'])
  expect(bench.output).not.toContain('used by no test')
  await vitest('--mode', 'e2e')
  await vitest()
  await vitest('--mode', 'e2e')
  expect((await vitest()).output).not.toContain('Obsolete')
  expect(project.recordings()).toHaveLength(2)
  expect((await prune('--dry-run')).stdout).toContain('Nothing to delete.')
})

test('packages that share a directory know of each other', async () => {
  const project = createProject({ files: {} })
  for (const [name, fact] of [
    ['one', 'alpha'],
    ['two', 'beta'],
  ] as const) {
    project.write(`packages/${name}/package.json`, '{"type":"module"}')
    project.write(`packages/${name}/a.test.js`, testOf(fact))
    project.write(
      `packages/${name}/vitest.config.js`,
      `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall({ model: { id: 'local/judge', url: '${judge.url}' }, recordings: '../../${directory}' })] }
`,
    )
  }
  for (const name of ['one', 'two', 'one', 'two'])
    expect((await project.run('vitest', ['run', '--root', `packages/${name}`])).output).toContain(
      'Context recall  1 assertion',
    )
  expect(project.recordings()).toHaveLength(2)
  const again = await project.run('vitest', ['run', '--root', 'packages/one'])
  expect(again.output).not.toContain('Obsolete')
  const pruned = await project.run('node', ['node_modules/context-recall/dist/bin.js', 'prune', '--dry-run'])
  expect(pruned.stdout).toContain('vitest, vitest.config.js, in packages/one')
  expect(pruned.stdout).toContain('Nothing to delete.')
})
