/** `npm run check`: every check, one after the other; each is named, timed, and shown in full when it fails. */
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'

interface Step {
  name: string
  commands: string[]
  /** The step without which this one would only repeat its failure. */
  after?: string
}

const steps: Step[] = [
  { name: 'format', commands: ['biome format'] },
  { name: 'lint', commands: ['oxlint --type-aware --deny-warnings'] },
  { name: 'types', commands: ['tsc --noEmit'] },
  { name: 'regexps', commands: ['node .ci/check-regexps.ts'] },
  { name: 'tests', commands: ['vitest run --project unit --project slow --project e2e'] },
  { name: 'build', commands: ['tsdown --logLevel warn'] },
  { name: 'type-tests', commands: ['tsc --noEmit --project test/types'], after: 'build' },
  {
    name: 'examples',
    commands: [
      'tsc --noEmit --project examples',
      'node examples/demo.ts',
      'node examples/mastra/run.ts',
      'node examples/compare/run.ts',
    ],
    after: 'build',
  },
  {
    name: 'package',
    commands: [
      'publint --strict',
      'attw --pack . --profile node16 --entrypoints . jest jest-reporter',
      // What is for Vitest is ESM only, as Vitest is.
      'attw --pack . --profile node16 --ignore-rules cjs-resolves-to-esm',
    ],
    after: 'build',
  },
  { name: 'unused', commands: ['knip'] },
  {
    name: 'compat',
    commands: [
      'npm ci --prefix test/compat --no-audit --no-fund --loglevel error',
      'vitest run --project compat',
    ],
  },
]

const root = join(import.meta.dirname, '..')
const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
const failed = new Set<string>()

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    without: { type: 'string', multiple: true, default: [] },
  },
})
const unknown = [...values.only, ...values.without].filter(name => !steps.some(step => step.name === name))
if (unknown.length > 0) {
  console.error(`No step is named ${unknown.join(', ')}. Steps: ${steps.map(step => step.name).join(', ')}.`)
  process.exit(2)
}
const chosen = steps.filter(
  ({ name }) => !values.without.includes(name) && (values.only.length === 0 || values.only.includes(name)),
)

/** The output of the first command that failed, or undefined when all went well. */
function run({ commands }: Step): string | undefined {
  for (const command of commands) {
    const { status, stdout, stderr, error } = spawnSync(command, {
      cwd: root,
      shell: true,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: path },
      maxBuffer: Number.POSITIVE_INFINITY,
    })
    if (status !== 0) return `$ ${command}\n${stdout}${stderr}${error?.message ?? ''}`
  }
  return undefined
}

for (const step of chosen) {
  process.stdout.write(step.name.padEnd(12))
  if (step.after && failed.has(step.after)) {
    failed.add(step.name)
    console.log(`not run: ${step.after} failed`)
    continue
  }
  const start = performance.now()
  const output = run(step)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(output === undefined ? `ok      ${seconds} s` : `FAILED  ${seconds} s\n${output}`)
  if (output !== undefined) failed.add(step.name)
}

if (failed.size > 0) console.log(`\nFailed: ${[...failed].join(', ')}`)
console.log(`\ncheck: ${chosen.length - failed.size} passed, ${failed.size} failed`)
process.exitCode = failed.size > 0 ? 1 : 0
