import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { judgeObsolete } from '../../src/reporters/judge-obsolete.ts'
import { readSuiteUses, writeSuiteUse } from '../../src/reporters/suite-use.ts'
import { fileOf, keyedClaims } from '../recordings/sample.ts'
import { temporaryDirectory } from '../recordings/temporary-directory.ts'

function packageIn(): string {
  const home = temporaryDirectory()
  writeFileSync(join(home, 'package.json'), '{}')
  mkdirSync(join(home, 'packages/inner'), { recursive: true })
  return home
}

const use = (home: string, more: object = {}) => ({
  suite: 'vitest, vitest.config.ts',
  at: 1000,
  testFiles: [join(home, 'a.test.ts')],
  used: [join(home, 'r/a.claims.0123456789abcdef.jsonc')],
  directories: [join(home, 'r')],
  ...more,
})

it('keeps what each suite used last, for the package, wherever in it one asks', () => {
  const home = packageIn()
  writeSuiteUse(home, use(home))
  writeSuiteUse(join(home, 'packages/inner'), use(home, { suite: 'jest, x' }))
  writeSuiteUse(home, use(home, { at: 2000, used: [] }))
  const { uses, damaged } = readSuiteUses(join(home, 'packages/inner'))
  expect(damaged).toEqual([])
  expect(uses).toHaveLength(2)
  expect(uses).toContainEqual(use(home, { at: 2000, used: [] }))
  expect(uses).toContainEqual(use(home, { suite: 'jest, x' }))
})

it('forgets a suite whose configuration is gone', () => {
  const home = packageIn()
  const config = join(home, 'vitest.config.ts')
  writeFileSync(config, '')
  writeSuiteUse(home, use(home, { config }))
  expect(readSuiteUses(home).uses).toEqual([use(home, { config })])
  rmSync(config)
  expect(readSuiteUses(home).uses).toEqual([])
})

it.each([
  '',
  '{',
  '{"format":1}',
  '[]',
  '{"format":2,"suite":"a","at":1,"testFiles":[],"used":[],"directories":[]}',
])('tells of a file it cannot trust: %s', text => {
  const home = packageIn()
  writeSuiteUse(home, use(home))
  const cache = join(home, 'node_modules/.cache/context-recall')
  const [name = ''] = readdirSync(cache)
  writeFileSync(join(cache, name), text)
  expect(readSuiteUses(home)).toEqual({ uses: [], damaged: [join(cache, name)] })
})

it('leaves no cache where nothing was recorded', () => {
  const home = packageIn()
  const run = { root: home, suite: 'vitest, none', testFiles: [], used: [], directories: [join(home, 'r')] }
  expect(judgeObsolete({ ...run, incomplete: undefined })).toEqual({ lines: [], obsolete: 0 })
  expect(readdirSync(home)).not.toContain('node_modules')
})

const name = 'old.claims.0123456789abcdef.jsonc'
const runOf = (home: string, more: object = {}) => ({
  root: home,
  suite: 'vitest, x',
  testFiles: [],
  used: [],
  directories: [join(home, 'r')],
  incomplete: undefined,
  ...more,
})

function withRecording(): string {
  const home = packageIn()
  mkdirSync(join(home, 'r'))
  writeFileSync(join(home, 'r', name), fileOf(keyedClaims)[1])
  return home
}

it('calls nothing obsolete while what another suite used cannot be read', () => {
  const home = withRecording()
  expect(judgeObsolete(runOf(home)).obsolete).toBe(1)
  writeFileSync(join(home, 'node_modules/.cache/context-recall/other.json'), '{')
  const { lines, obsolete } = judgeObsolete(runOf(home))
  expect(obsolete).toBe(0)
  expect(lines.join('\n')).toMatch(/not judged of 1 recording that was not used: .*other\.json is damaged/)
})

it('sees through links to a recordings directory', () => {
  const home = withRecording()
  symlinkSync(join(home, 'r'), join(home, 'link'), 'junction')
  const used = [join(home, 'link', name)]
  expect(judgeObsolete(runOf(home, { used })).obsolete).toBe(0)
  expect(judgeObsolete(runOf(home, { used, directories: [join(home, 'link')] })).obsolete).toBe(0)
})

it('says so where nothing can be written, and judges all the same', () => {
  const home = withRecording()
  writeFileSync(join(home, 'node_modules'), 'a file in its place')
  const { lines, obsolete } = judgeObsolete(runOf(home))
  expect(obsolete).toBe(1)
  expect(lines.at(-1)).toMatch(/what was used could not be kept for prune \(E(?:NOTDIR|EXIST)/)
})

it('leaves to another suite what it uses', () => {
  const home = withRecording()
  const used = [join(home, 'r', name)]
  expect(judgeObsolete(runOf(home, { suite: 'jest, y', used })).obsolete).toBe(0)
  expect(judgeObsolete(runOf(home)).obsolete).toBe(0)
})

it('counts only files that are whole recordings', () => {
  const home = withRecording()
  const odd = (hash: string): string => join(home, 'r', `odd.claims.${hash}abcdef012345678.jsonc`)
  writeFileSync(odd('1'), '')
  symlinkSync(join(home, 'nowhere'), odd('2'))
  mkdirSync(odd('3'))
  expect(judgeObsolete(runOf(home)).obsolete).toBe(1)
})

it('keeps what both used, when a run of the suite had other test files', () => {
  const home = withRecording()
  const [one, other] = [join(home, 'one.test.ts'), join(home, 'other.test.ts')]
  for (const file of [one, other]) writeFileSync(file, '')
  const used = [join(home, 'r', name)]
  judgeObsolete(runOf(home, { testFiles: [one], used }))
  const [before] = readSuiteUses(home).uses
  expect(judgeObsolete(runOf(home, { testFiles: [other] })).obsolete).toBe(0)
  const [after] = readSuiteUses(home).uses
  expect(after).toMatchObject({ used: before?.used, testFiles: [one, other], at: before?.at })
  rmSync(one)
  expect(judgeObsolete(runOf(home, { testFiles: [other] })).obsolete).toBe(1)
})

it('is known in every package that has recordings of the suite', () => {
  const home = packageIn()
  const packages = ['one', 'two'].map(each => join(home, 'packages', each))
  for (const each of packages) {
    mkdirSync(each)
    writeFileSync(join(each, 'package.json'), '{}')
  }
  mkdirSync(join(home, 'r'))
  writeFileSync(join(home, 'r', name), fileOf(keyedClaims)[1])
  const [one = '', two = ''] = packages
  const directories = [join(home, 'r')]
  judgeObsolete({ ...runOf(one), directories, used: [join(home, 'r', name)] })
  expect(judgeObsolete({ ...runOf(two), directories }).obsolete).toBe(0)
  expect(judgeObsolete({ ...runOf(one), directories }).obsolete).toBe(1)
  expect(readSuiteUses(home).uses.map(({ suite }) => suite)).toEqual(
    expect.arrayContaining(['vitest, x, in packages/one', 'vitest, x, in packages/two']),
  )
})

it('is not kept in a directory that is no package', () => {
  const home = temporaryDirectory()
  writeFileSync(join(home, 'package.json'), '{}')
  const apart = temporaryDirectory()
  writeFileSync(join(apart, name), fileOf(keyedClaims)[1])
  judgeObsolete({ ...runOf(home), directories: [apart] })
  expect(readdirSync(apart)).toEqual([name])
})
