/** How Jest asks a judge: in a worker outside of its sandbox. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { type JudgeServer, type ServedAnswer, type ServedRequest, startJudgeServer } from '../judge-server.ts'
import { literalJudge } from '../literal-judge.ts'
import { createJestProject, runForStates, runJest, setupFile } from './jest-project.ts'

async function startServer(
  answer: (request: ServedRequest) => ServedAnswer | Promise<ServedAnswer> = literalJudge,
): Promise<JudgeServer> {
  const server = await startJudgeServer(answer)
  onTestFinished(() => server.close())
  return server
}

const urlModel = ({ url }: JudgeServer): string => `{ id: 'local/judge', url: '${url}' }`
const moduleModel = `{ id: 'local/judge', module: './judge.mjs' }`

/** A judge of the user's own, which takes every claim as supported by the first context. */
const judgeModule = (before = '', loaded = ''): string => `import { appendFileSync } from 'node:fs'
${loaded}
export default async request => {
  ${before}
  return request.kind === 'claims'
    ? { claims: [request.groundTruth] }
    : { verdicts: request.claims.map((_, index) => ({
        claim: index + 1, status: 'supported', evidence: [{ context: 1, quote: 'holds' }], gap: '',
      })) }
}
`

const asserting = (...names: string[]): string =>
  names
    .map(
      name => `test('${name}', async () => {
  await expect(['${name} holds.']).toHaveContextRecall('${name} holds.')
})\n`,
    )
    .join('')

test('the test files of a process share a worker, its limiter, and the line that says so', async () => {
  const project = createJestProject({
    files: {
      'setup.cjs': setupFile(`model: ${moduleModel}, maxCalls: 5`),
      'judge.mjs': judgeModule('', "appendFileSync('loaded.txt', 'loaded ')"),
      'a.test.js': asserting('Alpha'),
      'b.test.js': asserting('Beta'),
      'c.test.js': asserting('Gamma'),
    },
  })

  const { code, output } = await runJest(project, ['--runInBand'])

  expect(project.read('loaded.txt')).toBe('loaded ')
  expect(output.match(/context-recall: asking/g)).toHaveLength(1)
  expect(code).toBe(1)
  expect(output).toMatch(/Tests: +1 failed, 2 passed/)
  expect(output).toContain('this process has made 5 live calls, and maxCalls allows 5')
})

test('the processes of a run share the concurrency', async () => {
  const asking = { a: 0, b: 0 }
  let most = 0
  const server = await startServer(async request => {
    const letter = /a\d holds/.test(request.prompt) ? 'a' : 'b'
    most = Math.max(most, ++asking[letter])
    // long enough for all that a process may ask at once
    await new Promise(resolve => setTimeout(resolve, 300))
    asking[letter]--
    return literalJudge(request)
  })
  const names = (letter: string): string[] => [1, 2, 3, 4, 5].map(number => `${letter}${number}`)
  const together = (letter: string): string => `test('${letter}', () => Promise.all(
  ${JSON.stringify(names(letter))}.map(name => expect([name + ' holds.']).toHaveContextRecall([name + ' holds.'])),
))
`
  const project = createJestProject({
    files: {
      'setup.cjs': setupFile(`model: ${urlModel(server)}, concurrency: 4`),
      'a.test.js': together('a'),
      'b.test.js': together('b'),
    },
  })

  const { code, output } = await runJest(project, ['--maxWorkers=2'])

  expect(code, output).toBe(0)
  expect(server.count()).toBe(10)
  expect(most).toBe(2)
})

test('the test files of several processes come together in one summary', async () => {
  const server = await startServer()
  const project = createJestProject({
    files: {
      'setup.cjs': setupFile(`model: ${urlModel(server)}`),
      'a.test.js': asserting('Alpha'),
      'b.test.js': asserting('Beta'),
    },
  })

  const { code, output } = await runJest(project, ['--maxWorkers=2', '--workerIdleMemoryLimit=1GB'])

  expect(code).toBe(0)
  expect(output).toMatch(/2 assertions, recall mean 1\.00.*\n.* 4 recorded, 4 calls, 400 input/)
  expect(output).not.toContain('did not exit')
})

