/** The recordings directories a command works on, and which of their files a person means. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { UsageError } from '../errors.ts'
import { fileStore, nodeFileSystem } from '../recordings/file-store.ts'
import { codeOf } from '../recordings/file-system.ts'
import { recordingNamePattern } from '../recordings/key.ts'
import { formatError, type Row } from '../format-error.ts'
import { defaultDirectory, ownCommand } from '../recordings/recording-fault.ts'
import { parseText } from '../recordings/recording-shape.ts'
import type { RecordingStore } from '../recordings/store.ts'
import { readLedger } from '../recordings/used-recordings.ts'
import { closest } from '../options/closest.ts'
import { toOneLine } from '../text.ts'
import type { CliIo } from './io.ts'

export interface RecordingsDirectory {
  /** Absolute. */
  path: string
  /** As messages show it. */
  shown: string
  store: RecordingStore
}

/** One recording of a directory. */
export interface Found {
  directory: RecordingsDirectory
  name: string
}

/** The one that is named, or all below the working directory; a `UsageError` when there is none. */
export function openDirectories({ cwd }: CliIo, given?: string): RecordingsDirectory[] {
  // also when a link leads there, which the search does not follow
  const named = resolve(cwd, given ?? defaultDirectory)
  const paths = new Set([
    ...(isDirectory(named) ? [named] : []),
    ...(given === undefined ? directoriesBelow(cwd) : []),
  ])
  if (paths.size > 0) return [...paths].map(path => open(cwd, path))
  throw new UsageError(
    (given === undefined
      ? 'There are no recordings here or below.\n'
      : `There is no directory ${shownFrom(cwd, named)}.\n`) +
      '  do  run this at or above where they are, name their directory with --recordings <directory>, or run the tests,\n' +
      '      which make it (npx context-recall estimate -- npx vitest run says what that will cost)',
  )
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function open(cwd: string, path: string): RecordingsDirectory {
  const shown = shownFrom(cwd, path)
  return { path, shown, store: fileStore(path, nodeFileSystem, shown) }
}

/** Directories with recordings in them, or of the default name; what packages and tools keep is not looked into. */
function directoriesBelow(path: string): string[] {
  const entries = entriesOf(path).sort((a, b) => (a.name < b.name ? -1 : 1))
  const isOne =
    path.replaceAll(sep, '/').endsWith(`/${defaultDirectory}`) ||
    entries.some(({ name }) => recordingNamePattern.test(name))
  const inner = entries.filter(
    entry => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'),
  )
  return [...(isOne ? [path] : []), ...inner.flatMap(({ name }) => directoriesBelow(join(path, name)))]
}

function entriesOf(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    // somebody else's, or just deleted: none of ours is there to be read
    if (codeOf(error) === undefined) throw error
    return []
  }
}

function shownFrom(cwd: string, path: string): string {
  const below = relative(cwd, path)
  const isBelow = below !== '' && !below.startsWith('..') && !isAbsolute(below)
  return (isBelow ? below : path).replaceAll(sep, '/')
}

/** What a person calls it: the name of its package, and where it is. */
export function titleOf({ path, shown }: RecordingsDirectory): string {
  const manifest = join(readLedger(path).home, 'package.json')
  try {
    const { name } = Object(parseText(readFileSync(manifest, 'utf8'))) as { name?: unknown }
    return typeof name === 'string' ? `${toOneLine(name)} (${shown})` : shown
  } catch (error) {
    // none, or a broken one: whoever has that does not ask about it here
    if (error instanceof SyntaxError || codeOf(error) !== undefined) return shown
    throw error
  }
}

/** Names in the directory that are no recordings: other people's files, and what a killed process left. */
export function foreignFiles({ path }: RecordingsDirectory): string[] {
  return readdirSync(path)
    .filter(name => !recordingNamePattern.test(name) && name !== '.gitignore')
    .sort()
}

const shortestHash = 4

/** The one recording a name, a path or the beginning of its hash means; a `UsageError` unless there is exactly one. */
export function findRecording(
  directories: readonly RecordingsDirectory[],
  { cwd }: CliIo,
  given: string,
): Found {
  const isPath = /[\\/]/.test(given)
  const places = isPath
    ? directories.filter(({ path }) => path === dirname(resolve(cwd, given)))
    : directories
  if (places.length === 0)
    throw new UsageError(
      `${toOneLine(given)} is not in ${allShown(directories)}.\n  do  name its directory with --recordings <directory>`,
    )
  const all = places.flatMap(directory => directory.store.list().map(name => ({ directory, name })))
  const name = isPath ? basename(resolve(cwd, given)) : given
  const named = all.filter(each => each.name === name)
  const isHash = named.length === 0 && /^[0-9a-f]{1,64}$/i.test(given)
  const hash = given.slice(0, 16).toLowerCase()
  const found = isHash ? all.filter(each => hashOf(each.name).startsWith(hash)) : named
  const [only] = found
  if (isHash && given.length < shortestHash)
    throw new UsageError(
      formatError(
        `${given} is too short: give ${shortestHash} characters of the hash at least.`,
        begins(found),
      ),
    )
  if (only === undefined) throw noSuchRecording(all, name, isHash, places)
  if (found.length === 1) return only
  const told = isHash ? `begin with the hash ${given}` : `are named ${given}`
  const hint: Row = ['do', isHash ? 'give more of it' : 'name one directory with --recordings <directory>']
  throw new UsageError(
    formatError(`${found.length} recordings in ${allShown(places)} ${told}.`, [...begins(found), hint]),
  )
}

function begins(found: readonly Found[]): Row[] {
  const shown = found.slice(0, 10).map(({ directory, name }) => `${directory.shown}/${name}`)
  const more = found.length > shown.length ? [`and ${found.length - shown.length} more`] : []
  return found.length === 0 ? [] : [['so begins', ...shown, ...more]]
}

function noSuchRecording(
  all: readonly Found[],
  given: string,
  isHash: boolean,
  directories: readonly RecordingsDirectory[],
): UsageError {
  const compared = (name: string): string => (isHash ? hashOf(name).slice(0, given.length) : name)
  // a few hex digits are near to many others
  const isTelling = !isHash || given.length > 5
  const near = isTelling
    ? closest(
        given,
        all.map(({ name }) => compared(name)),
      )
    : undefined
  const nearest = near === undefined ? undefined : all.find(({ name }) => compared(name) === near)
  return new UsageError(
    formatError(`No such recording: none in ${allShown(directories)} is ${toOneLine(given)}.`, [
      ...(nearest === undefined
        ? []
        : [['nearest', `${nearest.directory.shown}/${nearest.name}`] satisfies Row]),
      ['do', `${commandFor(directories, 'list')} shows names and hashes`],
    ]),
  )
}

function allShown(directories: readonly RecordingsDirectory[]): string {
  const [first, ...others] = directories.map(({ shown }) => shown)
  return others.length === 0 ? String(first) : `the ${directories.length} recordings directories below`
}

/** A command as it runs where this one was run: of several directories each is below. */
export function commandFor(directories: readonly RecordingsDirectory[], command: string): string {
  const [first, ...others] = directories
  return ownCommand(command, `${others.length > 0 ? defaultDirectory : first?.shown}/`)
}

/** The part of a name that stands for its key. */
export function hashOf(name: string): string {
  return name.split('.').at(-2) ?? ''
}
