import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { judgeObsolete } from '../../src/reporters/judge-obsolete.ts'
import { readSuiteUses, writeSuiteUse } from '../../src/reporters/suite-use.ts'
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

it.each(['', '{', '{"format":1}', '[]', '{"format":2,"suite":"a","at":1,"testFiles":[],"used":[]}'])(
  'tells of a file it cannot trust: %s',
  text => {
    const home = packageIn()
    writeSuiteUse(home, use(home))
    const cache = join(home, 'node_modules/.cache/context-recall')
    const [name = ''] = readdirSync(cache)
    writeFileSync(join(cache, name), text)
    expect(readSuiteUses(home)).toEqual({ uses: [], damaged: [join(cache, name)] })
  },
)

it('leaves no cache where nothing was recorded', () => {
  const home = packageIn()
  const run = { root: home, suite: 'vitest, none', testFiles: [], used: [], directories: [join(home, 'r')] }
  expect(judgeObsolete({ ...run, incomplete: undefined })).toEqual({ lines: [], obsolete: 0 })
  expect(readdirSync(home)).not.toContain('node_modules')
})
