/** What must hold in every pool of every supported Vitest, as a table of runs of one small project. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readReport, reportArguments, type ReportedTest } from './json-report.ts'
import { startJudgeServer, type JudgeServer } from './judge-server.ts'
import { literalJudge } from './literal-judge.ts'
import type { Project, ProjectOptions, RunResult } from './project.ts'

const pools = ['forks', 'threads', 'vmThreads'] as const
const cells = pools.flatMap(pool => [true, false].map(isolate => ({ pool, isolate })))

/** Each of the two files has claims of its own, so that a verdict of the other would be seen. */
function testFile(name: string): string {
  return `import { expect, test } from 'vitest'
const contexts = ['${name} holds. Beta holds.', 'Delta holds.']
const truth = ['${name} holds.', 'Gamma holds.']
test('${name} passes', async () => { await expect(contexts).toHaveContextRecall(truth, 0.5) })
test('${name} fails', async () => { await expect(contexts).toHaveContextRecall(truth, 0.9) })
test('${name} not passes', async () => { await expect(contexts).not.toHaveContextRecall(truth, 0.9) })
test('${name} not fails', async () => { await expect(contexts).not.toHaveContextRecall(truth, 0.5) })
test('${name} forgotten', async () => { expect(contexts).toHaveContextRecall(truth, 0.5) })
test.concurrent('${name} forgotten among others', async () => { expect(contexts).toHaveContextRecall(truth, 0.5) })
test.concurrent.for(['${name} one', '${name} two', '${name} three'])('%s', async claim => {
  await expect([claim + ' holds.']).toHaveContextRecall([claim + ' holds.'])
})
test('${name} polled', async () => { await expect.poll(() => contexts, { timeout: 20_000 }).toHaveContextRecall(truth, 0.5) })
test('${name} text', async () => { await expect(contexts).toHaveContextRecall('${name} holds.') })
`
}

const failing: [title: string, message: string][] = [
  ['fails', 'Context recall 0.50 < 0.9. Not attributed (1 of 2): Gamma holds.'],
  ['not fails', 'Context recall 0.50, expected less than 0.5. Attributed (1 of 2): '],
  ['forgotten', 'was not awaited'],
  ['forgotten among others', 'was not awaited'],
  ['polled', 'cannot be used with expect.poll'],
]

