/** The command as it is installed: started through its link, in a project, with real files and git. */
import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startJudgeServer } from './judge-server.ts'
import { literalJudge } from './literal-judge.ts'
import { createProject, type Project, type RunResult } from './project.ts'

const recordings = join(import.meta.dirname, '../../examples/failing/__recordings__/context-recall')
const directory = '__recordings__/context-recall'

function projectWithRecordings(): {
  project: Project
  names: string[]
  cli: (...args: string[]) => Promise<RunResult>
} {
  const names = readdirSync(recordings).filter(name => name.endsWith('.jsonc'))
  const project = createProject({
    files: Object.fromEntries(
      names.map(name => [`${directory}/${name}`, readFileSync(join(recordings, name), 'utf8')]),
    ),
  })
  mkdirSync(project.path('node_modules/.bin'), { recursive: true })
  const command = project.path('node_modules/.bin/context-recall')
  symlinkSync('../context-recall/dist/bin.js', command)
  return { project, names, cli: (...args) => project.run('node', [command, ...args], { offline: true }) }
}

test('lists, shows, estimates, corrects and forgets', async () => {
  const { project, names, cli } = projectWithRecordings()
  const attribution = names.find(name => name.includes('.attribution.')) ?? ''
  const hash = attribution.split('.')[2] ?? ''
  const listed = await cli('list')
  expect(listed).toMatchObject({ code: 0, stderr: '' })
  expect(listed.stdout).toMatch(new RegExp(`^${hash} +attribution +0\\.67 +not committed`, 'm'))
  expect((await cli('show', hash)).stdout).toContain('✗ Einstein received the Nobel Prize.')
  expect((await cli('estimate')).stdout).toMatch(/all +1 /)
  const path = `${directory}/${attribution}`
  project.write(path, project.read(path).replace('"status": "missing"', '"status": "partial"'))
  expect((await cli('audit')).code).toBe(1)
  expect(await cli('reseal', path)).toMatchObject({ code: 0 })
  expect(await cli('audit')).toMatchObject({ code: 0 })
  expect(await cli('forget', hash)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
  expect(await cli('forget', hash, '--yes')).toMatchObject({ code: 0 })
  expect(project.recordings()).toHaveLength(names.length - 1)
})

test('is started by its name through npx, with nothing but its own first line', async () => {
  const { project, names } = projectWithRecordings()
  // as npm does when it installs a package with a command
  chmodSync(project.path('node_modules/context-recall/dist/bin.js'), 0o755)
  const { code, stdout, stderr } = await project.run(
    'npx',
    ['--no-install', 'context-recall', 'list', '--json'],
    {
      offline: true,
    },
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect((JSON.parse(stdout) as { name: string }[]).map(({ name }) => name)).toEqual(names)
})

test('says what is wrong with a call, and exits with 2', async () => {
  const { cli } = projectWithRecordings()
  expect(await cli('audti')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('Did you mean audit?'),
  })
  expect(await cli('list', '--recordings', 'no')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no directory no.'),
  })
  expect((await cli('--help')).stdout).toContain('Usage: context-recall <command>')
})

const command = 'node node_modules/.bin/context-recall'

test('ends quietly when its reader does, with the work done and the exit code it has', async () => {
  const { project, names } = projectWithRecordings()
  const piped = (args: string): Promise<RunResult> =>
    project.run('bash', ['-c', `${command} ${args} | true; exit \${PIPESTATUS[0]}`])
  expect(await piped('list --json')).toMatchObject({ code: 0, stderr: '' })
  project.write(`${directory}/${names[0]}`, '')
  expect(await piped('audit')).toMatchObject({ code: 1, stderr: '' })
  expect(await piped(`forget ${names[0]} --yes`)).toMatchObject({ code: 0, stderr: '' })
  expect(project.recordings()).toHaveLength(names.length - 1)
})

test.runIf(existsSync('/dev/full')).each(['list --json', 'audit', 'estimate', '--help', '--version'])(
  '%s says that its output could not be written',
  async args => {
    const { project } = projectWithRecordings()
    expect(await project.run('sh', ['-c', `${command} ${args} > /dev/full`])).toMatchObject({
      code: 3,
      stderr: 'The output could not be written: the disk is full.\n  do  make room, or write it elsewhere\n',
    })
    expect(await project.run('sh', ['-c', `${command} ${args} > /dev/full 2>&1`])).toMatchObject({ code: 3 })
  },
)

test.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))(
  'a question without an answer is no',
  async () => {
    const { project, names } = projectWithRecordings()
    // Ctrl-D, once it was asked
    const typed = `(sleep 2; printf '\\004'; sleep 2) | script -qec '${command} forget ${names[0]}' /dev/null`
    const { output } = await project.run('sh', ['-c', typed])
    expect(output).toContain('Delete it? [y/N]')
    expect(output).toContain('Kept.')
    expect(output).not.toMatch(/Warning|Error/)
    expect(project.recordings()).toHaveLength(names.length)
  },
)

test('says its release', async () => {
  const { project, cli } = projectWithRecordings()
  const { version } = JSON.parse(project.read('node_modules/context-recall/package.json')) as {
    version: string
  }
  expect(await cli('--version')).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' })
})

test('diff shows the recall that a changed query costs, as a suite leaves it', async () => {
  const server = await startJudgeServer(literalJudge)
  onTestFinished(() => server.close())
  const retrieving = (query: string): string => `import { expect, test } from 'vitest'
const search = query => (query === 'good' ? ['Alpha holds. Beta holds.'] : ['Delta holds.'])
test('alpha', async () => { await expect(search('${query}')).toHaveContextRecall('Alpha holds.') })
test('beta', async () => { await expect(search('${query}')).toHaveContextRecall('Beta holds.') })
`
  const project = createProject({
    files: {
      '.gitignore': 'node_modules\n',
      'a.test.ts': retrieving('good'),
      'vitest.config.ts': `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall({ model: { id: 'local/judge', url: '${server.url}' } })] }
`,
    },
  })
  expect(await project.run('vitest', ['run'])).toMatchObject({ code: 0 })
  const git = 'git -c user.name=a -c user.email=a@b.invalid'
  await project.run('sh', ['-c', `git init -q -b main && git add -A && ${git} commit -qm recorded`])
  project.write('a.test.ts', retrieving('bad'))
  expect(await project.run('vitest', ['run'])).toMatchObject({ code: 1 })
  const cli = (...args: string[]): Promise<RunResult> =>
    project.run('node', ['node_modules/context-recall/dist/bin.js', ...args])
  const { stdout } = await cli('diff', 'main')
  expect(stdout.match(/recall 1\.00 → 0\.00/g)).toHaveLength(2)
  expect(stdout.match(/lost: (Alpha|Beta) holds\./g)).toHaveLength(2)
  expect(stdout).toContain('claims: 2 lost, 0 won; 2 changed, 0 new, 0 gone, 0 the same')
  const changes = JSON.parse((await cli('diff', 'main', '--json')).stdout) as object[]
  expect(changes).toMatchObject([
    { before: expect.any(String), after: expect.any(String), recall: { before: 1, after: 0 } },
    { before: expect.any(String), after: expect.any(String), recall: { before: 1, after: 0 } },
  ])
})
