/** A lock by file, for file systems without hard links. */
import { codeOf, type FileSystem, pause } from './file-system.ts'

const pauseMilliseconds = 10
/** A lock this old was left by a process that died: what it guards takes a few milliseconds. */
const staleMilliseconds = 5000

/** A lock that is held. */
export interface FileLock {
  /** Lets others in. `done` says that what was guarded stands now, so that locks of dead processes can go too. */
  release(done: boolean): void
}

/**
 * Waits until it holds the lock of `path`. `clock` is the file system's present time in milliseconds.
 *
 * A stale lock is never removed to be taken, because two waiters would both do so and the second would remove the
 * first one's. It is outbid: the next generation's file is created, which only one can. Stale files go when the
 * guarded file stands, after which nobody needs the lock to lose.
 */
export function takeLock(fileSystem: FileSystem, path: string, clock: number): FileLock {
  for (let waited = 0; ; waited += pauseMilliseconds) {
    for (let generation = 1; ; generation++) {
      const lock = lockPath(path, generation)
      if (create(fileSystem, lock)) return held(fileSystem, path, generation)
      if (!isStale(fileSystem, lock, clock + waited)) break
    }
    pause(pauseMilliseconds)
  }
}

function lockPath(path: string, generation: number): string {
  return generation === 1 ? `${path}.lock` : `${path}.${generation}.lock`
}

function create(fileSystem: FileSystem, lock: string): boolean {
  try {
    fileSystem.create(lock, '')
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

function isStale(fileSystem: FileSystem, lock: string, now: number): boolean {
  try {
    return now - fileSystem.modifiedAt(lock) > staleMilliseconds
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

function held(fileSystem: FileSystem, path: string, generation: number): FileLock {
  return {
    release(done) {
      for (let stale = 1; done && stale < generation; stale++) remove(fileSystem, lockPath(path, stale))
      remove(fileSystem, lockPath(path, generation))
    },
  }
}

function remove(fileSystem: FileSystem, lock: string): void {
  try {
    fileSystem.unlink(lock)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}