/** Declares the tests; `make` makes a project that has the Vitest in question as `vitest`. */
export function describeMatrix(version: string, make: (options: ProjectOptions) => Project): void {
  describe.each(cells)(`Vitest ${version}, $pool, isolate: $isolate:`, ({ pool, isolate }) => {
    let server: JudgeServer
    let project: Project
    let doubting = false
    let isGone = false

    const run = async (args: string[] = [], env: Record<string, string> = {}) => {
      const before = server.count()
      const flags = [`--pool=${pool}`, isolate ? '--isolate' : '--no-isolate', '--maxWorkers=1']
      const result = await project.run('vitest', ['run', ...flags, ...reportArguments, ...args], { env })
      return { ...result, tests: readReport(project), calls: server.count() - before }
    }

    beforeAll(async () => {
      server = await startJudgeServer(request =>
        doubting && request.kind === 'attribution'
          ? { verdicts: [missing(1), missing(2)] }
          : literalJudge(request),
      )
      project = make({
        files: {
          'vitest.config.ts': config(server.url),
          'a.test.ts': testFile('Alpha'),
          'b.test.ts': testFile('Omega'),
        },
      })
    })
    afterAll(async () => {
      if (!isGone) await server.close()
      project.remove()
    })

    test('records what is missing, and each test gets its own verdicts', async () => {
      const { tests, calls, code, output } = await run()
      expectOutcome(tests, code)
      // per file: one ground truth's claims, and the attributions of five pairs of claims and contexts
      expect(calls).toBe(12)
      expect(project.recordings()).toHaveLength(12)
      expect(output.split('context-recall: asking local/judge')).toHaveLength(2)
      expect(output).toContain('❯ a.test.ts:8:')
      expect(output).toMatch(/ 12 recorded, 12 calls, 1200 input and 120 output tokens\n/)
    })

    test('under -u asks for what is missing alone', async () => {
      const [lost = ''] = project.recordings().filter(name => name.startsWith('omega-two'))
      const before = project.recordings().map(name => [name, recording(project, name)])
      await project.run('rm', [`__recordings__/context-recall/${lost}`])
      const { tests, calls, code } = await run(['-u'])
      expectOutcome(tests, code)
      expect(calls).toBe(1)
      expect(project.recordings().map(name => [name, recording(project, name)])).toEqual(before)
    })

    test('with CONTEXT_RECALL_MODE=record asks for every attribution again and says what changed', async () => {
      doubting = true
      const { tests, calls, code, output } = await run([], { CONTEXT_RECALL_MODE: 'record' })
      doubting = false
      expect(code).toBe(1)
      expect(calls).toBe(10)
      expect(output).toContain('changed  Alpha one holds.: supported → missing\n')
      expect(statusOf(tests, 'Alpha passes')).toBe('failed')
      expect(statusOf(tests, 'Alpha not fails')).toBe('passed')
      const again = await run([], { CONTEXT_RECALL_MODE: 'record' })
      expectOutcome(again.tests, again.code)
      expect(again.output).toContain('changed  Alpha one holds.: missing → supported\n')
    })

    test('in CI replays with no judge there, and fails for what is not recorded', async () => {
      const asking = server.count()
      await server.close()
      isGone = true
      project.write('b.test.ts', testFile('Omega').replaceAll("'Delta holds.'", "'Delta fell.'"))
      const { tests, code, output } = await run(['--reporter=github-actions', '-u'], {
        CI: '1',
        GITHUB_ACTIONS: 'true',
      })
      expect(code).toBe(1)
      expect(server.count()).toBe(asking)
      expectOutcome(
        tests.filter(({ title }) => title.startsWith('Alpha')),
        code,
      )
      expect(messageOf(tests, 'Omega text')).toMatch(/^MissingRecordingError: No recording/)
      expect(messageOf(tests, 'Omega not passes')).toMatch(/^MissingRecordingError: No recording/)
      expect(statusOf(tests, 'Omega one')).toBe('passed')
      expect(output).toContain('context[1] differs from character 6: "Delta holds" → "Delta fell"')
      expect(project.recordings()).toHaveLength(12)
      expect(output).toContain(', 7 not measured (7 missing recordings), recall mean ')
      expect(output).toMatch(
        /2 recordings are missing\n +2 × contexts differ\n +record {2}npx vitest run b\.test\.ts\n/,
      )
      // a failure is annotated once, by Vitest
      const annotations = output.split('\n').filter(line => /^::(?:error|warning|notice) /.test(line))
      expect(annotations.filter(line => line.includes('Context recall 0.50'))).toHaveLength(2)
    })
  })
}

function config(url: string): string {
  return `import { defineConfig } from 'vitest/config'
import { contextRecall } from 'context-recall/plugin'
export default defineConfig({ plugins: [contextRecall({ model: { id: 'local/judge', url: '${url}' } })] })
`
}

function missing(claim: number) {
  return { claim, status: 'missing' as const, evidence: [], gap: 'doubted' }
}

function recording(project: Project, name: string): string {
  return project.read(`__recordings__/context-recall/${name}`)
}

function statusOf(tests: readonly ReportedTest[], title: string): ReportedTest['status'] | undefined {
  return tests.find(test => test.title === title)?.status
}

function messageOf(tests: readonly ReportedTest[], title: string): string | undefined {
  return tests.find(test => test.title === title)?.failureMessages.join('\n')
}

function expectOutcome(tests: readonly ReportedTest[], code: RunResult['code']): void {
  expect(code).toBe(1)
  const names = [...new Set(tests.map(({ title }) => title.split(' ')[0] ?? ''))]
  expect(names).not.toEqual([])
  for (const name of names) {
    const failed = tests.filter(({ title, status }) => title.startsWith(name) && status === 'failed')
    expect(failed.map(({ title }) => title).toSorted()).toEqual(
      failing.map(([title]) => `${name} ${title}`).toSorted(),
    )
    // refused at once, not when the time to poll is over
    expect(tests.find(({ title }) => title === `${name} polled`)?.duration).toBeLessThan(10_000)
    for (const [title, message] of failing) expect(messageOf(tests, `${name} ${title}`)).toContain(message)
    for (const title of ['one', 'two', 'three'].map(number => `${name} ${number}`)) {
      const meta = tests.find(test => test.title === title)?.meta.contextRecall
      expect(meta?.map(({ claims }) => claims.map(claim => claim.text))).toEqual([[`${title} holds.`]])
    }
  }
}
