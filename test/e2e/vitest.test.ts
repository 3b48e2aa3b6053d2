import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startJudgeServer, type JudgeServer } from './judge-server.ts'
import { literalJudge } from './literal-judge.ts'
import { createProject, type Project } from './project.ts'

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

function config(options = ''): string {
  return `import { defineConfig } from 'vitest/config'
import { contextRecall } from 'context-recall/plugin'
export default defineConfig({ plugins: [contextRecall({ model: { id: 'local/judge', url: '${server.url}' }${options} })] })
`
}

const contexts = `['Alpha holds. Beta holds.', 'Delta holds.']`

function testFile(body: string, head = "import { expect, test } from 'vitest'"): string {
  return `${head}\n${body}\n`
}

function projectOf(files: Record<string, string>, options = ''): Project {
  return createProject({ files: { 'vitest.config.ts': config(options), ...files } })
}

const run = (project: Project, args: string[] = [], env: Record<string, string | undefined> = {}) =>
  project.run('vitest', ['run', ...args], { env })

const passing = testFile(`test('recalls', async () => {
  await expect(${contexts}).toHaveContextRecall('Alpha holds. Beta holds.', 1)
})`)

describe('the main job', () => {
  test('records once, replays with the server gone and without the SDK, and passes again', async () => {
    const own = await startJudgeServer(literalJudge)
    const project = createProject({
      files: { 'vitest.config.ts': config().replace(server.url, own.url), 'test/alpha.test.ts': passing },
    })
    const first = await run(project)
    expect(first).toMatchObject({ code: 0 })
    expect(first.output).toContain('context-recall: asking local/judge (mode auto)')
    expect(first.output).toMatch(
      /Context recall {2}1 assertion, recall 1\.00 \(recalls\)\n.*0 answers replayed, 2 recorded, 2 calls/,
    )
    expect(own.count()).toBe(2)
    expect(project.recordings()).toEqual([
      expect.stringMatching(/^alpha-holds-beta-holds\.claims\.[0-9a-f]{16}\.jsonc$/),
      expect.stringMatching(/^alpha-holds\.attribution\.[0-9a-f]{16}\.jsonc$/),
    ])
    await own.close()
    for (const name of ['ai', '@ai-sdk/openai', 'zod', 'p-limit'])
      await project.run('rm', [`node_modules/${name}`])
    const second = await project.run('vitest', ['run'], { offline: true })
    expect(second).toMatchObject({ code: 0 })
    expect(second.output).toMatch(/2 answers replayed, 0 recorded, 0 calls/)
    expect(second.output).not.toContain('asking')
  })

  test('in CI a changed context fails naming what differs, and the printed command records exactly that', async () => {
    const einstein = (city: string): string =>
      testFile(`test('einstein', async () => {
  const contexts = ['Einstein was born in ${city} in 1879.', 'Einstein moved to Princeton in 1933.']
  await expect(contexts).toHaveContextRecall(['Einstein moved to Princeton in 1933.'], 1)
})`)
    const project = projectOf({ 'test/einstein.test.ts': einstein('Ulm'), 'test/alpha.test.ts': passing })
    expect(await run(project)).toMatchObject({ code: 0 })
    const before = project.recordings()
    project.write('test/einstein.test.ts', einstein('Munich'))
    const inCi = await run(project, [], { CI: '1' })
    expect(inCi.code).toBe(1)
    expect(inCi.output).toContain('MissingRecordingError')
    expect(inCi.output).toMatch(/nearest +.*einstein-moved-to-princeton.*\.jsonc/)
    expect(inCi.output).toMatch(/context\[0\] differs from character 21/)
    expect(inCi.output).toMatch(/Ulm.* → .*Munich/)
    expect(inCi.output, 'points at the assertion').toMatch(/❯ test\/einstein\.test\.ts:4:\d+\n/)
    expect(inCi.output).not.toContain('node_modules/context-recall')
    expect(project.recordings()).toEqual(before)
    const command = /npx vitest run \S+/.exec(inCi.output)?.[0]
    expect(command).toBe('npx vitest run test/einstein.test.ts')
    asked = server.requests.length
    const recorded = await project.run('sh', ['-c', command ?? 'false'])
    expect(recorded).toMatchObject({ code: 0 })
    expect(calls()).toBe(1)
    expect(recorded.output).toMatch(/1 passed/)
    expect(project.recordings()).toHaveLength(before.length + 1)
    expect(await run(project, [], { CI: '1' })).toMatchObject({ code: 0 })
  })

  test('a failure lists the claim that no context supports, and the evidence for the rest', async () => {
    const project = projectOf({
      'test/gamma.test.ts': testFile(`test('misses gamma', async () => {
  await expect(${contexts}).toHaveContextRecall('Alpha holds. Gamma holds.', 0.9)
})`),
    })
    const { code, output } = await run(project)
    expect(code).toBe(1)
    expect(output).toContain('Context recall 0.50 < 0.9. Not attributed (1 of 2): Gamma holds.')
    expect(output).toContain('✗ Gamma holds.\n')
    expect(output).toContain('missing: No context says: Gamma holds')
    expect(output).toContain('✓ Alpha holds.')
    expect(output).toContain('context[0] "Alpha holds."')
    expect(output).toContain('local/judge, recorded')
    expect(output).toMatch(/recording {2}__recordings__\/context-recall\/alpha-holds\.attribution\./)
    expect(output).toMatch(/❯ test\/gamma\.test\.ts:3:/)
  })
})

