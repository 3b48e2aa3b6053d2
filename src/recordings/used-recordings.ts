/** Which recordings tests and scripts use, kept outside of the repository; and which are used by none. */
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { countedClaims } from '../verdicts/claims.ts'
import { sha256 } from '../json.ts'
import { recordingNamePattern } from './key.ts'
import type { Recording } from './recording.ts'
import { parseUnchecked } from './recording-unchecked.ts'

/** What the sources were at a time. */
export interface SourceState {
  digest: string
  /** The commit checked out, as messages show it; undefined without git. */
  commit: string | undefined
}

/**
 * What became of a test, as far as it tells what the test uses: `whole` all of it; `measured`, which failed by an
 * assertion, all it came to; `broken` nothing certain; `skipped` and `todo` by its source, `left out` by the run.
 */
export type Ended = 'whole' | 'measured' | 'broken' | 'skipped' | 'todo' | 'left out'

/** A test of a run, and the recordings it used, as absolute paths. */
export interface EndedTest {
  ended: Ended
  used: Iterable<string>
}

/** A suite, one configuration of a runner, after a run. Paths are absolute. */
export interface SuiteRun {
  /** The runner, and what tells the suite from others of one configuration. */
  runner: string
  /** Its configuration, or its root when it has none: without it the suite is no more. */
  config: string
  /** Per test file that ran, its tests by name; what was used outside of tests is under the name ''. */
  files: Map<string, Map<string, EndedTest>>
  /** All its test files, where the runner tells of all. */
  listed: readonly string[] | undefined
  /** Its recordings directories, also those of which it used nothing. */
  directories: readonly string[]
}

/** What is known of a test: the recordings it used, by name, in the sources' state then. */
interface TestUse {
  state: string
  used: string[]
  /** What it used when it last ran whole, where it did not since. */
  last?: string[]
  /** How it ended, where it never ran whole. */
  open?: Ended
}

/** What is known of a suite in one recordings directory; test files by their path from the package. */
export interface Suite {
  format: 2
  /** As messages show it, such as `vitest, vitest.config.ts`. */
  suite: string
  directory: string
  config: string
  commit: string | undefined
  /** The state in which all its test files were last listed; undefined of a script, which has no such thing. */
  state?: string
  listed: string[]
  files: Record<string, Record<string, TestUse>>
}

/** Where what is used in a recordings directory is kept, and what is. */
export interface Ledger {
  /** The package that has the directory; the directory itself when none has, where nothing can be kept. */
  home: string
  /** Without links. */
  directory: string
  /** The names of all that is there, whole or not. */
  recordings: string[]
  suites: Suite[]
  /** All recordings directories of which the package knows. */
  neighbours: string[]
  /** A file that cannot be read: what it says is not known. */
  damaged: string | undefined
}

/** What is used by none, by name; or why that is not known, and what to do about it. */
export type Judgement =
  | { obsolete: string[]; unreadable: number; neverRun: number }
  | { why: string; remedy: string; unused: number }

/** Reads what is known of a directory, of all suites and scripts that are still there. */
export function readLedger(given: string): Ledger {
  const directory = canonicalPath(given)
  const home = packageOf(directory) ?? directory
  const recordings = recordingsIn(directory)
  const ledger: Ledger = { home, directory, recordings, suites: [], neighbours: [], damaged: undefined }
  const cache = cacheOf(home)
  const names = existsSync(cache) ? readdirSync(cache).filter(name => name.endsWith('.json')) : []
  for (const name of names.sort()) {
    const value = parseSuite(readFileSync(join(cache, name), 'utf8'))
    if (value === 'damaged') ledger.damaged ??= join(cache, name)
    else if (value !== 'older' && existsSync(resolve(home, value.config))) {
      const path = resolve(home, value.directory)
      ledger.neighbours.push(path)
      if (path === directory) ledger.suites.push(value)
    }
  }
  return ledger
}

