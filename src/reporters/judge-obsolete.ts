/** After a run: which recordings no test used, or why that cannot be told. */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { recordingNamePattern } from '../recordings/key.ts'
import { tellIncomplete, tellObsolete, tellUnkept } from '../report/obsolete.ts'
import {
  canonicalDirectory,
  canonicalPath,
  readSuiteUses,
  type SuiteUse,
  writeSuiteUse,
} from './suite-use.ts'

export interface FinishedRun {
  /** The suite's root: its package keeps what was used. */
  root: string
  suite: string
  config?: string | undefined
  testFiles: string[]
  /** The recordings that were used, as absolute paths. */
  used: Iterable<string>
  /** Directories that belong to the suite even when nothing of them was used. */
  directories: Iterable<string>
  /** Why not all of its tests were run; undefined of a complete run. */
  incomplete: string | undefined
}

/** Keeps what a complete run used; returns the lines to print and the number of obsolete recordings. */
export function judgeObsolete(run: FinishedRun): { lines: string[]; obsolete: number } {
  const { root, suite, config, testFiles } = run
  const used = new Set([...run.used].map(canonicalPath))
  const owned = [...run.directories].map(canonicalDirectory)
  const directories = [...new Set([...owned, ...[...used].map(path => dirname(path))])]
  const present = directories.flatMap(recordingsIn)
  if (present.length === 0 && used.size === 0) return { lines: [], obsolete: 0 }
  const { uses, damaged } = readSuiteUses(root)
  const [known, others] = [uses.find(use => use.suite === suite), uses.filter(use => use.suite !== suite)]
  const incomplete = run.incomplete ?? whatWasLeftOut(known, testFiles) ?? whatIsUnknown(damaged)
  const usedByOthers = new Set(others.flatMap(use => use.used))
  if (incomplete !== undefined) {
    const everUsed = new Set([...used, ...usedByOthers, ...(known?.used ?? [])])
    const unused = present.filter(path => !everUsed.has(path))
    return { lines: tellIncomplete(unused.length, incomplete), obsolete: 0 }
  }
  const unkept = keep(root, { suite, config, at: Date.now(), testFiles, used: [...used], directories })
  const obsolete = present.filter(path => !used.has(path) && !usedByOthers.has(path))
  return { lines: [...tellObsolete(obsolete.map(shownPath)), ...unkept], obsolete: obsolete.length }
}

/** A run is not at fault where its package may not be written to; `prune` then knows nothing of it. */
function keep(root: string, use: SuiteUse): string[] {
  try {
    writeSuiteUse(root, use)
    return []
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    return tellUnkept(code)
  }
}

/** Runners do not tell of every way to leave a test file out, such as an exclusion on the command line. */
function whatWasLeftOut(known: SuiteUse | undefined, testFiles: readonly string[]): string | undefined {
  const run = new Set(testFiles)
  const left = known?.testFiles.find(file => !run.has(file) && existsSync(file))
  return left === undefined ? undefined : `${shownPath(left)} was not run`
}

/** A suite whose use cannot be read may use any of them. */
function whatIsUnknown([damaged]: readonly string[]): string | undefined {
  return damaged === undefined
    ? undefined
    : `${shownPath(damaged)} is damaged; delete it, and run the other suites`
}

function recordingsIn(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory)
    .filter(name => recordingNamePattern.test(name))
    .sort()
    .map(name => join(directory, name))
}

function shownPath(path: string): string {
  return relative(process.cwd(), path).replaceAll('\\', '/')
}
