/** Row: what the package costs a test file before anything is asserted, and what it must not load. */
import type { Row } from './row.ts'
import { listLoaded } from './setup/list-loaded.ts'
import { timeFiles } from './setup/time-files.ts'
import { timeImports } from './setup/time-imports.ts'

export const setupRow: Row = {
  name: 'setup',
  title: 'what context-recall/vitest adds to a test file in replay',
  run: async installation => [
    await timeFiles(installation),
    await timeImports(installation),
    await listLoaded(installation),
  ],
}
