/** Which packages a run of Vitest loads: recording, to show that loading is seen, and in replay. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { startJudgeServer } from '../../e2e/judge-server.ts'
import type { Installation } from '../installation.ts'
import type { Finding } from '../row.ts'
import { runVitest } from './run-vitest.ts'

const forLiveCallsOnly = ['ai', '@ai-sdk/openai', '@ai-sdk/provider-utils', 'zod', 'p-limit']
const unwanted = /\/node_modules\/(ai|@ai-sdk\/[^/]+|zod|p-limit)\//

/** Runs one assertion twice; the second time its server is gone and nothing of the SDK may be loaded. */
export async function listLoaded(installation: Installation): Promise<Finding> {
  const server = await startJudgeServer(({ kind }) =>
    kind === 'claims'
      ? { claims: ['Einstein was born in Ulm.'] }
      : { verdicts: [{ claim: 1, status: 'missing', evidence: [], gap: 'nothing is said about it' }] },
  )
  const model = JSON.stringify({ id: 'local/judge', url: server.url })
  installation.write(
    'with-setup-file.config.js',
    "export default { test: { setupFiles: ['context-recall/vitest'] } }\n",
  )
  installation.write(
    'asserting/one.test.js',
    `import { expect, test } from 'vitest'
test('recalls', async () => {
  await expect(['Paris is in France.']).not.toHaveContextRecall('Einstein was born in Ulm.', { model: ${model} })
})
`,
  )
  const recording = await loadedIn(installation, 'auto')
  const calls = server.count()
  await server.close()
  const replay = await loadedIn(installation, 'replay')
  return {
    heading: 'packages loaded by a run of one test file with one assertion, all processes together',
    table: [
      ['', 'modules', 'of which for live calls'],
      ['recording', String(recording.all), recording.unwanted.join(', ')],
      ['replay', String(replay.all), replay.unwanted.join(', ') || 'none'],
    ],
    notes: [],
    faults: [
      ...replay.unwanted.map(name => `${name} is loaded in replay`),
      ...forLiveCallsOnly
        .filter(name => !recording.unwanted.includes(name))
        .map(name => `${name} is not seen while recording, so that its absence in replay shows nothing`),
      ...(calls === 2 ? [] : [`recording took ${calls} calls`]),
    ],
  }
}

async function loadedIn(
  installation: Installation,
  mode: 'auto' | 'replay',
): Promise<{ all: number; unwanted: string[] }> {
  const file = installation.path('loaded.txt')
  rmSync(file, { force: true })
  await runVitest(installation, ['--config', 'with-setup-file.config.js', '--dir', 'asserting'], {
    NODE_OPTIONS: `--import=${new URL('write-loaded.ts', import.meta.url).href}`,
    BENCH_LOADED: file,
    CONTEXT_RECALL_MODE: mode,
  })
  if (!existsSync(file)) throw new Error('no module was seen being loaded')
  const urls = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const names = urls.flatMap(url => unwanted.exec(url)?.[1] ?? [])
  return { all: new Set(urls).size, unwanted: [...new Set(names)].sort() }
}
