import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startJudgeServer, type JudgeServer } from '../judge-server.ts'
import { literalJudge } from '../literal-judge.ts'
import type { Project } from '../project.ts'
import { createJestProject, runForStates, runJest, setupFile } from './jest-project.ts'

let server: JudgeServer

beforeAll(async () => {
  server = await startJudgeServer(literalJudge)
})
afterAll(() => server.close())

let asked = 0
beforeEach(() => {
  asked = server.requests.length
})
const calls = (): number => server.requests.length - asked

const setup = (url = server.url): string => setupFile(`model: { id: 'local/judge', url: '${url}' }`)
const contexts = `['Alpha holds. Beta holds.', 'Delta holds.']`
const passing = `test('recalls', async () => {
  await expect(${contexts}).toHaveContextRecall('Alpha holds. Beta holds.', 1)
})\n`

interface Way {
  name: string
  file: string
  head?: string
  config?: object
  type?: 'commonjs' | 'module'
  env?: Record<string, string>
}

const ways: Way[] = [
  { name: 'CommonJS, transform: {}', file: 'test/alpha.test.js' },
  {
    name: 'CommonJS, injectGlobals: false',
    file: 'test/alpha.test.js',
    head: "const { expect, test } = require('@jest/globals')\n",
    config: { injectGlobals: false },
  },
  {
    name: 'TypeScript through @swc/jest',
    file: 'test/alpha.test.ts',
    head: "import { expect, test } from '@jest/globals'\nconst unused: string = ''\nvoid unused\n",
    config: { transform: { '^.+\\.ts$': '@swc/jest' } },
  },
  {
    name: 'ES modules, --experimental-vm-modules',
    file: 'test/alpha.test.js',
    head: "import { expect, test } from '@jest/globals'\n",
    type: 'module',
    env: { NODE_OPTIONS: '--experimental-vm-modules' },
  },
]

