import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readLedger, type SuiteRun } from '../../src/recordings/used-recordings.ts'
import { judgeRuns, testsByName } from '../../src/reporters/judge-obsolete.ts'
import { sourceState } from '../../src/reporters/source-state.ts'
import { fileOf, keyedAttribution, keyedClaims } from '../recordings/sample.ts'
import { temporaryDirectory } from '../recordings/temporary-directory.ts'

const [name, text] = fileOf(keyedClaims)
const [other, otherText] = fileOf(keyedAttribution)

/** A package with a test file and a recording in `r`. */
function packageIn(home: string = temporaryDirectory()): string {
  mkdirSync(join(home, 'r'), { recursive: true })
  writeFileSync(join(home, 'package.json'), '{}')
  writeFileSync(join(home, 'a.test.js'), '')
  writeFileSync(join(home, 'r', name), text)
  return home
}

const runOf = (home: string, used: string[] = [], more: Partial<SuiteRun> = {}): SuiteRun => ({
  runner: 'vitest',
  config: home,
  files: new Map([[join(home, 'a.test.js'), new Map([['one', { ended: 'whole', used }]])]]),
  listed: [join(home, 'a.test.js')],
  directories: [join(home, 'r')],
  ...more,
})

it('leaves no cache where nothing was recorded', () => {
  const home = packageIn()
  rmSync(join(home, 'r', name))
  expect(judgeRuns([runOf(home)])).toEqual({ lines: [], obsolete: 0 })
  expect(readdirSync(home)).not.toContain('node_modules')
})

it.each<[string, (home: string) => void, RegExp]>([
  [
    'where nothing can be written',
    home => writeFileSync(join(home, 'node_modules'), ''),
    /\(E(?:NOTDIR|EXIST)/,
  ],
  ['where no package is', home => rmSync(join(home, 'package.json')), /\(no package\.json/],
])('says so %s, in one line, and judges all the same', (_, change, why) => {
  const home = packageIn()
  change(home)
  const { lines, obsolete } = judgeRuns([runOf(home)])
  expect(obsolete).toBe(1)
  expect(lines.filter(line => line.includes('could not be kept for prune'))).toEqual([
    expect.stringMatching(why),
  ])
  expect(judgeRuns([runOf(home, [join(home, 'r', name)])]).obsolete).toBe(0)
  expect(existsSync(join(home, 'r/node_modules'))).toBe(false)
})

it('fails no run that left something out', () => {
  const home = packageIn()
  expect(judgeRuns([runOf(home)]).obsolete).toBe(1)
  for (const narrowed of [
    { listed: undefined },
    { files: new Map() },
    {
      files: new Map([
        [join(home, 'a.test.js'), new Map([['one', { ended: 'left out' as const, used: [] }]])],
      ]),
    },
  ]) {
    const { lines, obsolete } = judgeRuns([runOf(home, [], narrowed)])
    expect(obsolete).toBe(0)
    expect(lines.join('\n')).toContain('1 recording used by no test')
  }
})

it('asks a directory which the suite used once whether it uses it still', () => {
  const home = packageIn()
  mkdirSync(join(home, 'apart'))
  writeFileSync(join(home, 'apart', other), otherText)
  const [used, apart] = [join(home, 'r', name), join(home, 'apart', other)]
  expect(judgeRuns([runOf(home, [used, apart])]).obsolete).toBe(0)
  const { lines, obsolete } = judgeRuns([runOf(home, [used])])
  expect(obsolete).toBe(1)
  expect(lines.join('\n')).toContain(`apart/${other}`)
})

it('keeps what packages use of one directory in the package that has it, and of others nothing', () => {
  const home = packageIn()
  const [one = '', two = ''] = ['one', 'two'].map(each => packageIn(join(home, 'packages', each)))
  const shared = join(home, 'r')
  const runs = [runOf(one, [join(shared, name)]), runOf(two)]
  const sharing = runs.map(run => ({ ...run, directories: [...run.directories, shared] }))
  for (const run of sharing) judgeRuns([run])
  expect(readLedger(shared).suites.map(({ suite }) => suite)).toEqual(
    expect.arrayContaining(['vitest, packages/one', 'vitest, packages/two']),
  )
  expect(readLedger(join(one, 'r')).suites.map(({ suite }) => suite)).toEqual([
    'vitest, without a configuration',
  ])
  // run together, from the root
  judgeRuns(sharing)
  expect(readLedger(join(one, 'r')).suites).toHaveLength(1)
  expect(readLedger(shared).suites).toHaveLength(2)
})

it('knows tests of one name as little as the least of them, and what is outside as little as all', () => {
  const test = (ended: 'whole' | 'skipped' | 'left out', used: string) => ({ name: 'a', ended, used: [used] })
  expect([...testsByName([test('whole', '1'), test('whole', '2')], ['3'])]).toEqual([
    ['a', { ended: 'whole', used: ['1', '2'] }],
    ['', { ended: 'whole', used: ['3'] }],
  ])
  expect([...testsByName([test('skipped', '1'), test('whole', '2')], [])]).toEqual([
    ['a', { ended: 'skipped', used: ['1', '2'] }],
    ['', { ended: 'skipped', used: [] }],
  ])
  expect(testsByName([test('left out', '1'), test('skipped', '2')], []).get('')?.ended).toBe('left out')
})

it('takes a state from what code says, not from times, recordings or what tools write', () => {
  const home = packageIn()
  const state = (): string => sourceState(home).digest
  const before = state()
  utimesSync(join(home, 'a.test.js'), 1, 1)
  rmSync(join(home, 'r', name))
  for (const path of ['node_modules/a', 'coverage', '.cache']) {
    mkdirSync(join(home, path), { recursive: true })
    writeFileSync(join(home, path, 'index.js'), 'written')
  }
  expect(state()).toBe(before)
  writeFileSync(join(home, 'a.test.js'), 'changed')
  expect(state()).not.toBe(before)
})
