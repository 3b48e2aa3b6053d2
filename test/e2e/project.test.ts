import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createProject } from './project.ts'

const print = (expression: string): string[] => ['--input-type=module', '-e', `console.log(${expression})`]

it('holds the packed package as a real directory, without its sources', async () => {
  const project = createProject()

  const { code, stdout } = await project.run('node', print("import.meta.resolve('context-recall')"))

  expect(code).toBe(0)
  expect(stdout).toContain(`${project.root}/node_modules/context-recall/dist/index.js`)
  expect(project.exists('node_modules/context-recall/src')).toBe(false)
})

it('runs commands in an environment that the surrounding one does not reach', async () => {
  const project = createProject()
  const names =
    "['CI', 'NO_COLOR', 'VITEST', 'CONTEXT_RECALL_MODE'].map(name => process.env[name] ?? 'unset').join()"

  const plain = await project.run('node', print(names))
  const given = await project.run('node', print(names), { env: { CI: 'true', CONTEXT_RECALL_MODE: 'live' } })

  expect([plain.stdout, given.stdout]).toEqual(['unset,1,unset,unset\n', 'true,1,unset,live\n'])
})

it('gives input, exit code and both streams', async () => {
  const project = createProject({
    files: {
      'echo.mjs': 'process.stdin.pipe(process.stdout); console.error("warned"); process.exitCode = 3',
    },
  })

  const result = await project.run('node', ['echo.mjs'], { input: 'said' })

  expect(result).toMatchObject({ code: 3, stdout: 'said', stderr: 'warned\n' })
  expect(result.output).toContain('said')
  expect(result.output).toContain('warned')
})

it('reads and writes files, but none outside', () => {
  const project = createProject({ files: { 'a/b.json': { c: 1 } } })

  project.write('__recordings__/context-recall/b.jsonc', '')
  project.write('__recordings__/context-recall/a.jsonc', '')
  project.write('__recordings__/context-recall/.gitignore', '')

  expect(JSON.parse(project.read('a/b.json'))).toEqual({ c: 1 })
  expect(project.recordings()).toEqual(['a.jsonc', 'b.jsonc'])
  expect(project.recordings('nowhere')).toEqual([])
  expect(() => project.write('../outside', '')).toThrow('leaves the project')
})

it.runIf(process.platform === 'linux')('takes the network away when asked', async () => {
  const server = createServer((_request, response) => response.end('reached'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const project = createProject()
  const attempt = print(`await fetch('${url}').then(r => r.text(), () => 'unreachable')`)

  expect((await project.run('node', attempt)).stdout).toBe('reached\n')
  expect((await project.run('node', attempt, { offline: true })).stdout).toBe('unreachable\n')
})
