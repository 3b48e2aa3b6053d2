/** Runs the installed Vitest in a project and takes the time, its own and that of each test file. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Installation } from '../installation.ts'
import { plainEnvironment } from '../script.ts'

/** Milliseconds. */
export interface VitestRun {
  /** From start to exit. */
  wall: number
  /** What Vitest counts for each test file: preparing, setup files, importing and running it. */
  files: number[]
}

const reporter = `import { writeFileSync } from 'node:fs'
export default class {
  onTestRunEnd(modules) {
    const failed = modules.filter(module => module.state() !== 'passed').map(module => module.relativeModuleId)
    const files = modules.map(module => {
      const { prepareDuration, environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic()
      return prepareDuration + environmentSetupDuration + setupDuration + collectDuration + duration
    })
    writeFileSync('run.json', JSON.stringify({ failed, files }))
  }
}
`

/** Runs the project's tests, one file at a time. Rejects, with what was printed, unless all pass. */
export async function runVitest(
  { root, path, write }: Installation,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<VitestRun> {
  write('reporter.js', reporter)
  write('run.json', '{}')
  const vitest = path('node_modules/vitest/vitest.mjs')
  const start = performance.now()
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--reporter', './reporter.js', '--reporter', 'dot', '--maxWorkers', '1', ...args],
    { cwd: root, env: plainEnvironment(environment), stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const wall = performance.now() - start
  const { failed, files } = JSON.parse(readFileSync(path('run.json'), 'utf8')) as {
    failed?: string[]
    files?: number[]
  }
  if (code !== 0 || files === undefined || failed?.length !== 0)
    throw new Error(`vitest ${args.join(' ')} ended with ${code}:\n${printed}`)
  return { wall, files }
}
