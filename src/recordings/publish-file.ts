/** The last step of a write: a temporary file becomes the recording, whoever else tries the same. */
import { takeLock } from './file-lock.ts'
import { codeOf, type FileSystem, pause } from './file-system.ts'

const attempts = 10
const pauseMilliseconds = 10

// EISDIR is how Windows says it of exFAT. Where one of these means something else, the rename will fail as well.
const withoutLinks: ReadonlySet<string | undefined> = new Set(
  'EPERM ENOTSUP EOPNOTSUPP EXDEV ENOSYS EACCES EINVAL EISDIR'.split(' '),
)
const heldByAnother: ReadonlySet<string | undefined> = new Set(['EPERM', 'EACCES', 'EBUSY'])

/** Finishes a write for the first one who comes: his text, the standing one, or undefined for another try. */
export function publishUnlessTaken(
  fileSystem: FileSystem,
  text: string,
  read: () => string | undefined,
): (temporary: string, path: string) => string | undefined {
  return (temporary, path) => {
    try {
      fileSystem.link(temporary, path)
      return text
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return read()
      if (!withoutLinks.has(codeOf(error))) throw error
    }
    return underLock(fileSystem, temporary, path, () => {
      const standing = read()
      if (standing === undefined) renameOver(fileSystem, temporary, path)
      return standing ?? text
    })
  }
}

/** Runs while holding the lock of `path`; `temporary` was just written there and tells the time. */
export function underLock<T>(fileSystem: FileSystem, temporary: string, path: string, run: () => T): T {
  const lock = takeLock(fileSystem, path, fileSystem.modifiedAt(temporary))
  let done = false
  try {
    const result = run()
    done = true
    return result
  } finally {
    lock.release(done)
  }
}

/** Renames over what is there. Windows refuses that while a reader or a virus scanner holds the file, so it is tried again. */
export function renameOver(fileSystem: FileSystem, from: string, to: string): void {
  for (let tries = 1; ; tries++) {
    try {
      fileSystem.rename(from, to)
      return
    } catch (error) {
      if (tries === attempts || !heldByAnother.has(codeOf(error))) throw error
      pause(pauseMilliseconds)
    }
  }
}