test('-u with valid recordings makes no call, and in CI neither -u nor anything records', async () => {
  const project = projectOf({ 'test/a.test.ts': passing })
  expect(await run(project, ['-u'])).toMatchObject({ code: 0 })
  expect(calls()).toBe(2)
  expect(await run(project, ['-u'])).toMatchObject({ code: 0 })
  expect(calls()).toBe(2)
  const files = project.recordings()
  for (const file of files) await project.run('rm', [`__recordings__/context-recall/${file}`])
  const inCi = await run(project, ['-u'], { CI: 'true' })
  expect(inCi.code).toBe(1)
  expect(inCi.output).toContain('MissingRecordingError')
  expect(inCi.output).toContain('as in every CI run: CI=true')
  expect(calls()).toBe(2)
  expect(await run(project, [], { CI: 'true', CONTEXT_RECALL_MODE: 'record' })).toMatchObject({ code: 0 })
  expect(calls()).toBe(4)
  expect(project.recordings()).toEqual(files)
})

test.each(['false', '0', ''])('CI=%s is no CI, though Vitest may take it for one', async value => {
  const project = projectOf({ 'test/a.test.ts': passing })
  expect(await run(project, [], { CI: value })).toMatchObject({ code: 0 })
  expect(calls()).toBe(2)
})

test("a service's own variable is CI, and said to have been", async () => {
  const project = projectOf({ 'test/a.test.ts': passing })
  const { code, output } = await run(project, [], { GITHUB_ACTIONS: 'true' })
  expect(code).toBe(1)
  expect(output).toContain('as in every CI run: GITHUB_ACTIONS=true')
  expect(calls()).toBe(0)
})

test('a key that is refused is asked once in a run, in whatever worker, and again in the next run', async () => {
  let status = 401
  const own = await startJudgeServer(request =>
    status === 200 ? literalJudge(request) : { status, body: { error: { message: 'No such key.' } } },
  )
  const asserting = (name: string): string =>
    testFile(
      ['first', 'second']
        .map(
          number => `test('${name} ${number}', async () => {
  await expect(['${name} ${number}.']).toHaveContextRecall(['${name} ${number}.'])
})`,
        )
        .join('\n'),
    )
  const project = createProject({
    files: {
      'vitest.config.ts': config().replace(server.url, own.url),
      'test/a.test.ts': asserting('Alpha'),
      'test/b.test.ts': asserting('Beta'),
    },
  })
  const refused = await run(project, ['--no-file-parallelism'])
  expect(refused.code).toBe(1)
  expect(own.count()).toBe(1)
  expect(refused.output.match(/answered with HTTP status 401/g)?.length).toBeGreaterThanOrEqual(4)
  expect(refused.output).toContain('not sent: this key was refused before in this run')
  status = 200
  expect(await run(project)).toMatchObject({ code: 0 })
  expect(own.count()).toBe(5)
  await own.close()
})

