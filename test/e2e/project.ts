/** A user's project in a temporary directory, with the packed package installed and the tools it needs beside it. */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { inject, TestRunner } from 'vitest'

const repositoryModules = join(import.meta.dirname, '../../node_modules')
const compatModules = join(import.meta.dirname, '../compat/node_modules')
const alwaysLinked = ['vitest', 'vite', 'typescript', '@types/node']
const passedOn = ['HOME', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot', 'ComSpec']

export interface ProjectOptions {
  /** Path → content; an object is written as JSON. `package.json` is there already. */
  files?: Record<string, string | object>
  /** More packages of the repository's `node_modules`; the dependencies of the package are there by themselves. */
  packages?: readonly string[]
  /**
   * Packages of `test/compat`, with their commands; `vitest=vitest-4` puts one under another name. Throws when they
   * are not installed.
   */
  compatPackages?: readonly string[]
}

export interface RunOptions {
  /** Added to a small, fixed environment without `CI`; `undefined` takes a variable away. */
  env?: Record<string, string | undefined>
  /** Standard input; it is closed at once when there is none. */
  input?: string
  /** Without any network, not even this machine's own. Throws where the system does not allow it. */
  offline?: boolean
}

/** How a command ended; texts without colours, `output` both streams as they came. */
export interface RunResult {
  code: number | null
  stdout: string
  stderr: string
  output: string
}

export interface Project {
  readonly root: string
  /** The path of a file of the project. */
  path(file: string): string
  write(file: string, content: string | object): void
  read(file: string): string
  exists(file: string): boolean
  /** The recordings (`*.jsonc`) in a directory, sorted; none when it is missing. */
  recordings(directory?: string): string[]
  /** Runs a command with the `node_modules/.bin` of the project, then of the repository, first on the PATH. */
  run(command: string, args: readonly string[], options?: RunOptions): Promise<RunResult>
  /** Called by itself after the test the project was made in, unless that failed. */
  remove(): void
}

/** Makes a project. Made outside a test, in a hook, it has to be removed by whoever made it. */
export function createProject({
  files = {},
  packages = [],
  compatPackages = [],
}: ProjectOptions = {}): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'context-recall-project-')))
  const path = (file: string): string => {
    const target = resolve(root, file)
    if (relative(root, target).startsWith('..')) throw new Error(`${file} leaves the project`)
    return target
  }
  const project: Project = {
    root,
    path,
    write(file, content) {
      mkdirSync(dirname(path(file)), { recursive: true })
      writeFileSync(path(file), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
    },
    read: file => readFileSync(path(file), 'utf8'),
    exists: file => existsSync(path(file)),
    recordings(directory = '__recordings__/context-recall') {
      if (!existsSync(path(directory))) return []
      return readdirSync(path(directory))
        .filter(name => name.endsWith('.jsonc'))
        .toSorted()
    },
    run: (command, args, options) => run(root, command, args, options),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
  installPackages(project, packages)
  for (const name of compatPackages) installCompatPackage(project, name)
  project.write('package.json', { name: 'project-under-test', private: true, type: 'module' })
  for (const [file, content] of Object.entries(files)) project.write(file, content)
  removeAfterTest(project)
  return project
}

/** The packed package as a real directory, as npm leaves it; all else as links, to be quick. */
function installPackages(project: Project, packages: readonly string[]): void {
  const installed = project.path('node_modules/context-recall')
  cpSync(inject('packedPackage'), installed, { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of new Set([...Object.keys(dependencies), ...alwaysLinked, ...packages]))
    linkPackage(project, name, repositoryModules)
}

function linkPackage(project: Project, name: string, modules: string, source = name): void {
  const link = project.path(`node_modules/${name}`)
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { recursive: true, force: true })
  symlinkSync(join(modules, source), link, 'junction')
}

function installCompatPackage(project: Project, wanted: string): void {
  const [name = '', source = name] = wanted.split('=')
  const manifest = join(compatModules, source, 'package.json')
  if (!existsSync(manifest))
    throw new Error(`${source} is not in test/compat/node_modules. Run: npm ci --prefix test/compat`)
  linkPackage(project, name, compatModules, source)
  const { bin = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin?: string | Record<string, string> }
  mkdirSync(project.path('node_modules/.bin'), { recursive: true })
  for (const [command, file] of Object.entries(typeof bin === 'string' ? { [name]: bin } : bin))
    symlinkSync(join(compatModules, source, file), project.path(`node_modules/.bin/${command}`))
}

function removeAfterTest(project: Project): void {
  const test = TestRunner.getCurrentTest()
  test?.context.onTestFinished(({ task }) => {
    if (task.result?.state !== 'fail') project.remove()
    else console.error(`The project of the failed test is still there: ${project.root}`)
  })
}

function run(
  cwd: string,
  command: string,
  args: readonly string[],
  { env = {}, input, offline = false }: RunOptions = {},
): Promise<RunResult> {
  const [file = '', ...rest] = offline ? [...withoutNetwork(), command, ...args] : [command, ...args]
  const child = spawn(file, rest, { cwd, env: environment(cwd, env), stdio: 'pipe' })
  const result: RunResult = { code: null, stdout: '', stderr: '', output: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      result[stream] += stripVTControlCharacters(text)
      result.output += stripVTControlCharacters(text)
    })
  }
  child.stdin.end(input)
  return new Promise((settle, reject) => {
    child.once('error', reject)
    child.once('close', code => settle({ ...result, code }))
  })
}

function environment(root: string, added: Record<string, string | undefined>): Record<string, string> {
  const all: Record<string, string | undefined> = {
    ...Object.fromEntries(passedOn.map(name => [name, process.env[name]])),
    PATH: [join(root, 'node_modules/.bin'), join(repositoryModules, '.bin'), process.env.PATH].join(
      delimiter,
    ),
    NO_COLOR: '1',
    ...added,
  }
  return Object.fromEntries(
    Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function withoutNetwork(): string[] {
  const unshare = ['unshare', ...(process.getuid?.() === 0 ? [] : ['--map-root-user']), '--net', '--']
  const probe = spawnSync('unshare', [...unshare.slice(1), 'true'], { encoding: 'utf8' })
  if (probe.status === 0) return unshare
  throw new Error(
    `This system does not allow a process without a network: ${probe.error?.message ?? probe.stderr}`,
  )
}
