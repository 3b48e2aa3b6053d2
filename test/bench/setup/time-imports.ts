/** How long a first import takes in a fresh process: the package beside what it loads for live calls only. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Installation } from '../installation.ts'
import { type Finding, milliseconds } from '../row.ts'
import { plainEnvironment } from '../script.ts'
import { summarise } from '../statistics.ts'

const rounds = 7
const modules = ['context-recall', 'ai', '@ai-sdk/openai', 'zod']

const script = `const start = performance.now()
await import(process.argv[2])
console.log(performance.now() - start)
`

/** Imports each module in turn, every time in a new process. */
export async function timeImports({ root, path, write }: Installation): Promise<Finding> {
  write('import-once.js', script)
  const durations = new Map(modules.map(name => [name, [] as number[]]))
  for (let round = 0; round <= rounds; round++) {
    for (const name of modules) {
      const { stdout } = await promisify(execFile)(process.execPath, [path('import-once.js'), name], {
        cwd: root,
        env: plainEnvironment(),
      })
      // the first round reads files that the system has not in memory yet
      if (round > 0) durations.get(name)?.push(Number(stdout))
    }
  }
  const summaries = modules.map(name => ({ name, ...summarise(durations.get(name) ?? []) }))
  const ours = summaries[0]?.median ?? Number.NaN
  return {
    heading: `first import in a fresh process, ${rounds} of each in turn, milliseconds`,
    table: [
      ['', 'median', 'p95', '× ours'],
      ...summaries.map(({ name, median, p95 }) => [
        `import '${name}'`,
        milliseconds(median),
        milliseconds(p95),
        (median / ours).toFixed(1),
      ]),
    ],
    notes: [],
  }
}
