/** What a test does to its surroundings before the first assertion of its file, with which most of the package loads. */
import { expect, test } from 'vitest'
import { readReport, reportArguments } from './json-report.ts'
import { startJudgeServer } from './judge-server.ts'
import { literalJudge } from './literal-judge.ts'
import { createProject } from './project.ts'

/** The test's own ways, each in a file of its own, so that its assertion is the first there. */
const ways: Record<string, string> = {
  'fake timers': 'vi.useFakeTimers({ now: 0 })',
  'more fake timers':
    "vi.useFakeTimers({ toFake: ['queueMicrotask', 'setTimeout', 'setImmediate', 'Date', 'performance'] })",
  'a stubbed fetch': "vi.stubGlobal('fetch', () => { throw new Error('stubbed') })",
  'stubbed timers': "vi.stubGlobal('setTimeout', () => 0)",
  'modules reset': 'vi.resetModules()',
  'node:fs mocked': "expect(vi.isMockFunction((await import('node:fs')).readFileSync)).toBe(true)",
  'node:crypto mocked': "expect(vi.isMockFunction((await import('node:crypto')).hash)).toBe(true)",
  'node:fs spied on':
    "const { default: fs } = await import('node:fs')\n  vi.spyOn(fs, 'readFileSync').mockReturnValue('mine')",
}

const config = (url: string) => ({
  'the plugin': `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall({ model: { id: 'local/judge', url: '${url}' } })] }
`,
  'the setup file': "export default { test: { setupFiles: ['context-recall/vitest'] } }\n",
})

const testFile = (
  title: string,
  place: Place,
  way = '',
): string => `import { afterEach, expect, test, vi } from 'vitest'
import { recalls } from './helper.js'
${way !== '' && title.endsWith(' mocked') ? `vi.mock('${title.replace(' mocked', '')}')` : ''}
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
test('${title}', async () => {
  ${way}
  await ${place === 'helper' ? `recalls('${title} holds.')` : `expect(['${title} holds.']).toHaveContextRecall('${title} holds.')`}
})
`

const helper = `import { expect } from 'vitest'
export const recalls = text => expect([text]).toHaveContextRecall(text)
`

type Door = keyof ReturnType<typeof config>
/** Where the assertion stands; a test file that does not name the matcher loads the rest of it with the assertion. */
type Place = 'test file' | 'helper'

test.each<[pool: string, door: Door, place: Place]>([
  ['forks', 'the plugin', 'test file'],
  ['forks', 'the plugin', 'helper'],
  ['forks', 'the setup file', 'helper'],
  ['vmThreads', 'the plugin', 'helper'],
  ['vmThreads', 'the setup file', 'test file'],
])('in %s, with %s, a first assertion in a %s replays whatever the test does', async (pool, door, place) => {
  const server = await startJudgeServer(literalJudge)
  const configs = config(server.url)
  const project = createProject({
    files: { 'vitest.config.js': configs['the plugin'], 'helper.js': helper },
  })
  const run = async (env: Record<string, string> = {}) => {
    const args = ['run', `--pool=${pool}`, '--maxWorkers=1', ...reportArguments]
    const { output } = await project.run('vitest', args, { env })
    const passed = readReport(project).filter(({ status }) => status === 'passed')
    return { output, passed: passed.map(({ title }) => title).toSorted() }
  }
  // what reads a module from the disk is then the test's own business
  const titles = Object.keys(ways).filter(title => place === 'test file' || title !== 'node:fs spied on')
  for (const [index, title] of titles.entries()) project.write(`${index}.test.js`, testFile(title, place))
  const recording = await run()
  expect(recording.passed, recording.output).toHaveLength(titles.length)
  await server.close()
  project.write('vitest.config.js', configs[door])
  for (const [index, title] of titles.entries())
    project.write(`${index}.test.js`, testFile(title, place, ways[title]))
  const { output, passed } = await run({ CI: '1', CONTEXT_RECALL_MODEL: 'local/judge' })
  expect(passed, output).toEqual(titles.toSorted())
})

test('a list that grows after the call is judged as it was', async () => {
  const server = await startJudgeServer(literalJudge)
  const project = createProject({
    files: {
      'vitest.config.js': config(server.url)['the plugin'],
      'a.test.js': `import { expect, test } from 'vitest'
test('grows', async () => {
  const contexts = ['One holds.']
  const judged = expect(contexts).not.toHaveContextRecall(['Two holds.'])
  contexts.push('Two holds.')
  await judged
})
`,
    },
  })
  expect(await project.run('vitest', ['run'])).toMatchObject({ code: 0 })
  await server.close()
})

test('a test file without an assertion loads the door alone', async () => {
  const loadedBy = async (body: string): Promise<string[]> => {
    const project = createProject({
      files: {
        'vitest.config.js': "export default { test: { setupFiles: ['context-recall/vitest'] } }\n",
        'hooks.js': `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { appendFileSync('loaded.txt', url + '\\n'); return next(url, context) } })
`,
        'a.test.js': `import { expect, test } from 'vitest'\ntest('one', async () => { ${body} })\n`,
      },
    })
    await project.run('vitest', ['run'], { env: { NODE_OPTIONS: '--import=./hooks.js' } })
    const loaded = project.read('loaded.txt').matchAll(/\/context-recall\/dist\/([^/\n]+)/g)
    return [...new Set([...loaded].map(([, file = '']) => file))].filter(file => file !== 'vitest.js')
  }
  expect(await loadedBy('expect(1).toBe(1)')).toEqual(['light.js'])
  expect(await loadedBy("await expect([]).toHaveContextRecall(['One.'])")).toContain('core.js')
})

test('a judge is asked past stubs and stopped clocks that were there before most of the package loaded', async () => {
  const server = await startJudgeServer(literalJudge)
  const way = `${ways['fake timers']}\n  ${ways['a stubbed fetch']}`
  const project = createProject({
    files: {
      'vitest.config.js': config(server.url)['the plugin'],
      'helper.js': helper,
      'a.test.js': testFile('asks', 'helper', way),
    },
  })
  const { code, output } = await project.run('vitest', ['run'])
  expect(code, output).toBe(0)
  expect(server.count()).toBe(2)
  await server.close()
})
