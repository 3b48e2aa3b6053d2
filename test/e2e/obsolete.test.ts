/** Recordings that no test uses: what Vitest's reporter says, and what `context-recall prune` deletes. */
import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JudgeServer, startJudgeServer } from './judge-server.ts'
import { literalJudge } from './literal-judge.ts'
import { createProject, type Project, type RunResult } from './project.ts'

const directory = '__recordings__/context-recall'
const old = `${directory}/old.attribution.0123456789abcdef.jsonc`

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
  ['a file', ['test/alpha.test.js'], 'test/beta.test.js has not run here'],
  ['a name', ['-t', 'alpha'], 'test/beta.test.js > beta has not run here'],
  ['a shard', ['--shard', '1/2'], 'has not run here'],
  ['an exclusion on the command line', ['--exclude', 'test/beta.test.js'], 'has run in part only'],
])('a run narrowed by %s calls nothing obsolete before the others have run', async (_, args, why) => {
  const { project, vitest, prune } = suite(twoTests, ", obsolete: 'fail'")
  await vitest()
  project.write(old, project.read(`${directory}/${project.recordings()[0]}`))
  rmSync(project.path('node_modules/.cache'), { recursive: true })
  const first = await vitest(...args)
  expect(first.output).not.toContain('used by no test')
  expect(first.output).toMatch(new RegExp(`not judged of \\d recordings? that .* not used: .*${why}`))
  expect((await prune('--yes')).stderr).toContain(why)
  expect(await vitest()).toMatchObject({
    code: 1,
    output: expect.stringContaining('1 recording used by no test'),
  })
  // from now on the others are known; but it is not the narrowed run that fails
  expect(await vitest(...args)).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 recording used by no test'),
  })
  expect((await prune('--dry-run')).stdout).toContain('Used by none of them, 1:')
})

const failsOnRecall = `import { expect, test } from 'vitest'
test('fails', async () => {
  await expect(['zeta holds.']).toHaveContextRecall(['omega is lost.'], { min: 1 })
})
`

test('skipped, todo and failing tests keep what is theirs, and nothing else', async () => {
  const { project, vitest, prune } = suite(
    { ...twoTests, 'test/gamma.test.js': testOf('gamma'), 'test/fails.test.js': failsOnRecall },
    ", obsolete: 'fail'",
  )
  expect((await vitest()).output).not.toContain('Obsolete')
  expect(project.recordings()).toHaveLength(4)
  project.write(old, project.read(`${directory}/${project.recordings()[0]}`))
  project.write('test/alpha.test.js', testOf('alpha', '.skip'))
  project.write('test/beta.test.js', `${testOf('beta')}\ntest.todo('more')`)
  project.write('test/gamma.test.js', testOf('gamma').replace('await', "throw new Error('broken')\n  await"))
  const { code, output } = await vitest()
  expect(code).toBe(1)
  expect(output).toContain('Obsolete        1 recording used by no test')
  expect(output).toContain(old)
  expect((await prune('--yes')).stdout).toContain('Deleted 1.')
  expect(project.recordings()).toHaveLength(4)
})

test("obsolete: 'fail' holds beside a test that was always skipped, and takes for its own what it names", async () => {
  const { project, vitest } = suite({ 'test/alpha.test.js': testOf('alpha') }, ", obsolete: 'fail'")
  await vitest()
  rmSync(project.path('node_modules/.cache'), { recursive: true })
  project.write('test/beta.test.js', `${testOf('beta', '.skip')}\ntest.todo('more')`)
  expect((await vitest()).code).toBe(0)
  project.write(old, project.read(`${directory}/${project.recordings()[0]}`))
  expect(await vitest()).toMatchObject({
    code: 1,
    output: expect.stringContaining('1 test has never run whole here'),
  })
  project.write('test/beta.test.js', testOf('alpha', '.skip'))
  expect((await vitest()).code).toBe(0)
})

test.each([
  ['left out by .only', `${testOf('beta')}\ntest.only('other', () => {})`, 'beta has not run here'],
  [
    'broken',
    `import { test } from 'vitest'\ntest('fails', () => { throw new Error('broken') })`,
    'fails broke off',
  ],
  ['whose file is broken', 'throw new Error("broken")', 'beta.test.js broke off'],
  [
    'below a broken hook',
    `import { beforeAll, describe } from 'vitest'\ndescribe('all', () => { beforeAll(() => { throw new Error('broken') })\n${testOf('beta').replace(/import.*\n/, '')} })\nimport { expect, test } from 'vitest'`,
    'broke off',
  ],
])('what a test %s uses is not known before it has run', async (_, text, why) => {
  const { project, vitest } = suite({ 'test/alpha.test.js': testOf('alpha') })
  await vitest()
  project.write(old, project.read(`${directory}/${project.recordings()[0]}`))
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
  const { project, vitest } = suite(
    { ...twoTests, 'test/gamma.test.js': testOf('gamma') },
    ", obsolete: 'fail'",
  )
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
})

