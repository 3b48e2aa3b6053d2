/** Recordings as files of one flat directory; every write is whole or not there, whatever kills the process. */
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { StoreError } from '../errors.ts'
import { codeOf, type FileSystem, storeError, unlessMissing } from './file-system.ts'
import { recordingNamePattern } from './key.ts'
import { publishUnlessTaken, renameOver, underLock } from './publish-file.ts'
import { checkName, type RecordingStore } from './store.ts'
import { discard, sweep } from './stray-files.ts'

/** The disk. The functions are held here, so that a test that replaces those of `fs` does not reach the store. */
export const nodeFileSystem: FileSystem = {
  read: path => readFileSync(path, 'utf8'),
  create(path, text) {
    const file = openSync(path, 'wx')
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  },
  link: (from, to) => linkSync(from, to),
  rename: (from, to) => renameSync(from, to),
  unlink: path => unlinkSync(path),
  list: directory => readdirSync(directory),
  makeDirectory: path => {
    mkdirSync(path, { recursive: true })
  },
  modifiedAt: path => statSync(path).mtimeMs,
}

const ignored = '*.tmp\n*.lock\n'
const attempts = 10

/**
 * A store in `directory`, which is made with the first write. `location` is how messages show the directory,
 * such as its path from the project's root.
 */
export function fileStore(
  directory: string,
  fileSystem: FileSystem = nodeFileSystem,
  location: string = directory,
): RecordingStore {
  let swept = false

  function attempt<T>(what: string, name: string, run: (path: string) => T): T {
    const path = `${directory}/${checkName(name)}`
    return told(what, `${location}/${name}`, () => run(path))
  }

  const read = (name: string): string | undefined =>
    attempt('read', name, path => unlessMissing(() => fileSystem.read(path)))

  function write<T>(name: string, text: string, finish: (temporary: string, path: string) => T): T {
    return attempt('written', name, path => {
      told('written', location, () => prepare(fileSystem, directory))
      const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`
      try {
        fileSystem.create(temporary, text)
        // here and not after publishing, when another process may rightly have replaced it
        if (fileSystem.read(temporary) !== text) throw new Error('what was written reads back differently')
        if (!swept) sweep(fileSystem, directory, fileSystem.modifiedAt(temporary))
        swept = true
        return finish(temporary, path)
      } finally {
        discard(fileSystem, temporary)
      }
    })
  }

  function publish(name: string, text: string): string {
    for (let tries = 0; tries < attempts; tries++) {
      const standing =
        read(name) ??
        write(
          name,
          text,
          publishUnlessTaken(fileSystem, text, () => read(name)),
        )
      if (standing !== undefined) return standing
    }
    throw storeError('written', `${location}/${name}`, new Error('its name is taken by what cannot be read'))
  }

  return {
    location,
    read,
    list: () =>
      told('listed', location, () => unlessMissing(() => fileSystem.list(directory)) ?? [])
        .filter(name => recordingNamePattern.test(name))
        .sort(),
    publish,
    replace(name, text) {
      if (read(name) === text) return
      write(name, text, (temporary, path) => renameOver(fileSystem, temporary, path))
    },
    exchange(name, expected, text) {
      if (read(name) !== expected) return publish(name, text)
      write(name, text, (temporary, path) =>
        underLock(fileSystem, temporary, path, () => {
          if (read(name) === expected) renameOver(fileSystem, temporary, path)
        }),
      )
      return publish(name, text)
    },
    remove: name => attempt('removed', name, path => unlessMissing(() => fileSystem.unlink(path))),
  }
}

function told<T>(what: string, path: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (StoreError.isInstance(error)) throw error
    throw storeError(what, path, error)
  }
}

function prepare(fileSystem: FileSystem, directory: string): void {
  fileSystem.makeDirectory(directory)
  try {
    fileSystem.create(`${directory}/.gitignore`, ignored)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}