describe.each(ways)('with $name', ({ file, head = '', config = {}, type = 'commonjs', env = {} }) => {
  const projectOf = (body: string, url?: string): Project =>
    createJestProject({ type, config, files: { 'setup.cjs': setup(url), [file]: head + body } })

  test('records once, then replays with the server and the SDK gone', async () => {
    const own = await startJudgeServer(literalJudge)
    const project = projectOf(passing, own.url)
    const first = await runJest(project, [], { env })
    expect(first).toMatchObject({ code: 0 })
    expect(first.output).toContain('context-recall: asking local/judge (mode auto)')
    expect(first.output).toMatch(
      /Context recall {2}1 assertion, recall 1\.00 \(recalls\)\n.*0 answers replayed, 2 recorded, 2 calls/,
    )
    expect(first.output).not.toContain('did not exit')
    expect(own.count()).toBe(2)
    expect(project.recordings()).toEqual([
      expect.stringMatching(/^alpha-holds-beta-holds\.claims\.[0-9a-f]{16}\.jsonc$/),
      expect.stringMatching(/^alpha-holds\.attribution\.[0-9a-f]{16}\.jsonc$/),
    ])
    await own.close()
    for (const name of ['ai', '@ai-sdk/openai', 'zod', 'p-limit'])
      await project.run('rm', [`node_modules/${name}`])
    const second = await runJest(project, [], { env, offline: true })
    expect(second).toMatchObject({ code: 0 })
    expect(second.output).toMatch(/2 answers replayed, 0 recorded, 0 calls/)
    expect(second.output).not.toContain('asking')
  })

  test('a miss in CI prints the command that records it', async () => {
    const project = projectOf(passing)
    for (const [args, ci] of [[['--ci'], undefined] as const, [['-u'], '1'] as const]) {
      const missed = await runJest(project, args, { env: { ...env, CI: ci } })
      expect(missed.code).toBe(1)
      expect(missed.output).toContain('MissingRecordingError')
      expect(missed.output).toContain(`npx jest ${file}`)
      expect(project.recordings()).toEqual([])
    }
    expect(calls()).toBe(0)
    expect(await project.run('sh', ['-c', `npx jest ${file}`], { env })).toMatchObject({ code: 0 })
    expect(calls()).toBe(2)
    expect(await runJest(project, ['--ci'], { env: { ...env, CI: '1' } })).toMatchObject({ code: 0 })
    expect(calls()).toBe(2)
  })

  test('a failure lists the claims, with the code frame at the assertion', async () => {
    const project = projectOf(`test('misses gamma', async () => {
  await expect(${contexts}).toHaveContextRecall('Alpha holds. Gamma holds.', 0.9)
})`)
    const { code, output } = await runJest(project, [], { env })
    expect(code).toBe(1)
    expect(output).toContain('Context recall 0.50 < 0.9. Not attributed (1 of 2): Gamma holds.')
    expect(output).toContain('context[0] "Alpha holds."')
    expect(output).toMatch(/> +\d+ \| +await expect\(.*toHaveContextRecall/)
  })
})

test('-u with valid recordings makes no call; CONTEXT_RECALL_MODE=record asks again, in CI too', async () => {
  const project = createJestProject({ files: { 'setup.cjs': setup(), 'a.test.js': passing } })
  expect(await runJest(project, ['-u'])).toMatchObject({ code: 0 })
  expect(await runJest(project, ['-u'])).toMatchObject({ code: 0 })
  expect(calls()).toBe(2)
  const env = { CI: '1', CONTEXT_RECALL_MODE: 'record' }
  expect(await runJest(project, [], { env })).toMatchObject({ code: 0 })
  expect(calls()).toBe(3)
})

test('CI=0 is no CI, though Jest takes it for one; --ci is', async () => {
  const project = createJestProject({ files: { 'setup.cjs': setup(), 'a.test.js': passing } })
  const missed = await runJest(project, ['--ci'], { env: { CI: 'false' } })
  expect(missed.output).toContain("as in every CI run: the runner's update switch, none (as by --ci)")
  expect(await runJest(project, [], { env: { CI: '0' } })).toMatchObject({ code: 0 })
  expect(calls()).toBe(2)
})

test('-t runs one test and asks for that alone', async () => {
  const project = createJestProject({
    files: {
      'setup.cjs': setup(),
      'a.test.js': `test('first', async () => { await expect(['One.']).toHaveContextRecall('One.') })
test('second', async () => { await expect(['Two.']).toHaveContextRecall('Two.') })`,
    },
  })
  const { code, output } = await runJest(project, ['-t', 'second'])
  expect(code).toBe(0)
  expect(calls()).toBe(2)
  expect(output).toContain('1 assertion, recall 1.00 (second)')
})

test('recordings lie under rootDir, wherever Jest was started', async () => {
  const project = createJestProject({
    config: { rootDir: './packages/rag', setupFiles: ['<rootDir>/../../setup.cjs'] },
    files: { 'setup.cjs': setup(), 'packages/rag/a.test.js': passing },
  })
  expect(await runJest(project)).toMatchObject({ code: 0 })
  expect(project.recordings('packages/rag/__recordings__/context-recall')).toHaveLength(2)
})

test('a path that is a regular expression with another meaning is printed so that it is found', async () => {
  const project = createJestProject({ files: { 'setup.cjs': setup(), 'app/[id].test.js': passing } })
  const missed = await runJest(project, ['--ci'])
  const command = /npx jest .*/.exec(missed.output)?.[0] ?? 'false'
  expect(command).toBe("npx jest --runTestsByPath 'app/[id].test.js'")
  const recorded = await project.run('sh', ['-c', command])
  expect(recorded.output).toContain('1 passed')
})

test('the reporter says nothing when nothing was asserted, and leaves no directory behind', async () => {
  const project = createJestProject({
    files: { 'setup.cjs': setup(), 'a.test.js': `test('other', () => {})`, 'tmp/.keep': '' },
  })
  const { code, output } = await runJest(project, [], { env: { TMPDIR: project.path('tmp') } })
  expect(code).toBe(0)
  expect(output).not.toContain('Context recall')
  const left = await project.run('ls', ['tmp'])
  expect(left.stdout).not.toContain('context-recall')
})

test('the setup file does without the reporter', async () => {
  const project = createJestProject({
    config: { reporters: ['default'] },
    files: { 'setup.cjs': setup(), 'a.test.js': passing },
  })
  const { code, output } = await runJest(project)
  expect(code).toBe(0)
  expect(output).not.toContain('Context recall')
})

describe('behaves as an assertion of Jest:', () => {
  const truth = `'Alpha holds. Gamma holds.'`
  let project: Project
  let output = ''
  let states: Awaited<ReturnType<typeof runForStates>>['states'] = {}

  beforeAll(async () => {
    project = createJestProject({
      files: {
        'setup.cjs': setup(),
        'semantics.test.js': `const contexts = ${contexts}
const slow = value => new Promise(resolve => setTimeout(() => resolve(value), 5))
jest.retryTimes(0)
test('not passes', async () => { await expect(contexts).not.toHaveContextRecall(${truth}, 0.9) })
test('not fails', async () => { await expect(contexts).not.toHaveContextRecall(${truth}, 0.5) })
test('not with misuse fails', async () => { await expect(contexts).not.toHaveContextRecall(${truth}, 90) })
test('not with a mistyped option fails', async () => { await expect(contexts).not.toHaveContextRecall(${truth}, { mod: 'live' }) })
test('not with a missing recording fails', async () => { await expect(['New.']).not.toHaveContextRecall('New.', { mode: 'replay' }) })
test('not with a judge that fails fails', async () => {
  await expect(contexts).not.toHaveContextRecall(['Never asked.'], { model: { id: 'local/gone', url: 'http://127.0.0.1:9/v1' }, maxRetries: 0 })
})
test('resolves passes', async () => { await expect(slow(contexts)).resolves.toHaveContextRecall(${truth}, 0.5) })
test('resolves fails', async () => { await expect(slow(contexts)).resolves.toHaveContextRecall(${truth}, 0.9) })
test('resolves not passes', async () => { await expect(slow(contexts)).resolves.not.toHaveContextRecall(${truth}, 0.9) })
test('a promise is refused', async () => { await expect(slow(contexts)).toHaveContextRecall(${truth}, 0.5) })
test('returned', () => expect(contexts).toHaveContextRecall(${truth}, 0.5))
test('caught', async () => { await expect(expect(contexts).toHaveContextRecall(${truth}, 0.9)).rejects.toThrow('Gamma holds') })
test('under fake timers', async () => {
  jest.useFakeTimers()
  try { await expect(['Fake.']).toHaveContextRecall('Fake.') } finally { jest.useRealTimers() }
})`,
        'retried.test.js': `jest.retryTimes(2)
let attempt = 0
test('retried', async () => { await expect(${contexts}).toHaveContextRecall(${truth}, attempt++ === 0 ? 0.9 : 0.5) })`,
        'concurrent.test.js': `test.concurrent.each(['Alpha', 'Beta', 'Gamma'])('%s at once', async name => {
  await expect([name + ' holds.']).toHaveContextRecall([name + ' holds.', 'Absent.'], 0.5)
})`,
      },
    })
    ;({
      states,
      result: { output },
    } = await runForStates(project))
  })
  afterAll(() => project.remove())

  test.each([
    'not passes',
    'resolves passes',
    'resolves not passes',
    'returned',
    'caught',
    'under fake timers',
    'retried',
    'Alpha at once',
    'Gamma at once',
  ])('"%s" passes', title => {
    expect(states[title]).toEqual({ state: 'passed', message: '' })
  })

  test.each([
    ['not fails', 'Context recall 0.50, expected less than 0.5. Attributed (1 of 2): Alpha holds.'],
    ['not with misuse fails', 'did you mean 0.9?'],
    ['not with a mistyped option fails', "did you mean 'mode'?"],
    ['not with a missing recording fails', 'MissingRecordingError'],
    ['not with a judge that fails fails', 'The judge local/gone could not be reached'],
    ['resolves fails', 'Not attributed (1 of 2): Gamma holds.'],
    ['a promise is refused', 'await it first'],
  ])('"%s" fails: %s', (title, message) => {
    expect(states[title]?.state).toBe('failed')
    expect(states[title]?.message).toContain(message)
  })

  test('the summary counts the last attempt of a retried test, and concurrent tests under their names', () => {
    // 13 of the semantics, 1 retried, 3 concurrent; with .not, and 4 that are in the mean no more
    expect(output).toContain(
      'Context recall  17 assertions (3 with .not, left out of the mean), 5 not measured (1 missing recording, 1 judge failed, 3 other errors), recall mean ',
    )
    expect(output).toMatch(
      /Context recall {2}1 recording is missing\n +1 × .*\n +record {2}CONTEXT_RECALL_MODE=auto npx jest semantics\.test\.js\n.*about 2 calls and [\d,]+ input tokens\n/,
    )
  })
})