/** Adds a run to what is known, and returns what is to be kept; nothing where the directory is none of the suite's. */
export function addRun(ledger: Ledger, run: SuiteRun, state: SourceState): Suite | undefined {
  const { directory, home } = ledger
  const inside = (path: string): string => relative(home, path).replaceAll('\\', '/')
  const suite = `${run.runner}, ${inside(canonicalPath(run.config)) || 'without a configuration'}`
  const before = ledger.suites.find(each => each.suite === suite)
  const isConcerned =
    before !== undefined || [...run.directories, ...directoriesOf(run)].some(isSame(directory))
  if (!isConcerned) return undefined
  const listed = run.listed?.map(file => inside(canonicalPath(file))).sort()
  const isListed = listed !== undefined && listed.length > 0
  const files = { ...before?.files }
  for (const [path, tests] of run.files) {
    const file = inside(canonicalPath(path))
    files[file] = addTests(own(files, file) ?? {}, tests, directory, state.digest)
  }
  const listedState = isListed ? state.digest : before?.state
  const after: Suite = {
    format: 2,
    suite,
    directory: inside(directory),
    config: inside(canonicalPath(run.config)) || '.',
    commit: state.commit,
    ...(listedState !== undefined && { state: listedState }),
    listed: isListed ? listed : (before?.listed ?? []),
    files: Object.fromEntries(Object.entries(files).filter(([file]) => existsSync(resolve(home, file)))),
  }
  ledger.suites = [...ledger.suites.filter(each => each !== before), after]
  return after
}

/** The directories of what a run used. */
export function directoriesOf({ files }: SuiteRun): Set<string> {
  const used = [...files.values()].flatMap(tests => [...tests.values()].flatMap(test => [...test.used]))
  return new Set(used.map(path => dirname(path)))
}

function isSame(directory: string): (path: string) => boolean {
  return path => canonicalPath(path) === directory
}

function addTests(
  before: Readonly<Record<string, TestUse>>,
  tests: ReadonlyMap<string, EndedTest>,
  directory: string,
  state: string,
): Record<string, TestUse> {
  // what breaks before it has declared its tests says nothing of those that it had
  const isBroken = tests.size === 1 && tests.get('')?.ended === 'broken'
  const names = isBroken ? Object.keys(before) : []
  const broken = names.map((name): [string, EndedTest] => [name, { ended: 'broken', used: [] }])
  const all = broken.length > 0 ? broken : [...tests]
  return Object.fromEntries(
    all.map(([name, { ended, used }]) => {
      const here = [...used].filter(path => isSame(directory)(dirname(path)))
      const names = [...new Set(here.map(path => basename(path)))].sort()
      return [name, addTest(own(before, name), ended, names, state)]
    }),
  )
}

function addTest(before: TestUse | undefined, ended: Ended, used: string[], state: string): TestUse {
  if (ended === 'whole') return { state, used }
  const last = before?.open === undefined ? (before?.last ?? before?.used) : undefined
  if (last === undefined) {
    if (before?.open === 'measured' && ended !== 'measured')
      return { ...before, state: ended === 'left out' ? before.state : state }
    return { state, used, ...(ended !== 'todo' && { open: ended }) }
  }
  if (before !== undefined && ended === 'left out') return before
  // an assertion that fails may keep later ones from being reached
  if (ended === 'measured' && used.length >= last.length) return { state, used }
  return { state, used, last }
}

/** A test may be called `constructor`. */
function own<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

/** Whether there is a package to keep it in. */
export function canKeep({ home }: Ledger): boolean {
  return existsSync(join(home, 'package.json'))
}

