import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readReport, reportArguments, type ReportedTest } from './json-report.ts'
import { startJudgeServer, type JudgeServer } from './judge-server.ts'
import { literalJudge } from './literal-judge.ts'
import { createProject, type Project } from './project.ts'

const head = `import { expect, test } from 'vitest'
const contexts = ['Alpha holds. Beta holds.', 'Delta holds.']
const truth = ['Alpha holds.', 'Gamma holds.']
const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
const passing = () => expect(contexts).toHaveContextRecall(truth, 0.5)
const failing = () => expect(contexts).toHaveContextRecall(truth, 0.9)
`

/** Each is the body of an `async` test. */
const forgotten = {
  'that passes': 'expect(contexts).toHaveContextRecall(truth, 0.5)',
  'that fails': 'expect(contexts).toHaveContextRecall(truth, 0.9)',
  'with .not': 'expect(contexts).not.toHaveContextRecall(truth, 0.9)',
  'with misuse': 'expect(contexts).toHaveContextRecall(truth, 90)',
  'under soft': 'expect.soft(contexts).toHaveContextRecall(truth, 0.5)',
  'with resolves': 'expect(Promise.resolve(contexts)).resolves.toHaveContextRecall(truth, 0.5)',
  'with void': 'void expect(contexts).toHaveContextRecall(truth, 0.5)',
  'after a pause': 'await wait(5); expect(contexts).toHaveContextRecall(truth, 0.5)',
  'in a helper':
    'const help = async () => { expect(contexts).toHaveContextRecall(truth, 0.5) }; await help()',
}

const taken = {
  awaited: 'await passing()',
  'returned from an async function': 'return passing()',
  'in Promise.all': 'await Promise.all([passing(), passing()])',
  'in Promise.allSettled': 'await Promise.allSettled([passing(), failing()])',
  'in Promise.race': 'await Promise.race([passing(), passing()])',
  'in Promise.any': 'await Promise.any([passing(), failing()])',
  'in Promise.resolve': 'await Promise.resolve(passing())',
  'in a new Promise': 'await new Promise(resolve => resolve(passing()))',
  'with then': 'await passing().then(() => undefined)',
  'with catch': 'await failing().catch(() => undefined)',
  'with finally': 'await passing().finally(() => undefined)',
  'in try': 'try { await failing() } catch {}',
  'under soft': 'await expect.soft(contexts).toHaveContextRecall(truth, 0.5)',
  'under soft, with then':
    'await expect.soft(contexts).toHaveContextRecall(truth, 0.5).then(() => undefined)',
  'under soft, in Promise.all': 'await Promise.all([expect.soft(contexts).toHaveContextRecall(truth, 0.5)])',
  'with resolves': 'await expect(Promise.resolve(contexts)).resolves.toHaveContextRecall(truth, 0.5)',
  'in an async wrapper': 'const wrap = async () => passing(); await wrap()',
  'in a waiting async wrapper': 'const wrap = async () => { await passing() }; await wrap()',
  'in for await': 'for await (const _ of [passing()]) void _',
  'later on': 'const promise = passing(); await wait(30); await promise',
  'and failing, later on':
    "const promise = failing(); await wait(30); await expect(promise).rejects.toThrow('Gamma')",
}

const lineOf = (title: string): number => head.split('\n').length + Object.keys(forgotten).indexOf(title)

let server: JudgeServer
let project: Project
let output = ''
let tests: ReportedTest[] = []

beforeAll(async () => {
  server = await startJudgeServer(literalJudge)
  const declare = (kind: string, declared: string, bodies: Record<string, string>): string =>
    Object.entries(bodies)
      .map(([title, body]) => `${declared}('${kind}: ${title}', async () => { ${body} })\n`)
      .join('')
  project = createProject({
    files: {
      'vitest.config.ts': `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall({ model: { id: 'local/judge', url: '${server.url}' } })] }`,
      'one.test.ts': head + declare('forgotten', 'test', forgotten) + declare('taken', 'test', taken),
      'concurrent.test.ts':
        head +
        declare('concurrent, forgotten', 'test.concurrent', forgotten) +
        declare('concurrent, taken', 'test.concurrent', taken),
      'more.test.ts': `${head}test('local, forgotten', async ({ expect }) => { expect(contexts).toHaveContextRecall(truth, 0.5) })
test('taken: returned', () => passing())
test('taken: returned after then', () => passing().then(() => undefined))
test.fails('taken: expected to fail', async () => { await failing() })
test('returned, failing', () => expect(contexts).toHaveContextRecall(truth, 0.9))
test('poll', async () => { await expect.poll(() => contexts, { timeout: 60_000 }).toHaveContextRecall(['Polled.']) })
test('poll with not', async () => { await expect.poll(() => contexts, { timeout: 60_000 }).not.toHaveContextRecall(['Polled.']) })
`,
    },
  })
  ;({ output } = await project.run('vitest', ['run', ...reportArguments]))
  tests = readReport(project)
})
afterAll(async () => {
  project.remove()
  await server.close()
})

const find = (title: string): ReportedTest | undefined => tests.find(test => test.title === title)

describe.each(['one', 'concurrent'])('in %s.test.ts, an assertion', file => {
  const kind = file === 'one' ? '' : 'concurrent, '

  test.each(Object.keys(forgotten))('forgotten %s fails its test, with the place of the call', title => {
    const { status, failureMessages = [] } = find(`${kind}forgotten: ${title}`) ?? {}
    expect(status).toBe('failed')
    expect(failureMessages.join('\n')).toContain('was not awaited')
    expect(output).toMatch(
      new RegExp(`❯ (?:help )?${file}\\.test\\.ts:${lineOf(title)}:\\d+\n(?:.*\n){2,3} +${lineOf(title)}\\|`),
    )
  })

  test.each(Object.keys(taken))('%s is taken for awaited', title => {
    expect(find(`${kind}taken: ${title}`)).toMatchObject({ status: 'passed' })
  })
})

test('what is forgotten with the local expect fails its test', () => {
  expect(find('local, forgotten')?.failureMessages.join('\n')).toContain('was not awaited')
})

test.each(['returned', 'returned after then', 'expected to fail'])('%s is taken for awaited', title => {
  expect(find(`taken: ${title}`)).toMatchObject({ status: 'passed' })
})

test('a failure that is returned points at the assertion', () => {
  expect(find('returned, failing')?.failureMessages.join('\n')).toContain('Not attributed (1 of 2): Gamma')
  expect(output).toMatch(/❯ more\.test\.ts:11:\d+\n/)
})

test.each(['poll', 'poll with not'])('expect.%s is refused at once, before anything is asked', title => {
  const found = find(title)
  expect(found?.failureMessages.join('\n')).toContain('cannot be used with expect.poll')
  expect(found?.duration).toBeLessThan(5000)
  expect(server.requests.filter(({ prompt }) => prompt.includes('Polled'))).toEqual([])
})

test('nothing is left unhandled', () => {
  expect(output).not.toContain('Unhandled')
  expect(output).not.toContain('node_modules/context-recall/dist')
})
