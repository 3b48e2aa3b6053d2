/** A forgotten `await` in Jest: it fails its test by name, and nothing else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JudgeServer, startJudgeServer } from '../judge-server.ts'
import { literalJudge } from '../literal-judge.ts'
import { createJestProject, runForStates, setupFile } from './jest-project.ts'

const head = `const contexts = ['Alpha holds. Beta holds.', 'Delta holds.']
const truth = ['Alpha holds.', 'Gamma holds.']
const wait = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))
const later = async value => { await wait(5); return value }
const passing = () => expect(contexts).toHaveContextRecall(truth, 0.5)
const failing = () => expect(contexts).toHaveContextRecall(truth, 0.9)
`

/** Each is the body of an `async` test. */
const forgotten = {
  'that passes': 'expect(contexts).toHaveContextRecall(truth, 0.5)',
  'that fails': 'expect(contexts).toHaveContextRecall(truth, 0.9)',
  'with .not': 'expect(contexts).not.toHaveContextRecall(truth, 0.5)',
  'with misuse': 'expect(contexts).toHaveContextRecall(truth, 90)',
  'with a missing recording': "expect(['New.']).toHaveContextRecall(['New.'], { mode: 'replay' })",
  'with void': 'void expect(contexts).toHaveContextRecall(truth, 0.9)',
  'after a pause': 'await wait(5); expect(contexts).toHaveContextRecall(truth, 0.9)',
  'before a pause': 'expect(contexts).toHaveContextRecall(truth, 0.9); await wait(50)',
  'with resolves': 'expect(Promise.resolve(contexts)).resolves.toHaveContextRecall(truth, 0.5)',
  'with resolves, failing': 'expect(Promise.resolve(contexts)).resolves.toHaveContextRecall(truth, 0.9)',
  'in a helper':
    'const help = async () => { expect(contexts).toHaveContextRecall(truth, 0.5) }; await help()',
}

const taken = {
  awaited: 'await passing()',
  'returned from an async function': 'return passing()',
  'in Promise.all': 'await Promise.all([passing(), passing()])',
  'in Promise.allSettled': 'await Promise.allSettled([passing(), failing()])',
  'in Promise.race': 'await Promise.race([passing(), passing()])',
  'in a new Promise': 'await new Promise(resolve => resolve(passing()))',
  'with then': 'await passing().then(() => undefined)',
  'with catch': 'await failing().catch(() => undefined)',
  'with finally': 'await passing().finally(() => undefined)',
  'in try': 'try { await failing() } catch {}',
  'with resolves': 'await expect(later(contexts)).resolves.toHaveContextRecall(truth, 0.5)',
  'with resolves, returned': 'return expect(later(contexts)).resolves.toHaveContextRecall(truth, 0.5)',
  'with resolves, in Promise.all':
    'await Promise.all([expect(contexts).toHaveContextRecall(truth, 0.5), expect(later(contexts)).resolves.not.toHaveContextRecall(truth)])',
  'later on': 'const promise = passing(); await wait(30); await promise',
  'and failing, later on':
    "const promise = failing(); await wait(30); await expect(promise).rejects.toThrow('Gamma')",
}

const declare = (kind: string, declared: string, bodies: Record<string, string>): string =>
  Object.entries(bodies)
    .map(([title, body]) => `${declared}('${kind}: ${title}', async () => { ${body} })\n`)
    .join('')

const more = `${head}
test('taken: returned', () => passing())
test('taken: resolves, returned', () => expect(Promise.resolve(contexts)).resolves.toHaveContextRecall(truth, 0.5))
test('taken: with done', done => { passing().then(() => done(), done) })
test('timed out', async () => { await expect(new Promise(() => undefined)).resolves.toHaveContextRecall(truth) }, 50)
test('left in a test that failed', async () => { passing(); throw new Error('of its own') })
describe('hooks', () => {
  beforeEach(async () => { if (expect.getState().currentTestName.endsWith('hook')) failing() })
  test('forgotten in its hook', async () => { await wait(5) })
  test('without', async () => { await wait(5) })
})
`
const retried = `${head}jest.retryTimes(2)
let attempt = 0
test('forgotten once', async () => { const promise = failing(); if (attempt++ > 0) await promise.catch(() => undefined) })
test('forgotten each time', async () => { passing() })
`
const outside = `${head}beforeAll(async () => { failing() })
test('of a file with a hook that forgets', () => {})
`