test('keys that a setup file put into the environment reach the judge', async () => {
  const server = await startServer()
  const project = createJestProject({
    files: {
      'setup.cjs': setupFile(
        `model: 'openai/small'`,
        `process.env.OPENAI_API_KEY = 'key-of-the-setup-file'
process.env.OPENAI_BASE_URL = '${server.url}'
process.env.OWN_KEY = 'of-a-module'\n`,
      ),
      'judge.mjs': judgeModule("appendFileSync('key.txt', process.env.OWN_KEY + ' ')"),
      'a.test.js': `${asserting('Alpha')}test('by a module', async () => {
  await expect(['It holds.']).toHaveContextRecall('It holds.', { model: ${moduleModel} })
})`,
    },
  })

  expect(await runJest(project, [])).toMatchObject({ code: 0 })

  expect(server.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/v1/responses', 'Bearer key-of-the-setup-file'],
    ['/v1/responses', 'Bearer key-of-the-setup-file'],
  ])
  expect(project.read('key.txt')).toBe('of-a-module of-a-module ')
})

describe('a model that is', () => {
  test.each([
    [
      'an AI SDK model',
      `{ specificationVersion: 'v3', provider: 'local.chat', modelId: 'judge', doGenerate() {} }`,
    ],
    ['loaded by a function', `{ id: 'local/judge', load: async () => 'openai/small' }`],
    ['a function', `{ id: 'local/judge', judge: async () => ({ claims: [] }) }`],
  ])('%s replays, and is refused for a live call, naming the forms that can', async (what, model) => {
    const server = await startServer()
    const project = createJestProject({
      files: { 'setup.cjs': setupFile(`model: ${urlModel(server)}`), 'a.test.js': asserting('Alpha') },
    })
    expect(await runJest(project)).toMatchObject({ code: 0 })
    project.write('setup.cjs', setupFile(`model: ${model}`))
    project.write('a.test.js', asserting('Alpha', 'Beta'))

    const { states, result } = await runForStates(project)

    expect(states['Alpha']?.state).toBe('passed')
    expect(states['Beta']?.state).toBe('failed')
    expect(states['Beta']?.message).toContain(`UsageError: The model 'local/judge' is ${what}`)
    expect(states['Beta']?.message).toContain(`{ id: 'local/judge', module: './judge.mjs' }`)
    expect(states['Beta']?.message).toContain(`{ id: 'local/judge', url }`)
    expect(result.output).not.toContain('asking')
  })
})

test('errors arrive with their class and data, and a stack that leads to the test', async () => {
  const server = await startServer(() => ({ status: 401, body: { error: { message: 'No such key.' } } }))
  const project = createJestProject({
    files: {
      'setup.cjs': setupFile(`model: ${urlModel(server)}`),
      'a.test.js': `const { JudgeError } = require('context-recall')
test('caught', async () => {
  const error = await expect(['Alpha.']).toHaveContextRecall('Alpha.').catch(error => error)
  expect(error).toBeInstanceOf(JudgeError)
  expect(error).toMatchObject({ name: 'JudgeError', model: 'local/judge', kind: 'http', status: 401 })
  expect(error.body).toContain('No such key.')
  expect(error.cause).toBeInstanceOf(Error)
  expect(error.message).toContain('Check the apiKey of this model')
})
test('thrown', async () => { await expect(['Alpha.']).not.toHaveContextRecall('Alpha.') })`,
    },
  })

  const { states } = await runForStates(project)

  expect(states['caught']).toEqual({ state: 'passed', message: '' })
  expect(states['thrown']?.state).toBe('failed')
  expect(states['thrown']?.message).toMatch(
    /JudgeError: .*answered with HTTP status 401[\s\S]*a\.test\.js:10:/,
  )
})