describe('behaves as an assertion of Vitest:', () => {
  const truth = `'Alpha holds. Gamma holds.'`
  let project: Project
  let output = ''
  let states: Record<string, { state: string; message: string }> = {}

  beforeAll(async () => {
    project = projectOf({
      'test/semantics.test.ts': testFile(`const contexts = ${contexts}
const slow = (value, ms = 5) => new Promise(resolve => setTimeout(() => resolve(value), ms))
test('not passes', async () => { await expect(contexts).not.toHaveContextRecall(${truth}, 0.9) })
test('not fails', async () => { await expect(contexts).not.toHaveContextRecall(${truth}, 0.5) })
test('not with misuse fails', async () => { await expect(contexts).not.toHaveContextRecall(${truth}, 90) })
test('resolves passes', async () => { await expect(slow(contexts)).resolves.toHaveContextRecall(${truth}, 0.5) })
test('resolves fails', async () => { await expect(slow(contexts)).resolves.toHaveContextRecall(${truth}, 0.9) })
test('resolves not passes', async () => { await expect(slow(contexts)).resolves.not.toHaveContextRecall(${truth}, 0.9) })
test('a promise is refused', async () => { await expect(slow(contexts)).toHaveContextRecall(${truth}, 0.5) })
let went = ''
test('soft fails but goes on', async () => {
  await expect.soft(contexts).toHaveContextRecall(${truth}, 0.9)
  await expect.soft(contexts).toHaveContextRecall(${truth}, 0.5)
  went = 'on'
})
test('soft went on', () => { expect(went).toBe('on') })
test('poll is refused', async () => { await expect.poll(() => contexts, { timeout: 200 }).toHaveContextRecall(${truth}, 0.5) })
test('returned', () => expect(contexts).toHaveContextRecall(${truth}, 0.5))
test('all', async () => { await Promise.all([0.5, 0.4].map(min => expect(contexts).toHaveContextRecall(${truth}, min))) })
test('then', async () => { await expect(contexts).toHaveContextRecall(${truth}, 0.5).then(() => expect(1).toBe(1)) })
test('caught', async () => { await expect(expect(contexts).toHaveContextRecall(${truth}, 0.9)).rejects.toThrow('Gamma holds') })
test('forgotten, passing', async () => { expect(contexts).toHaveContextRecall(${truth}, 0.5) })
test('forgotten, failing', async () => { expect(contexts).toHaveContextRecall(${truth}, 0.9) })
test('forgotten, local expect', async ({ expect }) => { expect(contexts).toHaveContextRecall(${truth}, 0.5) })
test('forgotten, soft', async () => { expect.soft(contexts).toHaveContextRecall(${truth}, 0.5) })
let attempt = 0
test('retried', { retry: 2 }, async () => { await expect(contexts).toHaveContextRecall(${truth}, attempt++ === 0 ? 0.9 : 0.5) })
test('repeated', { repeats: 2 }, async () => { await expect(contexts).toHaveContextRecall(${truth}, 0.5) })
test('after the forgotten ones', async () => { await expect(contexts).toHaveContextRecall(${truth}, 0.5) })
`),
    })
    const result = await run(project, ['--reporter=default', '--reporter=json', '--outputFile.json=out.json'])
    output = result.output
    const report = JSON.parse(project.read('out.json')) as {
      testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
    }
    states = Object.fromEntries(
      report.testResults
        .flatMap(file => file.assertionResults)
        .map(({ title, status, failureMessages }) => [
          title,
          { state: status, message: failureMessages.join('\n') },
        ]),
    )
  })
  afterAll(() => project.remove())

  test.each([
    'not passes',
    'resolves passes',
    'resolves not passes',
    'soft went on',
    'returned',
    'all',
    'then',
    'caught',
    'retried',
    'repeated',
    'after the forgotten ones',
  ])('"%s" passes', title => {
    expect(states[title]?.state).toBe('passed')
  })

  test.each([
    ['not fails', 'Context recall 0.50, expected less than 0.5. Attributed (1 of 2): Alpha holds.'],
    ['not with misuse fails', 'did you mean 0.9?'],
    ['resolves fails', 'Not attributed (1 of 2): Gamma holds.'],
    ['a promise is refused', 'await it first'],
    ['soft fails but goes on', 'Not attributed (1 of 2): Gamma holds.'],
    ['poll is refused', 'toHaveContextRecall cannot be used with expect.poll'],
    ['forgotten, passing', 'was not awaited'],
    ['forgotten, failing', 'was not awaited'],
    ['forgotten, local expect', 'was not awaited'],
    ['forgotten, soft', 'was not awaited'],
  ])('"%s" fails: %s', (title, message) => {
    expect(states[title]?.state).toBe('failed')
    expect(states[title]?.message).toContain(message)
  })

  test('all of it took the two calls of one question', () => {
    expect(server.requests.filter(({ prompt }) => prompt.includes('Gamma holds'))).not.toHaveLength(0)
    expect(project.recordings()).toHaveLength(2)
    expect(output).not.toContain('Unhandled')
  })
})

