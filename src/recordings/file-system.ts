/** What the file store needs of a file system; tests give one that fails where they like. */
import { StoreError } from '../errors.ts'
import { formatError, type Row } from '../format-error.ts'

/** Synchronous operations on absolute or relative paths; each throws the system's error with its `code`. */
export interface FileSystem {
  read(path: string): string
  /** Writes a new file and flushes it to the disk; EEXIST when one is there. */
  create(path: string, text: string): void
  link(from: string, to: string): void
  rename(from: string, to: string): void
  unlink(path: string): void
  list(directory: string): string[]
  makeDirectory(path: string): void
  /** Milliseconds of the file system's own clock. */
  modifiedAt(path: string): number
}

/** The system's code of an error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** What `run` gives, or undefined when the file is not there. */
export function unlessMissing<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Does nothing but wait, for as many milliseconds: the store's operations are synchronous. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

const reasons: Readonly<Record<string, readonly [reason: string, remedy: string]>> = {
  EACCES: ['the permission is missing', 'give this user the right to read and write it'],
  EPERM: ['the system does not permit it', 'give this user the right to read and write it'],
  EROFS: ['the file system is read-only', 'record where it can be written, and commit the recordings'],
  ENOSPC: ['the disk is full', 'make room and run the test again'],
  EDQUOT: ['the disk quota is used up', 'make room and run the test again'],
  ENOTDIR: ['a file stands where a directory must be', 'name a directory in the option recordings'],
  EEXIST: ['a file stands where a directory must be', 'name a directory in the option recordings'],
  EISDIR: ['a directory stands where a file must be', 'move that directory away'],
  EMFILE: ['this process has too many files open', 'raise the limit (ulimit -n) or run fewer tests at once'],
  ENFILE: ['the system has too many files open', 'close other programs and run the test again'],
  ENAMETOOLONG: ['the path is too long', 'name a shorter directory in the option recordings'],
  ELOOP: ['its symbolic links go in a circle', 'mend the links'],
  EBUSY: [
    'another program holds it',
    'close that program (an editor, a virus scanner) and run the test again',
  ],
  EIO: ['the disk reports an error', 'check the disk'],
}

/** The error for a store that could not do its work: what was tried, where, why, and what to do. */
export function storeError(attempt: string, path: string, cause: unknown): StoreError {
  const code = codeOf(cause)
  const known = code === undefined ? undefined : reasons[code]
  const told = code ?? (cause instanceof Error ? cause.message : String(cause))
  const why = known === undefined ? told : `${known[0]} (${told})`
  const rows: Row[] = [['path', path]]
  if (known !== undefined) rows.push(['do', known[1]])
  return new StoreError(formatError(`Recordings could not be ${attempt}: ${why}.`, rows), {
    path,
    code,
    cause,
  })
}
