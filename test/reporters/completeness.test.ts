import type { TestModule, TestSpecification, Vitest } from 'vitest/node'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type JestGlobalConfig,
  type JestResults,
  whyJestIncomplete,
} from '../../src/reporters/jest-completeness.ts'
import { type EndedRun, whyIncomplete } from '../../src/reporters/vitest-completeness.ts'

interface Fake {
  config?: object
  typecheck?: object
  benchmark?: object
  mode?: string
  name?: RegExp
  files?: string[]
  all?: string[]
}

function fakeVitest({
  config = {},
  typecheck = {},
  benchmark,
  mode,
  name,
  files,
  all = ['a.test.ts'],
}: Fake): Vitest {
  return {
    config: { project: [], ...config },
    mode,
    projects: [{ config: { benchmark, typecheck: { enabled: false, only: false, ...typecheck } } }],
    filenamePattern: files,
    getGlobalTestNamePattern: () => name,
    globTestSpecifications: async () => all.map(moduleId => ({ moduleId })),
  } as unknown as Vitest
}

function moduleOf(states: string[] = ['passed'], state = 'passed'): TestModule {
  const tests = states.map(each => ({ ok: () => each !== 'failed', result: () => ({ state: each }) }))
  return {
    moduleId: 'a.test.ts',
    state: () => state,
    children: { allTests: () => tests },
  } as unknown as TestModule
}

/** The command line that started the runner. */
function given(...args: string[]): void {
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'runner', ...args])
}
afterEach(() => vi.restoreAllMocks())

const ended: EndedRun = { specifications: [], modules: [moduleOf()], unhandledErrors: 0, interrupted: false }
const atLine = [{ testLines: [3] }] as unknown as TestSpecification[]

describe('a run of Vitest', () => {
  it('is complete when every test of every file passed', async () => {
    expect(await whyIncomplete(fakeVitest({}), ended)).toBeUndefined()
  })

  it.each<[string, Fake, Partial<EndedRun>]>([
    ['a test name was given', { name: /a/ }, {}],
    ['a file was given', { files: ['a'] }, {}],
    ['only what changed was run', { config: { changed: true } }, {}],
    ['only related files were run', { config: { related: ['a.ts'] } }, {}],
    ['a project was given', { config: { project: ['one'] } }, {}],
    ['tags were given', { config: { tagsFilter: ['slow'] } }, {}],
    ['a shard is a part; merge the reports', { config: { shard: { index: 1, count: 2 } } }, {}],
    ['files were excluded', { config: { cliExclude: ['b.test.ts'] } }, {}],
    ['benchmarks were run', { mode: 'benchmark' }, {}],
    ['benchmarks were run', { benchmark: { enabled: true } }, {}],
    ['no test file was run', {}, { modules: [] }],
    ['only types were checked', { typecheck: { enabled: true, only: true } }, {}],
    ['a line was given', {}, { specifications: atLine }],
    ['it was interrupted', {}, { interrupted: true }],
    ['there were errors outside of tests', {}, { unhandledErrors: 1 }],
    ['tests failed', {}, { modules: [moduleOf(['passed', 'failed'])] }],
    ['tests failed', {}, { modules: [moduleOf([], 'failed')] }],
    ['tests were skipped, or others run only', {}, { modules: [moduleOf(['skipped'])] }],
    // a rerun of watch mode, or what --bail left
    ['not all test files were run', { all: ['a.test.ts', 'b.test.ts'] }, {}],
  ])('is not when %s', async (why, fake, run) => {
    expect(await whyIncomplete(fakeVitest(fake), { ...ended, ...run })).toBe(why)
  })

  it('is not when a directory was given', async () => {
    given('run', '--dir', 'unit')
    expect(await whyIncomplete(fakeVitest({}), ended)).toBe('a directory was given')
  })

  it('that merges shards is judged as a whole, when all reports are there', async () => {
    const config = { shard: undefined, mergeReports: 'blob' }
    expect(await whyIncomplete(fakeVitest({ config }), ended)).toBeUndefined()
    const one = fakeVitest({ config, all: ['a.test.ts', 'b.test.ts'] })
    expect(await whyIncomplete(one, ended)).toBe('not all test files were run')
  })
})

const passed: JestResults = {
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  numPendingTestSuites: 0,
  testResults: [],
}

describe('a run of Jest', () => {
  it('is complete when every test passed', () => {
    const config = { testPathPatterns: { patterns: [] }, testNamePattern: '', bail: 1, onlyChanged: false }
    expect(whyJestIncomplete(config, passed, 1)).toBeUndefined()
  })

  it.each<[string, JestGlobalConfig, Partial<JestResults>]>([
    ['a test name was given', { testNamePattern: 'a' }, {}],
    ['a file was given', { testPathPatterns: { patterns: ['a'] } }, {}],
    ['a file was given', { runTestsByPath: true }, {}],
    ['only related files were run', { findRelatedTests: true }, {}],
    ['only what failed was run', { onlyFailures: true }, {}],
    ['only what changed was run', { onlyChanged: true }, {}],
    ['only what changed was run', { changedSince: 'main' }, {}],
    ['only what changed was run', { lastCommit: true }, {}],
    ['not all projects were run', { projects: ['a', 'b'] }, {}],
    ['a shard is a part, and Jest merges none', { shard: {} }, {}],
    ['it was interrupted', {}, { wasInterrupted: true }],
    ['there were errors outside of tests', {}, { runExecError: {} }],
    ['tests failed', {}, { numFailedTests: 1 }],
    ['tests failed', {}, { numRuntimeErrorTestSuites: 1 }],
    ['tests were skipped, or others run only', {}, { numPendingTests: 1 }],
    ['tests were skipped, or others run only', {}, { numTodoTests: 1 }],
    ['tests were skipped, or others run only', {}, { numPendingTestSuites: 1 }],
  ])('is not when %s', (why, config, results) => {
    expect(whyJestIncomplete(config, { ...passed, ...results }, 1)).toBe(why)
  })

  it.each([
    '--testPathIgnorePatterns',
    '--testMatch',
    '--testRegex',
    '--roots',
    '--filter',
    '--ignoreProjects',
  ])('is not when %s was given', argument => {
    given(argument, 'unit')
    expect(whyJestIncomplete({}, passed, 1)).toBe(`${argument} was given`)
  })
})
