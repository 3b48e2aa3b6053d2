import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readReport, reportArguments } from './json-report.ts'
import { startJudgeServer, type JudgeServer } from './judge-server.ts'
import { literalJudge } from './literal-judge.ts'
import { createProject, type Project } from './project.ts'

let server: JudgeServer
let asked = 0
beforeAll(async () => {
  server = await startJudgeServer(literalJudge)
})
afterAll(() => server.close())
beforeEach(() => {
  asked = server.count()
})

const config = (url: string): string => `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall({ model: { id: 'local/judge', url: '${url}' } })] }
`

function testFile(body: string): string {
  return `import { expect, test } from 'vitest'\n${body}\n`
}

/** An assertion that makes two questions and fails: `Gamma holds.` is nowhere. */
const failing = `test('misses', async () => {
  await expect(['Alpha holds.']).toHaveContextRecall('Alpha holds. Gamma holds.', 0.9)
})`
const headline = 'Context recall 0.50 < 0.9. Not attributed (1 of 2): Gamma holds.'

function projectOf(files: Record<string, string>, url = server.url): Project {
  return createProject({ files: { 'vitest.config.ts': config(url), ...files } })
}

describe('a failure is annotated', () => {
  let project: Project
  beforeAll(() => {
    project = projectOf({ 'a.test.ts': testFile(failing) })
  })
  afterAll(() => project.remove())

  test('once for github-actions, by the error at the assertion', async () => {
    const { output } = await project.run('vitest', ['run', '--reporter=github-actions'], {
      env: { GITHUB_ACTIONS: 'true', CONTEXT_RECALL_MODE: 'auto' },
    })
    const annotations = output.split('\n').filter(line => /^::(?:error|warning|notice) /.test(line))
    expect(annotations).toEqual([
      expect.stringContaining(
        `::error file=${project.path('a.test.ts')},title=a.test.ts > misses,line=3,column=3::`,
      ),
    ])
    expect(annotations[0]).toContain(headline)
  })

  test('as a property, for junit', async () => {
    await project.run('vitest', ['run', '--reporter=junit', '--outputFile=out.xml'])
    expect(project.read('out.xml')).toContain(
      `<property name="context-recall" value="${headline.replace('<', '&lt;')}">`,
    )
  })

  test.each(['dot', 'tap', 'verbose'])('and the summary is there with --reporter=%s', async reporter => {
    const { stderr, stdout } = await project.run('vitest', ['run', `--reporter=${reporter}`])
    expect(stderr).toContain('Context recall  1 assertion, recall 0.50 (misses)')
    expect(stdout).not.toContain('Context recall  1')
  })
})

test('what is not measured is counted, and what is missing told in one paragraph that says how to record it', async () => {
  const assertion = (claim: string, options: string, not = ''): string =>
    `await expect(['Alpha holds.', '${claim}'])${not}.toHaveContextRecall(['${claim}'], ${options})`
  const project = projectOf({
    'a.test.ts': testFile(`test.for([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])('a %i', async number => {
  await expect(['Alpha holds.']).toHaveContextRecall([\`Alpha \${number} holds.\`], { mode: 'replay' })
})
test('negated', async () => { ${assertion('Beta.', "{ mode: 'replay' }", '.not')} })`),
    'b.test.ts': testFile(`test('missing', async () => { ${assertion('Gamma.', "{ mode: 'replay' }")} })
test('down', async () => { ${assertion('Delta.', "{ mode: 'live' }")} })
test('measured', async () => { ${assertion('Epsilon.', "{ model: 'builtin/lexical' }")} })`),
  })
  await project.run('vitest', ['run'], { env: { CONTEXT_RECALL_MODE: 'auto' } })
  project.write(
    'vitest.config.ts',
    config('http://127.0.0.1:9/v1')
      .replace('local/judge', 'other/judge')
      .replace("' } })", "' }, maxRetries: 0 })"),
  )
  const { output } = await project.run('vitest', ['run', ...reportArguments])
  expect(output).toContain(
    'Context recall  14 assertions, 13 not measured (12 missing recordings, 1 judge failed), recall 1.00 (measured)\n',
  )
  expect(output.match(/^ FAIL /gm)).toHaveLength(13)
  // the first of each file in full, those at one place together
  expect(output.match(/^MissingRecordingError: No recording/gm)).toHaveLength(4)
  const kinds = readReport(project).map(({ meta }) => meta.contextRecall?.map(each => each.notMeasured))
  expect(kinds).toEqual([
    ...Array.from({ length: 12 }, () => ['missing-recording']),
    ['judge-failed'],
    [undefined],
  ])
  expect(
    output.slice(output.indexOf('Context recall  12 rec'), output.indexOf('JSON report')),
  ).toMatchInlineSnapshot(`
    "Context recall  12 recordings are missing
                     12 × model differs: "local/judge" → "other/judge"
                     record  CONTEXT_RECALL_MODE=auto npx vitest run a.test.ts b.test.ts
                     on your machine, then commit __recordings__/context-recall; about 12 calls and 6,500 input tokens
    "
  `)
})