test('in watch mode, a rerun of some files knows of the others', async () => {
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
  expect(rerun).toContain('1 recording used by no test')
})

test('mode live changes nothing of what is known', async () => {
  const { project, vitest } = suite({ 'test/alpha.test.js': testOf('alpha') })
  await vitest()
  project.write(old, project.read(`${directory}/${project.recordings()[0]}`))
  const live = () => project.run('vitest', ['run'], { env: { CONTEXT_RECALL_MODE: 'live' } })
  expect((await live()).output).toContain('1 recording used by no test')
  rmSync(project.path('node_modules/.cache'), { recursive: true })
  expect((await live()).output).toContain('not judged of 2 recordings that were not used')
})

test('a merge of some reports only is not complete', async () => {
  const { project, vitest } = suite(twoTests)
  for (const shard of ['1/2', '2/2'])
    await vitest('--shard', shard, '--reporter', 'blob', '--outputFile', `blob/${shard[0]}.json`)
  rmSync(project.path('blob/2.json'))
  rmSync(project.path('node_modules/.cache'), { recursive: true })
  const { output } = await vitest('--merge-reports', 'blob')
  expect(output).not.toContain('used by no test')
  expect(output).toContain('has not run here')
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
  expect(pruned.stdout).toContain('vitest, packages/one/vitest.config.js')
  expect(pruned.stdout).toContain('Nothing to delete.')
})

test('a package is one suite, run from its directory or from the root, and both reporter and prune say the same', async () => {
  const project = createProject({ files: {} })
  const inPackage = `packages/one/${directory}`
  project.write('vitest.config.js', "export default { test: { projects: ['packages/*'] } }")
  project.write('packages/one/package.json', '{"type":"module","name":"one"}')
  for (const fact of ['alpha', 'beta']) project.write(`packages/one/${fact}.test.js`, testOf(fact))
  project.write(
    'packages/one/vitest.config.js',
    `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall({ model: { id: 'local/judge', url: '${judge.url}' } })] }
`,
  )
  const own = () => project.run('vitest', ['run', '--root', 'packages/one'])
  const whole = () => project.run('vitest', ['run'])
  const prune = (...args: string[]) =>
    project.run('node', [
      'node_modules/context-recall/dist/bin.js',
      'prune',
      '--recordings',
      inPackage,
      ...args,
    ])
  for (const run of [own, whole]) expect((await run()).output).not.toContain('Obsolete')
  expect(project.recordings(inPackage)).toHaveLength(2)
  expect(readdirSync(project.path('packages/one/node_modules/.cache/context-recall'))).toHaveLength(1)
  rmSync(project.path('packages/one/beta.test.js'))
  expect((await prune('--dry-run')).stderr).toContain('files have changed since')
  for (const run of [own, whole]) {
    expect((await run()).output).toContain('1 recording used by no test')
    expect((await prune('--dry-run')).stdout).toContain('Used by none of them, 1:')
  }
})

test('tests of types use none', async () => {
  const { project, vitest } = suite({ 'test/alpha.test.js': testOf('alpha') })
  project.write(
    'test/alpha.test-d.ts',
    "import { expectTypeOf, test } from 'vitest'\ntest('types', () => expectTypeOf(1).toBeNumber())",
  )
  project.write(
    'tsconfig.json',
    '{"compilerOptions":{"module":"nodenext","skipLibCheck":true},"include":["test"]}',
  )
  await vitest('--typecheck')
  project.write(old, project.read(`${directory}/${project.recordings()[0]}`))
  expect((await vitest('--typecheck')).output).toContain('1 recording used by no test')
  expect((await vitest('--typecheck.only')).output).not.toContain('Obsolete')
})

test('what a script paid for is used by the script', async () => {
  const { project, vitest, prune } = suite({ 'test/alpha.test.js': testOf('alpha') })
  project.write(
    'compare.mjs',
    `import { compareContextRecall, measureContextRecall } from 'context-recall'
const model = { id: 'local/judge', url: '${judge.url}' }
const dataset = [{ question: 'What?', groundTruth: ['delta holds.'] }]
await compareContextRecall({ model, dataset, strategies: { one: () => ['delta holds.'], two: () => ['epsilon holds.'] } })
await measureContextRecall({ model, groundTruth: ['zeta holds.'], contexts: ['zeta holds.'] })
if (process.argv[2] === 'killed') process.kill(process.pid, 'SIGKILL')
`,
  )
  await project.run('node', ['compare.mjs', 'killed'])
  expect(project.recordings()).toHaveLength(3)
  expect((await vitest()).output).not.toContain('Obsolete')
  expect((await prune('--dry-run')).stdout).toContain('compare.mjs  3 recordings')
  rmSync(project.path('node_modules/.cache'), { recursive: true })
  await project.run('node', ['compare.mjs'])
  expect((await vitest()).output).not.toContain('Obsolete')
  rmSync(project.path('compare.mjs'))
  expect((await vitest()).output).toContain('3 recordings used by no test')
})