test('-t runs one test and asks for that alone', async () => {
  const project = projectOf({
    'test/a.test.ts':
      testFile(`test('first', async () => { await expect(['One.']).toHaveContextRecall('One.') })
test('second', async () => { await expect(['Two.']).toHaveContextRecall('Two.') })`),
  })
  const { code } = await run(project, ['-t', 'second'])
  expect(code).toBe(0)
  expect(calls()).toBe(2)
  expect(project.recordings().every(name => name.startsWith('two'))).toBe(true)
})

test('concurrent tests with the global expect get their own verdicts and metadata, and share calls', async () => {
  const project = projectOf({
    'test/c.test.ts': testFile(`const names = ['Alpha', 'Beta', 'Gamma', 'Delta']
test.concurrent.for(names)('%s', async name => {
  await expect([name + ' holds.']).toHaveContextRecall([name + ' holds.'])
})
test.concurrent('same 1', async () => { await expect(['Same.']).toHaveContextRecall('Same.') })
test.concurrent('same 2', async () => { await expect(['Same.']).toHaveContextRecall('Same.') })`),
  })
  const { code } = await run(project, ['--reporter=json', '--outputFile.json=out.json'])
  expect(code).toBe(0)
  expect(calls()).toBe(6)
  const report = JSON.parse(project.read('out.json')) as {
    testResults: {
      assertionResults: { title: string; meta: { contextRecall: { claims: { text: string }[] }[] } }[]
    }[]
  }
  const metas = report.testResults.flatMap(file => file.assertionResults)
  for (const { title, meta } of metas.filter(({ title }) => !title.startsWith('same')))
    expect(meta.contextRecall.map(({ claims }) => claims.map(claim => claim.text))).toEqual([
      [`${title} holds.`],
    ])
})

test('the setup file alone does without the plugin', async () => {
  const project = createProject({
    files: {
      'vitest.config.ts': `export default { test: { setupFiles: ['context-recall/vitest', './test/setup.ts'] } }`,
      'test/setup.ts': `import { configure } from 'context-recall'
configure({ model: { id: 'local/judge', url: '${server.url}' } })`,
      'test/a.test.ts': passing,
    },
  })
  expect(await run(project)).toMatchObject({ code: 0 })
  expect(project.recordings()).toHaveLength(2)
  expect(await run(project, [], { CI: '1' })).toMatchObject({ code: 0 })
  expect(calls()).toBe(2)
})

test("a test's own fake timers, stubbed fetch and msw handlers do not reach the judge", async () => {
  const project = createProject({
    packages: ['msw'],
    files: {
      'vitest.config.ts': config(),
      'test/own.test.ts': testFile(
        `const network = setupServer(http.post('*', () => HttpResponse.json({ hijacked: true })))
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }))
afterAll(() => network.close())
test('mine', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => { throw new Error('stubbed') })
  await expect(['Mine.']).toHaveContextRecall('Mine.')
})`,
        `import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'`,
      ),
    },
  })
  expect(await run(project)).toMatchObject({ code: 0 })
  expect(calls()).toBe(2)
})
