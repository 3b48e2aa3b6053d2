/** `npm run bench`: measures the built package beside named contenders and prints what it found. */
import { parseArgs } from 'node:util'
import { callsRow } from './calls.ts'
import { gitRow } from './git.ts'
import { installPackage } from './installation.ts'
import { killsRow } from './kills.ts'
import { lexicalRow } from './lexical.ts'
import { missesRow } from './misses.ts'
import { parallelRow } from './parallel.ts'
import { renderFinding } from './print.ts'
import { replayRow } from './replay.ts'
import type { Row } from './row.ts'
import { setupRow } from './setup.ts'
import { tokensRow } from './tokens.ts'

const rows: readonly Row[] = [
  replayRow,
  setupRow,
  callsRow,
  parallelRow,
  killsRow,
  gitRow,
  missesRow,
  tokensRow,
  lexicalRow,
]
const names = rows.map(({ name }) => name)

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } })
const unknown = values.only.filter(name => !names.includes(name))
if (unknown.length > 0) {
  console.error(`No row is named ${unknown.join(', ')}. Rows: ${names.join(', ')}.`)
  process.exit(2)
}
const chosen = rows.filter(({ name }) => values.only.length === 0 || values.only.includes(name))

async function runRow({ name, title, run }: Row, source: string): Promise<void> {
  console.log(`${name}: ${title}\n`)
  const installation = installPackage(source)
  const start = performance.now()
  try {
    for (const finding of await run(installation)) {
      console.log(renderFinding(finding))
      if ((finding.faults ?? []).length > 0) process.exitCode = 1
    }
  } finally {
    installation.remove()
  }
  console.log(`    (${((performance.now() - start) / 1000).toFixed(0)} s)\n`)
}

console.log(`context-recall bench, Node ${process.versions.node}, ${process.platform} ${process.arch}\n`)
// every row measures the same build
const installed = installPackage()
try {
  for (const row of chosen) await runRow(row, installed.path('node_modules/context-recall'))
} finally {
  installed.remove()
}