let server: JudgeServer
/** Every first answer takes as long as this, so that tests end before it. */
let delay = 0
beforeAll(async () => {
  server = await startJudgeServer(async request => {
    await new Promise(resolve => setTimeout(resolve, delay))
    return literalJudge(request)
  })
})
afterAll(() => server.close())

const ways = [
  { name: 'CommonJS, in band', args: ['-i'], type: 'commonjs' },
  { name: 'CommonJS, in workers', args: ['--maxWorkers=2'], type: 'commonjs' },
  { name: 'ES modules, in band', args: ['-i'], type: 'module' },
] as const

describe.each(ways)('$name', ({ args, type }) => {
  const isModule = type === 'module'
  const env = isModule ? { NODE_OPTIONS: '--experimental-vm-modules' } : {}
  const top = isModule
    ? "import { afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'\n"
    : ''
  const project = createJestProject({
    type,
    files: {
      'setup.cjs': '',
      'one.test.js': top + head + declare('forgotten', 'test', forgotten) + declare('taken', 'test', taken),
      'concurrent.test.js':
        top +
        head +
        declare('concurrent, forgotten', 'test.concurrent', forgotten) +
        declare('concurrent, taken', 'test.concurrent', taken),
      'more.test.js': top + more,
      'retried.test.js': top + retried,
      'outside.test.js': top + outside,
    },
  })
  afterAll(() => project.remove())

  // the first run asks a slow judge, the second replays
  describe.each(['live', 'replay'])('%s', phase => {
    let output = ''
    let states: Awaited<ReturnType<typeof runForStates>>['states'] = {}
    beforeAll(async () => {
      delay = phase === 'live' ? 100 : 0
      project.write('setup.cjs', setupFile(`model: { id: 'local/judge', url: '${server.url}' }`))
      const run = await runForStates(project, { env }, args)
      ;({ output } = run.result)
      states = run.states
    })

    test.each([
      ...Object.keys(forgotten).map(title => `forgotten: ${title}`),
      ...Object.keys(forgotten).map(title => `concurrent, forgotten: ${title}`),
      'forgotten in its hook',
      'forgotten each time',
    ])('%s', title => {
      expect(states[title]?.state).toBe('failed')
      expect(states[title]?.message).toContain('.toHaveContextRecall(…) was not awaited')
      expect(states[title]?.message).toMatch(/(?:one|concurrent|more|retried)\.test\.js:\d+/)
    })

    test.each([
      ...Object.keys(taken).map(title => `taken: ${title}`),
      ...Object.keys(taken).map(title => `concurrent, taken: ${title}`),
      'taken: returned',
      'taken: resolves, returned',
      'taken: with done',
      'without',
      'forgotten once',
    ])('%s', title => {
      expect(states[title]).toEqual({ state: 'passed', message: '' })
    })

    test('a test that failed of its own says so', () => {
      expect(states['timed out']?.message).toContain('Exceeded timeout of 50 ms')
      expect(states['timed out']?.message).not.toContain('was not awaited')
      expect(states['left in a test that failed']?.message).toContain('of its own')
    })

    test('what a hook of the file forgets fails the file, with the place', () => {
      expect(output).toMatch(/FAIL (?:\.\/)?outside\.test\.js[^]*was not awaited[^]*outside\.test\.js:\d+/)
    })

    test('the run comes to its end', () => {
      expect(output).toMatch(/Tests: .* total/)
      expect(output).toContain('Context recall')
      expect(output).not.toMatch(/unhandled|torn down|ERR_/i)
    })
  })
})