/** Keeps what is known of a suite; an error of the system where that cannot be written. */
export function writeSuite({ home }: Ledger, suite: Suite): void {
  const cache = cacheOf(home)
  mkdirSync(cache, { recursive: true })
  const path = join(cache, `${sha256(`${suite.directory}\0${suite.suite}`).slice(0, 16)}.json`)
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`
  writeFileSync(temporary, JSON.stringify(suite))
  renameSync(temporary, path)
}

/**
 * Keeps what a script has used so far, and forgets what it used before once it has `ended` well. Nothing is kept where
 * no package is installed, and what goes wrong is no matter of the script.
 */
export function keepScriptUse(
  directory: string,
  { path, args }: { path: string; args: readonly string[] },
  used: Iterable<string>,
  ended: boolean,
): void {
  try {
    const ledger = readLedger(directory)
    if (!canKeep(ledger) || !isInstalled(ledger.home) || !existsSync(path)) return
    // called otherwise, it may measure something else; arguments may hold what is not to be written down
    const runner = args.length === 0 ? 'script' : `script ${sha256(args.join('\0')).slice(0, 6)}`
    const test: EndedTest = { ended: ended ? 'whole' : 'skipped', used }
    const files = new Map([[path, new Map([['', test]])]])
    const run: SuiteRun = { runner, config: path, files, listed: undefined, directories: [directory] }
    const suite = addRun(ledger, run, { digest: '', commit: undefined })
    if (suite !== undefined) writeSuite(ledger, suite)
  } catch {
    // a cache that cannot be written
    return
  }
}

function isInstalled(directory: string): boolean {
  const above = dirname(directory)
  return existsSync(join(directory, 'node_modules')) || (above !== directory && isInstalled(above))
}

/**
 * Which recordings of the directory no test and no script uses. It is known only when each suite's test files are
 * those that ran, in the sources' present state.
 */
export function judgeUse(ledger: Ledger, state: string): Judgement {
  const { directory } = ledger
  const used = new Set(
    ledger.suites.flatMap(suite => usesOf(ledger, suite)).flatMap(({ use }) => namesIn(use)),
  )
  const unused = ledger.recordings.filter(name => !used.has(name))
  const recordings = new Map(
    unused.flatMap(name => {
      const recording = readRecording(join(directory, name))
      return recording === undefined ? [] : [[name, recording] as const]
    }),
  )
  const unknown = whatIsUnknown(ledger, state)
  if (unknown !== undefined) return { ...unknown, unused: recordings.size }
  const open = ledger.suites
    .filter(({ suite }) => !isScript(suite))
    .flatMap(suite => usesOf(ledger, suite))
    .filter(({ use }) => use.open !== undefined)
  const texts = [...new Set(open.map(({ file }) => file))].map(file => lettersOf(readFileSync(file, 'utf8')))
  const spared = namedIn(texts, recordings)
  return {
    obsolete: [...recordings.keys()].filter(name => !spared.has(name)),
    unreadable: unused.length - recordings.size,
    neverRun: open.filter(({ test }) => test !== '').length,
  }
}

/** The tests that used a recording, as `test file > test`, and scripts. */
export function testsUsing(ledger: Ledger, name: string): string[] {
  return ledger.suites
    .flatMap(suite => Object.entries(suite.files))
    .flatMap(([file, tests]) =>
      Object.entries(tests)
        .filter(([, use]) => namesIn(use).includes(name))
        .map(([test]) => (test === '' ? file : `${file} > ${test}`)),
    )
}

function namesIn({ used, last = [] }: TestUse): string[] {
  return [...used, ...last]
}

/** Of test files that are there: a suite's, or such as it had once and no other has now. */
function usesOf(
  { home, suites }: Ledger,
  { files, listed }: Suite,
): { file: string; test: string; use: TestUse }[] {
  const theirs = new Set(suites.flatMap(suite => suite.listed))
  return Object.entries(files)
    .filter(([file]) => existsSync(resolve(home, file)) && (listed.includes(file) || !theirs.has(file)))
    .flatMap(([file, tests]) =>
      Object.entries(tests).map(([test, use]) => ({ file: resolve(home, file), test, use })),
    )
}

function whatIsUnknown(ledger: Ledger, state: string): { why: string; remedy: string } | undefined {
  const run = 'run the whole suite once, with its reporter'
  const { damaged, home } = ledger
  const shown = (path: string): string => relative(process.cwd(), path).replaceAll('\\', '/')
  if (damaged !== undefined)
    return {
      why: `${shown(damaged)} is damaged`,
      remedy: 'delete that file, and run every suite of the package once',
    }
  const suites = ledger.suites.filter(({ suite }) => !isScript(suite))
  if (suites.length === 0) return { why: 'no suite that uses them has run here', remedy: run }
  for (const { suite, commit, state: listedAt, listed, files } of suites) {
    const then = commit === undefined ? '' : ` (at commit ${commit})`
    if (listedAt === undefined) return { why: `${suite} has run in part only`, remedy: run }
    if (listedAt !== state)
      return {
        why: `files have changed since ${suite} last ran${then}`,
        remedy: `${run}; when there is no such suite any more, delete node_modules/.cache/context-recall first`,
      }
    for (const file of listed) {
      const path = shown(resolve(home, file))
      const tests = own(files, file)
      if (tests === undefined) return { why: `${path} has not run here`, remedy: run }
      for (const [name, use] of Object.entries(tests)) {
        const test = name === '' ? path : `${path} > ${name}`
        if (use.open === 'left out') return { why: `${test} has not run here`, remedy: run }
        if (use.state !== state) return { why: `${test} has not run since files changed`, remedy: run }
        if (use.open === 'broken')
          return {
            why: `${test} broke off, and has never run whole here`,
            remedy: 'mend that test or skip it, and run it again',
          }
      }
    }
  }
  return undefined
}

/**
 * Tests that never ran whole here, skipped ones above all, may use more than is known: recordings whose ground truth
 * or claims stand in their file are taken for theirs.
 */
function namedIn(texts: readonly string[], recordings: ReadonlyMap<string, Recording>): Set<string> {
  if (texts.length === 0) return new Set()
  const isNamed = (text: string): boolean => {
    const letters = lettersOf(text)
    return letters !== '' && texts.some(each => each.includes(letters))
  }
  const spared = new Set<string>()
  const claims = new Set<string>()
  for (const [name, recording] of recordings) {
    if (recording.kind !== 'claims' || !isNamed(recording.request.groundTruth)) continue
    spared.add(name)
    for (const claim of countedClaims(recording.answers, recording.request.groundTruth)) claims.add(claim)
  }
  for (const [name, recording] of recordings)
    if (recording.kind === 'attribution')
      if (recording.request.claims.some(claim => claims.has(claim) || isNamed(claim))) spared.add(name)
  return spared
}

/** What a text keeps of itself in quotes and over several lines. */
function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

function recordingsIn(directory: string): string[] {
  return existsSync(directory)
    ? readdirSync(directory)
        .filter(name => recordingNamePattern.test(name))
        .sort()
    : []
}

/** One of ours that can be read; what is damaged is the business of `audit`. */
function readRecording(path: string): Recording | undefined {
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  return isFile ? parseUnchecked(readFileSync(path, 'utf8')) : undefined
}

function isScript(suite: string): boolean {
  return suite.startsWith('script')
}

function cacheOf(home: string): string {
  return join(home, 'node_modules/.cache/context-recall')
}

/** The nearest directory upwards that has a package.json. */
function packageOf(directory: string): string | undefined {
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return at
    if (dirname(at) === at) return undefined
  }
}

/** The same path for one file or directory, whatever links lead to it. */
export function canonicalPath(path: string): string {
  if (existsSync(path)) return realpathSync.native(path)
  const above = dirname(path)
  return above === path ? resolve(path) : join(canonicalPath(above), basename(path))
}

function parseSuite(text: string): Suite | 'older' | 'damaged' {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return 'damaged'
    throw error
  }
  if (!isRecord(value)) return 'damaged'
  if (value['format'] === 1) return 'older'
  const { format, suite, directory, config, listed, files } = value
  const texts = [suite, directory, config, ...(Array.isArray(listed) ? listed : [undefined])]
  const isWhole =
    format === 2 &&
    texts.every(each => typeof each === 'string') &&
    isRecord(files) &&
    Object.values(files).every(tests => isRecord(tests) && Object.values(tests).every(isTestUse))
  return isWhole ? (value as unknown as Suite) : 'damaged'
}

function isTestUse(value: unknown): boolean {
  if (!isRecord(value) || !Array.isArray(value['used'])) return false
  const { state, used, last = [] } = value
  return [state, ...used, ...[last].flat()].every(each => typeof each === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
