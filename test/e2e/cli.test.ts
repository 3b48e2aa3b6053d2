/** The command as it is installed: started through its link, in a project, with real files and git. */
import { chmodSync, readdirSync, readFileSync, symlinkSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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

test('ends quietly when its reader does', async () => {
  const { project } = projectWithRecordings()
  const { stderr } = await project.run('sh', [
    '-c',
    'node node_modules/.bin/context-recall list --json | head -n 1',
  ])
  expect(stderr).toBe('')
})
