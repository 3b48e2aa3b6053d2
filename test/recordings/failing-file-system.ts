/** A file system that fails where a test wants it to. */
import { nodeFileSystem } from '../../src/recordings/file-store.ts'
import type { FileSystem } from '../../src/recordings/file-system.ts'

/** An error as the system throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: as the test wants it`), { code })
}

/** The disk, but that an operation fails with a code, for paths that match. */
export function failing(operation: keyof FileSystem, code: string, path: RegExp = /(?:)/): FileSystem {
  const real: (...paths: string[]) => unknown = nodeFileSystem[operation]
  const fail = (...paths: string[]): unknown => {
    if (path.test(paths.at(operation === 'link' || operation === 'rename' ? 1 : 0) ?? ''))
      throw systemError(code)
    return real(...paths)
  }
  return { ...nodeFileSystem, [operation]: fail }
}
