import { mkdirSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { judgeRuns } from '../../src/reporters/judge-obsolete.ts'
import { fileOf, keyedAttribution, keyedClaims } from '../recordings/sample.ts'
import { cliProject, type CliProject } from './cli-project.ts'

const directory = '__recordings__/context-recall'
const [claimsName, claimsText] = fileOf(keyedClaims)
const [attributionName, attributionText] = fileOf(keyedAttribution)

/** A committed project of two tests with a recording each; without a run of its suite. */
function project(): CliProject {
  const made = cliProject()
  made.write('../../package.json', '{}')
  made.write('../../.gitignore', 'node_modules\n')
  made.write('../../a.test.js', 'a')
  made.write('../../b.test.js', 'b')
  made.commit([
    [claimsName, claimsText],
    [attributionName, attributionText],
  ])
  return made
}

/** Runs the suite: the test files that are there, `a.test.js` with the claims and `b.test.js` with the attribution. */
function runSuite({ root }: CliProject, more: Record<string, string> = {}): string[] {
  const used: Record<string, string> = { 'a.test.js': claimsName, 'b.test.js': attributionName, ...more }
  const listed = readdirSync(root).filter(file => file in used)
  const files = new Map(
    listed.map(file => {
      const test = { ended: 'whole' as const, used: [join(root, directory, used[file] ?? '')] }
      return [join(root, file), new Map([['test', test]])]
    }),
  )
  return judgeRuns([
    {
      runner: 'vitest',
      config: root,
      files,
      listed: listed.map(file => join(root, file)),
      directories: [join(root, directory)],
    },
  ]).lines
}

const left = ({ root }: CliProject): string[] =>
  readdirSync(join(root, directory)).filter(name => name.endsWith('.jsonc'))

function withoutTest(made: CliProject): CliProject {
  rmSync(join(made.root, 'b.test.js'))
  runSuite(made)
  return made
}

it('knows nothing in a fresh clone, and says what to run', async () => {
  expect(await project().run(['prune', '--dry-run'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /not known which .*no suite .* has run here\.\n {2}do {2}run the whole suite once/,
    ),
  })
})

it('deletes what no suite used, once a person agrees', async () => {
  const made = withoutTest(project())
  expect(await made.run(['prune'], { answer: false })).toMatchObject({
    code: 1,
    out: expect.stringMatching(/Nothing was changed\.$/),
  })
  expect(left(made)).toHaveLength(2)
  expect(await made.run(['prune'], { answer: true })).toMatchObject({
    code: 0,
    out: expect.stringMatching(/Deleted 1\.$/),
  })
  expect(left(made)).toEqual([claimsName])
})

it('says what the reporter said, whatever the times of files, and after a commit of what was there', async () => {
  const made = project()
  rmSync(join(made.root, 'b.test.js'))
  expect(runSuite(made).join('\n')).toContain('1 recording used by no test')
  for (const name of left(made)) utimesSync(join(made.root, directory, name), 4e9, 4e9)
  utimesSync(join(made.root, 'a.test.js'), 4e9, 4e9)
  const listed = expect.stringContaining(`Used by none of them, 1:\n  ${directory}/${attributionName}`)
  expect((await made.run(['prune', '--dry-run'])).out).toEqual(listed)
  made.commit()
  expect((await made.run(['prune', '--dry-run'])).out).toEqual(listed)
})

it.each<[string, (made: CliProject) => void]>([
  ['another branch is checked out', ({ git }) => git('checkout', '--quiet', 'main')],
  ['the test is there again, committed', ({ git }) => git('checkout', '--quiet', 'main', '--', 'b.test.js')],
  ['the test is there again, untracked', made => made.write('../../b.test.js', 'b')],
  ['a test has changed', made => made.write('../../a.test.js', 'changed')],
  ['a helper is new', made => made.write('../../lib/helper.ts', 'new')],
])('deletes nothing when since the run %s', async (_, change) => {
  const made = project()
  made.git('checkout', '--quiet', '-b', 'branch')
  withoutTest(made).commit()
  expect((await made.run(['prune', '--dry-run'])).out).toContain('Used by none of them, 1:')
  change(made)
  expect(await made.run(['prune', '--yes'])).toMatchObject({
    code: 2,
    err: expect.stringMatching(
      /files have changed since vitest.* last ran.*\n {2}do {2}run the whole suite once/,
    ),
  })
  expect(left(made)).toHaveLength(2)
  runSuite(made)
  expect((await made.run(['prune', '--yes'])).code).toBe(0)
})

it('deletes nothing without git when a test is there again', async () => {
  const made = withoutTest(project())
  rmSync(join(made.root, '.git'), { recursive: true })
  runSuite(made)
  expect((await made.run(['prune', '--dry-run'])).out).toContain('Used by none of them, 1:')
  made.write('../../b.test.js', 'b')
  expect((await made.run(['prune', '--yes'])).err).toContain('files have changed since')
  expect(left(made)).toHaveLength(2)
})

it('passes over a link that leads nowhere', async () => {
  const made = withoutTest(project())
  symlinkSync('nowhere', join(made.root, directory, 'm.claims.ffffffffffffffff.jsonc'))
  const { code, out } = await made.run(['prune', '--dry-run'])
  expect(code).toBe(0)
  expect(out).toContain('Kept: 1 damaged')
  expect(out).toContain('Used by none of them, 1:')
})

it('deletes nothing while what a suite used cannot be read', async () => {
  const made = withoutTest(project())
  writeFileSync(join(made.root, 'node_modules/.cache/context-recall/broken.json'), '{')
  const { code, err } = await made.run(['prune', '--yes'])
  expect(code).toBe(2)
  expect(err).toMatch(/broken\.json is damaged\.\n {2}do {2}delete that file/)
  expect(left(made)).toHaveLength(2)
})

it('takes the word of the package that has the directory, and of no other', async () => {
  const made = withoutTest(project())
  const theirs = join(made.root, 'packages/a', directory)
  mkdirSync(theirs, { recursive: true })
  writeFileSync(join(made.root, 'packages/a/package.json'), '{}')
  writeFileSync(join(theirs, claimsName), claimsText)
  const prune = ['prune', '--yes', '--recordings', `packages/a/${directory}`]
  expect(await made.run(prune)).toMatchObject({ code: 2, err: expect.stringContaining('has run here') })
  expect(readdirSync(theirs)).toEqual([claimsName])
})

it('sees through a link to the directory', async () => {
  const made = withoutTest(project())
  symlinkSync(join(made.root, directory), join(made.root, 'link.local'), 'junction')
  const { out } = await made.run(['prune', '--dry-run', '--recordings', 'link.local'])
  expect(out).toContain(`Used by none of them, 1:\n  link.local/${attributionName}`)
})
