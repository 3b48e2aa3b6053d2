/** Temporary files and locks that killed processes left behind. */
import { codeOf, type FileSystem, unlessMissing } from './file-system.ts'

const strayName =
  /^[a-z0-9-]+\.(?:claims|attribution)\.[0-9a-f]{16}\.jsonc\.(?:[0-9a-f]+\.tmp|(?:\d+\.)?lock)$/
const strayMilliseconds = 10 * 60 * 1000

/** Removes what writes that were killed left behind more than ten minutes before `now`; no file of others. */
export function sweep(fileSystem: FileSystem, directory: string, now: number): void {
  for (const name of fileSystem.list(directory)) {
    if (!strayName.test(name)) continue
    const modified = unlessMissing(() => fileSystem.modifiedAt(`${directory}/${name}`))
    if (modified !== undefined && now - modified > strayMilliseconds)
      discard(fileSystem, `${directory}/${name}`)
  }
}

/** Removes a temporary file; one that cannot be removed now is harmless and left for a later sweep. */
export function discard(fileSystem: FileSystem, path: string): void {
  try {
    fileSystem.unlink(path)
  } catch (error) {
    // must not hide what the write itself came to: an answer that was paid for, or the error that stopped it
    if (codeOf(error) === undefined) throw error
  }
}
