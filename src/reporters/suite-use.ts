/** What each suite of a package used in its last complete run, kept outside of the repository. */
import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** One suite: a runner with one configuration. Paths are absolute. */
export interface SuiteUse {
  /** As messages show it, such as `vitest, vitest.config.ts`. */
  suite: string
  /** Its configuration, where it has a file of its own: without it the suite is no more. */
  config?: string | undefined
  /** When the run ended, in milliseconds since 1970. */
  at: number
  testFiles: string[]
  /** The recordings. */
  used: string[]
  /** The recordings directories that are the suite's, also those of which it used nothing. */
  directories: string[]
}

export interface SuiteUses {
  uses: SuiteUse[]
  /** Files of the cache that could not be read, which say nothing. */
  damaged: string[]
}

/** The nearest directory upwards with a package.json, or the directory itself; links resolved. */
export function packageDirectory(directory: string): string {
  const start = canonicalDirectory(directory)
  for (let at = start; ; at = dirname(at)) {
    if (isPackage(at)) return at
    if (dirname(at) === at) return start
  }
}

/** Whether the directory is a package's. */
export function isPackage(directory: string): boolean {
  return existsSync(join(directory, 'package.json'))
}

/** What a suite of the package `own` is called in the cache of another, which has recordings of it. */
export function suiteIn(home: string, own: string, suite: string): string {
  return `${suite}, in ${relative(home, own).replaceAll('\\', '/')}`
}

/** The same path for one directory, whatever links lead to it. */
export function canonicalDirectory(directory: string): string {
  return existsSync(directory) ? realpathSync.native(directory) : resolve(directory)
}

/** The same path for one file, whatever links lead to its directory. */
export function canonicalPath(file: string): string {
  return join(canonicalDirectory(dirname(file)), basename(file))
}

function cacheOf(directory: string): string {
  return join(packageDirectory(directory), 'node_modules/.cache/context-recall')
}

/** Puts this use in the place of the suite's earlier one. */
export function writeSuiteUse(directory: string, use: SuiteUse): void {
  const cache = cacheOf(directory)
  const home = packageDirectory(directory)
  const inside = (path: string): string => relative(home, path).replaceAll('\\', '/')
  const { suite, config, at, testFiles, used, directories } = use
  const text = JSON.stringify({
    format: 1,
    suite,
    ...(config !== undefined && { config: inside(config) }),
    at,
    testFiles: testFiles.map(inside).sort(),
    used: used.map(inside).sort(),
    directories: directories.map(inside).sort(),
  })
  mkdirSync(cache, { recursive: true })
  const path = join(cache, `${createHash('sha256').update(suite).digest('hex').slice(0, 16)}.json`)
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`
  writeFileSync(temporary, text)
  renameSync(temporary, path)
}

/** The uses of all suites of the package that are still there. */
export function readSuiteUses(directory: string): SuiteUses {
  const cache = cacheOf(directory)
  const home = packageDirectory(directory)
  const result: SuiteUses = { uses: [], damaged: [] }
  const names = existsSync(cache) ? readdirSync(cache).filter(name => name.endsWith('.json')) : []
  for (const name of names.sort()) {
    const use = parseUse(readFileSync(join(cache, name), 'utf8'), home)
    if (use === undefined) result.damaged.push(join(cache, name))
    else if (use.config === undefined || existsSync(use.config)) result.uses.push(use)
  }
  return result
}

function parseUse(text: string, home: string): SuiteUse | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { format, suite, config, at, testFiles, used, directories } = value as Record<string, unknown>
  const isWhole =
    format === 1 &&
    typeof suite === 'string' &&
    typeof at === 'number' &&
    isTexts(testFiles) &&
    isTexts(used) &&
    isTexts(directories)
  if (!isWhole) return undefined
  const outside = (path: string): string => resolve(home, path)
  return {
    suite,
    ...(typeof config === 'string' && { config: outside(config) }),
    at,
    testFiles: testFiles.map(outside),
    used: used.map(outside),
    directories: directories.map(outside),
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}
