import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { writeSuiteUse } from '../../src/reporters/suite-use.ts'
import { fileOf, keyedAttribution, keyedClaims } from '../recordings/sample.ts'
import { cliProject, type CliProject } from './cli-project.ts'

const directory = '__recordings__/context-recall'
const [claimsName, claimsText] = fileOf(keyedClaims)
const [attributionName, attributionText] = fileOf(keyedAttribution)

/** Both recordings are old; a suite's complete run, after them, used the claims. */
function project(): CliProject {
  const made = cliProject()
  made.write('../../package.json', '{}')
  made.commit([
    [claimsName, claimsText],
    [attributionName, attributionText],
  ])
  for (const name of [claimsName, attributionName]) utimesSync(join(made.root, directory, name), 1000, 1000)
  const used = [join(made.root, directory, claimsName)]
  writeSuiteUse(made.root, {
    suite: 'vitest, x',
    at: 2_000_000,
    testFiles: [],
    used,
    directories: [join(made.root, directory)],
  })
  return made
}

const left = ({ root }: CliProject): string[] =>
  readdirSync(join(root, directory)).filter(name => name.endsWith('.jsonc'))

it('deletes what no suite used, once a person agrees', async () => {
  const made = project()
  expect(await made.run(['prune'], { answer: false })).toMatchObject({
    code: 1,
    out: expect.stringMatching(/Kept\.$/),
  })
  expect(left(made)).toHaveLength(2)
  expect(await made.run(['prune'], { answer: true })).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Deleted 1\.$/),
  })
  expect(left(made)).toEqual([claimsName])
})

it('keeps what was made after a complete run, and what another suite used', async () => {
  const made = project()
  utimesSync(join(made.root, directory, attributionName), 3000, 3000)
  expect((await made.run(['prune', '--yes'])).out).toContain('Kept: 1 made after the oldest of these runs.')
  utimesSync(join(made.root, directory, attributionName), 1000, 1000)
  const used = [join(made.root, directory, attributionName)]
  writeSuiteUse(made.root, {
    suite: 'jest, y',
    at: 2_000_000,
    testFiles: [],
    used,
    directories: [join(made.root, directory)],
  })
  expect((await made.run(['prune', '--yes'])).out).toContain('Nothing to delete.')
  expect(left(made)).toHaveLength(2)
})

it('passes over a link that leads nowhere', async () => {
  const made = project()
  symlinkSync('nowhere', join(made.root, directory, 'm.claims.ffffffffffffffff.jsonc'))
  const { code, out } = await made.run(['prune', '--dry-run'])
  expect(code).toBe(0)
  expect(out).toContain('Kept: 1 damaged')
  expect(out).toContain('Used by none of them, 1:')
})

it('deletes nothing while what a suite used cannot be read', async () => {
  const made = project()
  writeFileSync(join(made.root, 'node_modules/.cache/context-recall/broken.json'), '{')
  const { code, err } = await made.run(['prune', '--yes'])
  expect(code).toBe(2)
  expect(err).toMatch(/What a suite used cannot be read: .*broken\.json/)
  expect(left(made)).toHaveLength(2)
})

it('takes the word of the package that has the directory, and of no other', async () => {
  const made = project()
  const inner = join(made.root, 'packages/a')
  const theirs = join(inner, directory)
  mkdirSync(theirs, { recursive: true })
  writeFileSync(join(inner, 'package.json'), '{}')
  writeFileSync(join(theirs, claimsName), claimsText)
  utimesSync(join(theirs, claimsName), 1000, 1000)
  const prune = ['prune', '--yes', '--recordings', `packages/a/${directory}`]
  expect(await made.run(prune)).toMatchObject({
    code: 2,
    err: expect.stringContaining('No suite known here has recordings in'),
  })
  const use = { suite: 'vitest, y', at: 2_000_000, testFiles: [], directories: [theirs] }
  writeSuiteUse(inner, { ...use, used: [join(theirs, claimsName)] })
  expect((await made.run(prune)).out).toContain('Nothing to delete.')
  expect(readdirSync(theirs)).toEqual([claimsName])
})

it('sees through a link to the directory', async () => {
  const made = project()
  symlinkSync(join(made.root, directory), join(made.root, 'link'), 'junction')
  expect((await made.run(['prune', '--dry-run', '--recordings', 'link'])).out).toContain(
    `Used by none of them, 1:\n  link/${attributionName}`,
  )
})