test('a key that is refused is asked once in a process, and the limits of each call hold there', async () => {
  const server = await startServer(() => ({ status: 401, body: { error: { message: 'No such key.' } } }))
  const project = createJestProject({
    files: {
      'setup.cjs': setupFile(`model: ${urlModel(server)}`),
      'judge.mjs': judgeModule(),
      'a.test.js': asserting('Alpha', 'Beta'),
      'b.test.js': `${asserting('Gamma')}const { configure } = require('context-recall')
test('later options', async () => {
  const model = { id: 'own/judge', module: './judge.mjs' }
  await expect(['It holds.']).toHaveContextRecall('It holds.', { model })
  configure({ maxCalls: 3 })
  await expect(['More holds.']).toHaveContextRecall('More holds.', { model })
})`,
    },
  })

  const { states } = await runForStates(project, {}, ['-i'])

  expect(server.count()).toBe(1)
  for (const name of ['Alpha', 'Beta', 'Gamma']) expect(states[name]?.message).toContain('HTTP status 401')
  expect(Object.values(states).filter(({ message }) => message.includes('not sent:'))).toHaveLength(2)
  expect(states['later options']?.message).toContain('made 3 live calls, and maxCalls allows 3')
})

test('a module that ends the worker is said to have, and the next question has a new one', async () => {
  const project = createJestProject({
    files: {
      'setup.cjs': setupFile(`model: ${moduleModel}`),
      'judge.mjs': judgeModule("if (JSON.stringify(request).includes('Crash')) process.exit(3)"),
      'a.test.js': asserting('Crash', 'Alpha'),
    },
  })

  const { states } = await runForStates(project)

  expect(states['Crash']?.message).toContain('the thread that asks it ended with exit code 3')
  expect(states['Alpha']).toEqual({ state: 'passed', message: '' })
})

test("a slow judge outlasts Jest's own five seconds, but not a timeout that the user set", async () => {
  const slow = judgeModule('await new Promise(resolve => setTimeout(resolve, 3000))')
  const files = {
    'setup.cjs': setupFile(`model: ${moduleModel}`),
    'judge.mjs': slow,
    'a.test.js': asserting('Alpha'),
  }
  const [byDefault, byConfig, bySetup] = await Promise.all([
    runJest(createJestProject({ files })),
    runJest(createJestProject({ files, config: { testTimeout: 1500 } })),
    runJest(
      createJestProject({
        files: { ...files, 'timeout.cjs': 'jest.setTimeout(1400)' },
        config: { setupFilesAfterEnv: ['./timeout.cjs', 'context-recall/jest'] },
      }),
    ),
  ])

  expect(byDefault).toMatchObject({ code: 0 })
  expect(byConfig.output).toContain('Exceeded timeout of 1500 ms')
  expect(bySetup.output).toContain('Exceeded timeout of 1400 ms')
})

test('configured from an ES module, the matcher that Jest loads as CommonJS knows it', async () => {
  const server = await startServer()
  const project = createJestProject({
    config: {
      setupFiles: ['./setup.mjs'],
      testMatch: ['**/*.test.mjs'],
      moduleFileExtensions: ['mjs', 'js'],
    },
    files: {
      'setup.mjs': `import { configure } from 'context-recall'\nconfigure({ model: ${urlModel(server)} })`,
      'a.test.mjs': `import { measureContextRecall } from 'context-recall'
${asserting('Alpha')}test('measured', async () => {
  const { recall } = await measureContextRecall({ groundTruth: 'Beta holds.', contexts: ['Beta holds.'] })
  expect(recall).toBe(1)
})`,
    },
  })

  const env = { NODE_OPTIONS: '--experimental-vm-modules' }
  expect(await runJest(project, [], { env })).toMatchObject({ code: 0 })
  expect(server.count()).toBe(4)
})