test('neither metadata nor annotations hold control characters, whatever a context holds', async () => {
  const claim = String.raw`Alpha\u001b[31m is\u0007\n red.`
  const project = projectOf({
    'a.test.ts': testFile(`test('red', async () => {
  await expect(['${claim} Beta.']).toHaveContextRecall(['${claim}', 'Gamma\\u001b[0m\\n::error::holds.'], 0.9)
})`),
  })
  await project.run('vitest', ['run', ...reportArguments, '--reporter=junit', '--outputFile.junit=out.xml'])
  const [reported] = readReport(project)
  const [found] = reported?.meta.contextRecall ?? []
  expect(found?.claims.map(({ text }) => text)).toEqual(['Alpha[31m is red.', 'Gamma[0m ::error::holds.'])
  expect(found?.claims[0]?.evidence).toMatchObject([{ context: 0, quote: 'Alpha[31m is red' }])
  // oxlint-disable-next-line no-control-regex -- the point is that there are none
  expect(JSON.stringify(found)).not.toMatch(/\\u00[01]|[\u0000-\u001f]/)
  expect(project.read('out.xml')).toContain('Not attributed (1 of 2): Gamma[0m ::error::holds.')
})

test('retries and repeats count once, and what they spent in full', async () => {
  const project = projectOf({
    'a.test.ts': testFile(`let attempt = 0
test('flaky', { retry: 2 }, async () => {
  const found = attempt++ === 0 ? ['Beta holds.'] : ['Alpha holds.']
  await expect(found).toHaveContextRecall('Alpha holds.')
})
test('repeated', { repeats: 2 }, async () => { await expect(['Beta holds.']).toHaveContextRecall(['Beta holds.']) })`),
  })
  const { code, output } = await project.run('vitest', ['run', ...reportArguments])
  expect(code).toBe(0)
  expect(output).toContain('Context recall  2 assertions, recall mean 1.00, lowest 1.00 (flaky)\n')
  expect(output).toContain('2 answers replayed, 4 recorded, 4 calls, 400 input and 40 output tokens\n')
  const attempts = readReport(project).map(({ meta }) => meta.contextRecall?.map(({ retry }) => retry))
  expect(attempts).toEqual([
    [0, 1],
    [0, 1, 2],
  ])
})

describe('a run of several workers', () => {
  test('announces once, asks no more at once than allowed, and tells of every ten answers', async () => {
    let now = 0
    let most = 0
    const slow = await startJudgeServer(async request => {
      most = Math.max(most, ++now)
      await new Promise(resolve => setTimeout(resolve, 40))
      now--
      return literalJudge(request)
    })
    onTestFinished(() => slow.close())
    const file = (name: string): string =>
      testFile(`test.concurrent.for([1, 2, 3, 4, 5, 6])('${name} %i', async number => {
  await expect(['${name} ' + number + ' holds.']).toHaveContextRecall(['${name} ' + number + ' holds.'])
})`)
    const project = projectOf({ 'a.test.ts': file('Alpha'), 'b.test.ts': file('Beta') }, slow.url)
    const { output } = await project.run('vitest', ['run', '--maxWorkers=2'])
    expect(output).toContain('Context recall  12 assertions')
    expect(output.split('context-recall: asking')).toHaveLength(2)
    expect(output).toContain('context-recall: 10 questions answered\n')
    expect(most).toBeLessThanOrEqual(4)
    expect(slow.count()).toBe(12)
  })

  test('asks a server without JSON schemas for one with one file only', async () => {
    const plain = await startJudgeServer(request =>
      'response_format' in request.body
        ? {
            status: 400,
            body: { error: { message: 'This model does not support response format `json_schema`.' } },
          }
        : literalJudge(request),
    )
    onTestFinished(() => plain.close())
    const file = (name: string): string =>
      testFile(
        `test('${name}', async () => { await expect(['${name}.']).toHaveContextRecall(['${name}.']) })`,
      )
    const names = ['Alpha', 'Beta', 'Gamma', 'Delta']
    const project = projectOf(
      Object.fromEntries(names.map(name => [`${name}.test.ts`, file(name)])),
      plain.url,
    )
    const { output, code } = await project.run('vitest', ['run', '--maxWorkers=1'])
    expect(code).toBe(0)
    expect(output.split('takes no JSON schema; it is asked for JSON in the prompt')).toHaveLength(2)
    expect(plain.requests.map(({ body }) => 'response_format' in body)).toEqual([
      true,
      ...names.map(() => false),
    ])
  })

  test('in shards is summed up where the reports are merged', async () => {
    const file = (name: string): string =>
      testFile(
        `test('${name}', async () => { await expect(['${name}.']).toHaveContextRecall(['${name}.']) })`,
      )
    const project = projectOf({ 'a.test.ts': file('Alpha'), 'b.test.ts': testFile(failing) })
    for (const shard of ['1/2', '2/2']) {
      const { output } = await project.run('vitest', ['run', '--reporter=blob', `--shard=${shard}`])
      expect(output).toContain('Context recall  1 assertion')
    }
    expect(server.count() - asked).toBe(3)
    const { output, code } = await project.run('vitest', ['run', '--merge-reports', '--reporter=default'])
    expect(code).toBe(1)
    expect(output).toContain('Context recall  2 assertions, recall mean 0.75, lowest 0.50 (misses)\n')
    expect(output).toContain('0 answers replayed, 3 recorded, 3 calls')
  })
})
