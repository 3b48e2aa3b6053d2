/** After a run: which recordings no test used, or why that cannot be told. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { recordingNamePattern } from '../recordings/key.ts'
import { parseUnchecked } from '../recordings/recording-unchecked.ts'
import { tellIncomplete, tellObsolete, tellUnkept } from '../report/obsolete.ts'
import {
  canonicalDirectory,
  canonicalPath,
  isPackage,
  packageDirectory,
  readSuiteUses,
  suiteIn,
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
  const used = new Set([...run.used].map(canonicalPath))
  const owned = [...run.directories].map(canonicalDirectory)
  const directories = [...new Set([...owned, ...[...used].map(path => dirname(path))])]
  const present = directories.flatMap(recordingsIn)
  if (present.length === 0 && used.size === 0) return { lines: [], obsolete: 0 }
  const homes = homesOf(run, directories)
  const read = homes.map(({ home, suite }) => ({ ...readSuiteUses(home), suite }))
  const known = read.flatMap(({ uses, suite }) => uses.filter(use => use.suite === suite))
  const usedByOthers = new Set(
    read.flatMap(({ uses, suite }) => uses.filter(use => use.suite !== suite)).flatMap(use => use.used),
  )
  const left = filesLeftOut(known, run.testFiles)
  const incomplete =
    run.incomplete ??
    (left[0] === undefined ? undefined : `${shownPath(left[0])} was not run`) ??
    whatIsUnknown(read.flatMap(({ damaged }) => damaged))
  const use = { config: run.config, at: Date.now(), testFiles: run.testFiles, used: [...used], directories }
  if (incomplete !== undefined) {
    const everUsed = new Set([...used, ...usedByOthers, ...known.flatMap(each => each.used)])
    const unused = present.filter(path => !everUsed.has(path) && isRecording(path))
    const unkept =
      run.incomplete === undefined && left.length > 0 ? keep(homes, together(use, known, left)) : []
    return { lines: [...tellIncomplete(unused.length, incomplete), ...unkept], obsolete: 0 }
  }
  const unkept = keep(homes, use)
  const obsolete = present.filter(path => !used.has(path) && !usedByOthers.has(path) && isRecording(path))
  return { lines: [...tellObsolete(obsolete.map(shownPath)), ...unkept], obsolete: obsolete.length }
}

/** A package that keeps what the suite used, and what the suite is called there. */
interface Home {
  home: string
  suite: string
}

/** The suite's package, and those that have its recordings: there other suites look, and `prune`. */
function homesOf({ root, suite }: FinishedRun, directories: readonly string[]): Home[] {
  const own = packageDirectory(root)
  const others = new Set(directories.map(packageDirectory).filter(home => home !== own && isPackage(home)))
  return [{ home: own, suite }, ...[...others].map(home => ({ home, suite: suiteIn(home, own, suite) }))]
}

/** A run is not at fault where a package may not be written to; `prune` then knows nothing of it there. */
function keep(homes: readonly Home[], use: Omit<SuiteUse, 'suite'>): string[] {
  const codes = homes.flatMap(({ home, suite }) => {
    try {
      writeSuiteUse(home, { suite, ...use })
      return []
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === undefined) throw error
      return code
    }
  })
  return [...new Set(codes)].flatMap(tellUnkept)
}

/**
 * Test files of the suite's earlier runs that are still there. A configuration may choose files by the environment,
 * and runners do not tell of every way to leave one out.
 */
function filesLeftOut(known: readonly SuiteUse[], testFiles: readonly string[]): string[] {
  const run = new Set(testFiles)
  return [...new Set(known.flatMap(use => use.testFiles))].filter(file => !run.has(file) && existsSync(file))
}

/** What both used: the earlier run speaks for the files that this one left out. */
function together(
  use: Omit<SuiteUse, 'suite'>,
  known: readonly SuiteUse[],
  left: readonly string[],
): Omit<SuiteUse, 'suite'> {
  return {
    ...use,
    at: Math.min(...known.map(({ at }) => at)),
    testFiles: [...use.testFiles, ...left],
    used: [...new Set([...use.used, ...known.flatMap(each => each.used)])],
    directories: [...new Set([...use.directories, ...known.flatMap(each => each.directories)])],
  }
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

/** Whether it is one of ours that can be read; what is damaged is `audit`'s business. */
function isRecording(path: string): boolean {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  return isFile && parseUnchecked(readFileSync(path, 'utf8')) !== undefined
}

function shownPath(path: string): string {
  return relative(process.cwd(), path).replaceAll('\\', '/')
}
