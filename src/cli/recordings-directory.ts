/** The recordings directory a command works on, and which of its files a person means. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { UsageError } from '../errors.ts'
import { fileStore, nodeFileSystem } from '../recordings/file-store.ts'
import { defaultDirectory } from '../recordings/recording-fault.ts'
import { checkName, type RecordingStore } from '../recordings/store.ts'
import { recordingNamePattern } from '../recordings/key.ts'
import { toOneLine } from '../text.ts'
import type { CliIo } from './io.ts'

export interface RecordingsDirectory {
  /** Absolute. */
  path: string
  /** As messages show it. */
  shown: string
  store: RecordingStore
}

/** Opens it for reading; a `UsageError` when there is no such directory. */
export function openDirectory({ cwd }: CliIo, given: string = defaultDirectory): RecordingsDirectory {
  const path = resolve(cwd, given)
  const shown = shownFrom(cwd, path)
  if (!existsSync(path) || !statSync(path).isDirectory())
    throw new UsageError(
      `There is no directory ${shown}.\n` +
        '  do  run this where package.json stands, name another with --recordings <directory>, or run the tests, which make it',
    )
  return { path, shown, store: fileStore(path, nodeFileSystem, shown) }
}

function shownFrom(cwd: string, path: string): string {
  const below = relative(cwd, path)
  const isBelow = below !== '' && !below.startsWith('..') && !isAbsolute(below)
  return (isBelow ? below : path).replaceAll(sep, '/')
}

/** Names in the directory that are no recordings: other people's files, and what a killed process left. */
export function foreignFiles({ path }: RecordingsDirectory): string[] {
  return readdirSync(path)
    .filter(name => !recordingNamePattern.test(name) && name !== '.gitignore')
    .sort()
}

/** The one recording a name, a path or the beginning of its hash means; a `UsageError` unless there is exactly one. */
export function findRecording(directory: RecordingsDirectory, { cwd }: CliIo, given: string): string {
  const names = directory.store.list()
  if (/^[0-9a-f]{4,64}$/i.test(given)) {
    const hash = given.slice(0, 16).toLowerCase()
    const found = names.filter(name => hashOf(name).startsWith(hash))
    return theOnly(found, given, directory)
  }
  const name = /[\\/]/.test(given) ? nameInside(directory, resolve(cwd, given), given) : given
  if (names.includes(checkName(name))) return name
  return theOnly([], given, directory)
}

function nameInside(directory: RecordingsDirectory, path: string, given: string): string {
  const name = relative(directory.path, path)
  if (join(directory.path, name) === path && !name.startsWith('..') && !/[\\/]/.test(name)) return name
  throw new UsageError(
    `${toOneLine(given)} is not in ${directory.shown}.\n  do  name the directory with --recordings <directory>`,
  )
}

function theOnly(found: readonly string[], given: string, { shown }: RecordingsDirectory): string {
  const [name] = found
  if (name !== undefined && found.length === 1) return name
  if (name === undefined)
    throw new UsageError(
      `No recording in ${shown} is ${toOneLine(given)}.\n  do  npx context-recall list shows names and hashes`,
    )
  throw new UsageError(
    `${found.length} recordings in ${shown} begin with the hash ${given}:\n${found.map(each => `  ${each}`).join('\n')}`,
  )
}

/** The part of a name that stands for its key. */
export function hashOf(name: string): string {
  return name.split('.').at(-2) ?? ''
}
