/** After a run: what it used is kept, and what is used by no test is told, or why that is not known. */
import { join, relative } from 'node:path'
import { tellIncomplete, tellObsolete, tellUnkept } from './tell-obsolete.ts'
import {
  addRun,
  canKeep,
  canonicalPath,
  directoriesOf,
  type Ended,
  type EndedTest,
  judgeUse,
  type Ledger,
  readLedger,
  type SourceState,
  type SuiteRun,
  writeSuite,
} from '../recordings/used-recordings.ts'
import { sourceState } from './source-state.ts'

/** The lines to print; and the number of obsolete recordings, where nothing was left out of the run. */
export function judgeRuns(runs: readonly SuiteRun[]): { lines: string[]; obsolete: number } {
  const directories = new Set(
    runs.flatMap(run => [...run.directories, ...directoriesOf(run)]).map(canonicalPath),
  )
  const states = new Map<string, SourceState>()
  const lines: string[] = []
  let obsolete = 0
  for (const directory of directories) {
    const ledger = readLedger(directory)
    // one of which nothing is used any more
    for (const neighbour of ledger.neighbours) directories.add(neighbour)
    if (ledger.recordings.length === 0 && ledger.suites.length === 0) continue
    const state = states.get(ledger.home) ?? sourceState(ledger.home)
    states.set(ledger.home, state)
    const unkept = runs.flatMap(run => keep(ledger, run, state))
    const judged = judgeUse(ledger, state.digest)
    if ('why' in judged) lines.push(...tellIncomplete(judged.unused, judged.why))
    else {
      obsolete += judged.obsolete.length
      const files = judged.obsolete.map(name => relative(process.cwd(), join(directory, name)))
      lines.push(...tellObsolete(files, judged.neverRun))
    }
    lines.push(...new Set(unkept))
  }
  return { lines, obsolete: runs.every(isComplete) ? obsolete : 0 }
}

/** A run is not at fault where a package may not be written to; `prune` then knows nothing of it. */
function keep(ledger: Ledger, run: SuiteRun, state: SourceState): string[] {
  const suite = addRun(ledger, run, state)
  if (suite === undefined) return []
  if (!canKeep(ledger)) return tellUnkept('no package.json above them')
  try {
    writeSuite(ledger, suite)
    return []
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return tellUnkept(`${code}, node_modules/.cache/context-recall`)
  }
}

function isComplete({ files, listed }: SuiteRun): boolean {
  const tests = [...files.values()].flatMap(each => [...each.values()])
  return listed?.every(file => files.has(file)) === true && tests.every(({ ended }) => ended !== 'left out')
}

// of tests with one name, and of what is used outside of tests, the one that says least counts
const order: readonly Ended[] = ['whole', 'todo', 'measured', 'skipped', 'broken', 'left out']

/** The tests of a file, by name; what was used outside of them is known as well as they are. */
export function testsByName(
  tests: readonly (EndedTest & { name: string })[],
  outside: readonly string[],
): Map<string, EndedTest> {
  const worst = (one: Ended, other: Ended): Ended => (order.indexOf(one) > order.indexOf(other) ? one : other)
  const named = new Map<string, EndedTest>()
  for (const { name, ended, used } of tests) {
    const same = named.get(name) ?? { ended, used: [] }
    named.set(name, { ended: worst(same.ended, ended), used: [...same.used, ...used] })
  }
  const all = [...named.values()].map(({ ended }) => ended).reduce(worst, 'whole')
  const isSure = all === 'whole' || all === 'left out'
  return named.set('', { ended: isSure ? all : 'skipped', used: [...outside] })
}
