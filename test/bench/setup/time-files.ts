/** What the package adds to a test file: real Vitest runs with and without it, in turn. */
import type { Installation } from '../installation.ts'
import { type Finding, milliseconds, toldGoal } from '../row.ts'
import { median } from '../statistics.ts'
import { runVitest, type VitestRun } from './run-vitest.ts'

const files = 20
const rounds = 3
const goal = 20

interface Variant {
  name: string
  config: string
  /** The content of the test file with this number. */
  testFile: (number: number) => string
}

const withSetupFile = "export default { test: { setupFiles: ['context-recall/vitest'] } }\n"
const withPlugin = `import { contextRecall } from 'context-recall/plugin'
export default { plugins: [contextRecall()] }
`

const trivial = (number: number): string => `import { expect, test } from 'vitest'
test('adds', () => expect(1 + ${number}).toBe(${number + 1}))
`

const asserting = (number: number): string => `import { expect, test } from 'vitest'
const judge = async ({ kind }) => {
  const verdict = { claim: 1, status: 'supported', evidence: [{ context: 1, quote: 'It is ${number} metres high.' }], gap: '' }
  return kind === 'claims' ? { claims: ['It is ${number} metres high.'] } : { verdicts: [verdict] }
}
test('recalls', async () => {
  await expect(['The tower is old. It is ${number} metres high.'])
    .toHaveContextRecall('It is ${number} metres high.', { model: { id: 'bench/judge', judge } })
})
`

const variants = {
  without: { name: 'without the package', config: 'export default {}\n', testFile: trivial },
  setupFile: { name: 'with the setup file', config: withSetupFile, testFile: trivial },
  asserting: { name: 'and one replayed assertion', config: withSetupFile, testFile: asserting },
  plugin: { name: 'with the plugin', config: withPlugin, testFile: trivial },
  pluginAsserting: { name: 'and one replayed assertion', config: withPlugin, testFile: asserting },
} satisfies Record<string, Variant>
type VariantKey = keyof typeof variants
const keys = Object.keys(variants) as VariantKey[]

/** Times test files that do next to nothing, so that all they take is what is around them. */
export async function timeFiles(installation: Installation): Promise<Finding> {
  for (const key of keys) {
    installation.write(`${key}.config.js`, variants[key].config)
    for (let number = 1; number <= files; number++)
      installation.write(`${key}/file-${number}.test.js`, variants[key].testFile(number))
  }
  const runs: Record<VariantKey, VitestRun[]> = {
    without: [],
    setupFile: [],
    asserting: [],
    plugin: [],
    pluginAsserting: [],
  }
  // round 0 records, fills Vite's and the system's caches, and is not counted
  for (let round = 0; round <= rounds; round++) {
    for (const key of keys) {
      const run = await runVitest(installation, ['--config', `${key}.config.js`, '--dir', key], {
        CONTEXT_RECALL_MODE: round === 0 ? 'auto' : 'replay',
      })
      if (round > 0) runs[key].push(run)
    }
  }
  const added = (key: VariantKey, to: VariantKey): number => perFile(runs[key]) - perFile(runs[to])
  return {
    heading: `${files} test files, one at a time, ${rounds} runs of each in turn, medians in milliseconds`,
    table: [['', 'per file', 'added', 'whole run', 'added / files'], ...keys.map(key => lineOf(key, runs))],
    notes: [
      toldGoal('added per file by the setup file', added('setupFile', 'without'), goal),
      toldGoal('added per file by the plugin', added('plugin', 'without'), goal),
      `The first assertion of a file loads the rest: it adds ${milliseconds(added('asserting', 'setupFile'))} ms to the setup file, ${milliseconds(added('pluginAsserting', 'plugin'))} ms to the plugin.`,
      'Per file: what Vitest counts for preparing, setup files, importing and running it; without starting its process.',
      'Whole run: from start to exit. What is added to it is less certain, as it is a small part.',
    ],
  }
}

function lineOf(key: VariantKey, runs: Record<VariantKey, VitestRun[]>): string[] {
  const line = [variants[key].name, milliseconds(perFile(runs[key]))]
  const wall = median(runs[key].map(run => run.wall)).toFixed(0)
  if (key === 'without') return [...line, '', wall, '']
  const added = perFile(runs[key]) - perFile(runs.without)
  const differences = runs[key].map((run, round) => run.wall - (runs.without[round]?.wall ?? Number.NaN))
  return [...line, milliseconds(added), wall, milliseconds(median(differences) / files)]
}

function perFile(runs: readonly VitestRun[]): number {
  return median(runs.flatMap(run => run.files))
}
