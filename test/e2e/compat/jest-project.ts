/** A user's project with Jest 30 and this package in it. */
import { createProject, type Project, type RunOptions, type RunResult } from '../project.ts'

/** `module.exports` of jest.config.js, as JSON; `files` beside it. */
export interface JestProjectOptions {
  config?: object
  files: Record<string, string | object>
  /** Of package.json. */
  type?: 'commonjs' | 'module'
}

/** A project that names the setup file, the reporter and a `setup.cjs` that is to call `configure()`. */
export function createJestProject({ config = {}, files, type = 'commonjs' }: JestProjectOptions): Project {
  return createProject({
    compatPackages: ['jest', '@swc/jest'],
    files: {
      'package.json': { name: 'project-under-test', private: true, type },
      'jest.config.json': {
        setupFiles: ['./setup.cjs'],
        setupFilesAfterEnv: ['context-recall/jest'],
        reporters: ['default', 'context-recall/jest-reporter'],
        transform: {},
        ...config,
      },
      ...files,
    },
  })
}

/** The setup file that configures the package from CommonJS; `options` is source text. */
export function setupFile(options: string, head = ''): string {
  return `${head}require('context-recall').configure({ ${options} })\n`
}

/** Runs Jest. */
export function runJest(
  project: Project,
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<RunResult> {
  return project.run('jest', args, options)
}

/** Runs Jest and returns its tests by title, with what `--json` says of them. */
export async function runForStates(
  project: Project,
  options: RunOptions = {},
  args: readonly string[] = [],
): Promise<{ result: RunResult; states: Record<string, { state: string; message: string }> }> {
  const result = await runJest(project, ['--json', '--outputFile=out.json', ...args], options)
  const report = JSON.parse(project.read('out.json')) as {
    testResults: { assertionResults: { title: string; status: string; failureMessages: string[] }[] }[]
  }
  const tests = report.testResults.flatMap(file => file.assertionResults)
  const states = Object.fromEntries(
    tests.map(({ title, status, failureMessages }) => [
      title,
      { state: status, message: failureMessages.join('\n') },
    ]),
  )
  return { result, states }
}
