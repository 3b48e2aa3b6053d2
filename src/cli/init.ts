/** `init`: writes configuration, setup and a first test for the runner that the project has. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UsageError } from '../errors.ts'
import { toOneLine } from '../text.ts'
import { refusedBy } from './agreed.ts'
import { type CliIo, exit } from './io.ts'

export interface InitOptions {
  model?: string
  yes?: boolean
}

interface Manifest {
  type?: string
  jest?: unknown
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** What is written, and what a person has to add to a configuration that is there already. */
interface Plan {
  files: Record<string, string>
  byHand: string[]
  run: string
}

const defaultModel = 'openai/gpt-5.6-sol'

/** Shows what it will write and asks; never overwrites. A `UsageError` where there is no runner. */
export async function init(
  io: CliIo,
  { model = defaultModel, yes = false }: InitOptions = {},
): Promise<number> {
  const plan = planFor(io.cwd, JSON.stringify(model).slice(1, -1).replaceAll("'", String.raw`\'`))
  const standing = Object.keys(plan.files).filter(file => existsSync(join(io.cwd, file)))
  if (standing.length > 0)
    throw new UsageError(
      `${standing.join(' and ')} ${standing.length === 1 ? 'is' : 'are'} there already, and nothing is overwritten.\n` +
        `  do  move ${standing.length === 1 ? 'it' : 'them'} away, or write by hand what the README shows`,
    )
  for (const [file, text] of Object.entries(plan.files)) {
    io.out(`── ${file}`)
    io.out(text)
  }
  const names = Object.keys(plan.files)
  const refused = await refusedBy(io, `Write ${names.join(', ')}?`, yes)
  if (refused !== undefined) return refused
  for (const [file, text] of Object.entries(plan.files)) {
    mkdirSync(dirname(join(io.cwd, file)), { recursive: true })
    // fails rather than overwrite what has come meanwhile
    writeFileSync(join(io.cwd, file), text, { flag: 'wx' })
  }
  io.out(`Written: ${names.join(', ')}.`)
  for (const line of plan.byHand) io.out(line)
  io.out(
    `${model === defaultModel ? 'Set OPENAI_API_KEY, then' : 'Then'} ${plan.run} records; commit what it writes.`,
  )
  return exit.fine
}

function planFor(root: string, model: string): Plan {
  const path = join(root, 'package.json')
  if (!existsSync(path))
    throw new UsageError('There is no package.json here.\n  do  run this where package.json stands')
  const manifest = readManifest(path)
  const has = (name: string): boolean =>
    name in (manifest.dependencies ?? {}) || name in (manifest.devDependencies ?? {})
  if (has('vitest')) return vitestPlan(root, model)
  if (has('jest')) return jestPlan(root, model, manifest)
  throw new UsageError(
    'package.json names neither vitest nor jest.\n  do  npm i -D vitest, or npm i -D jest, and run this again',
  )
}

function readManifest(path: string): Manifest {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\ufeff/, '')) as Manifest
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new UsageError(
      `package.json is no JSON: ${toOneLine(error.message)}.\n  do  mend it, and run this again`,
    )
  }
}

/** The first file of these that is there. */
function existing(root: string, name: string, endings: readonly string[]): string | undefined {
  return endings.map(ending => `${name}.${ending}`).find(file => existsSync(join(root, file)))
}

const endings = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs']

function vitestPlan(root: string, model: string): Plan {
  const config = existing(root, 'vitest.config', endings) ?? existing(root, 'vite.config', endings)
  const ending = existsSync(join(root, 'tsconfig.json')) ? 'ts' : 'mjs'
  const test = `test/context-recall.test.${ending}`
  const plugin = `contextRecall({ model: '${model}' })`
  const head = "import { contextRecall } from 'context-recall/plugin'\n"
  return {
    files: {
      ...(config === undefined && {
        [`vitest.config.${ending}`]: `${head}import { defineConfig } from 'vitest/config'\n\nexport default defineConfig({ plugins: [${plugin}] })\n`,
      }),
      [test]: `import { expect, test } from 'vitest'\n\n${firstTest}`,
    },
    byHand: [
      ...(config === undefined ? [] : [`Add to ${config}:`, `  ${head.trim()}`, `  plugins: [${plugin}]`]),
      ...(ending === 'ts' ? ['Add "context-recall/vitest" to compilerOptions.types in tsconfig.json.'] : []),
    ],
    run: `npx vitest run ${test}`,
  }
}

function jestPlan(root: string, model: string, { type, jest }: Manifest): Plan {
  const config =
    jest === undefined ? existing(root, 'jest.config', [...endings, 'json']) : 'the key jest of package.json'
  const setup = 'recall.setup.cjs'
  const settings = `{
  setupFiles: ['./${setup}'],
  setupFilesAfterEnv: ['context-recall/jest'],
  reporters: ['default', 'context-recall/jest-reporter'],
}`
  const test = 'test/context-recall.test.js'
  const head = type === 'module' ? "import { expect, test } from '@jest/globals'\n\n" : ''
  return {
    files: {
      ...(config === undefined && { 'jest.config.cjs': `module.exports = ${settings}\n` }),
      [setup]: `require('context-recall').configure({ model: '${model}' })\n`,
      [test]: head + firstTest,
    },
    byHand: config === undefined ? [] : [`Add to ${config}:`, ...settings.split('\n').slice(1, -1)],
    run: `npx jest ${test}`,
  }
}

const firstTest = `// your retriever in its place
const search = async () => ['Albert Einstein was born on 14 March 1879 in Ulm, Germany.']

test('finds when Einstein was born', async () => {
  const contexts = await search('When was Einstein born?')
  await expect(contexts).toHaveContextRecall('Einstein was born in 1879.', 0.9)
})
`
