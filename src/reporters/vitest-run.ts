/** A run of Vitest and its workers, which tell each other about live calls through a directory of the run. */
import { appendFileSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SharedRun } from '../options/shared-run.ts'
import type { CallCounts } from './progress.ts'

/** What the reporter provides to every worker of a run. */
export interface ProvidedRun {
  /** Gone when the run is over. */
  directory: string
  /** How many workers there may be at once. */
  workers: number
}

const marks = { asked: '?', answered: '.', failed: '!' } as const

/** Begins a run; `closeRun` removes what this makes. */
export function openRun(workers: number): ProvidedRun {
  return { directory: mkdtempSync(join(tmpdir(), 'context-recall-run-')), workers: Math.max(1, workers) }
}

export function closeRun({ directory }: ProvidedRun): void {
  rmSync(directory, { recursive: true, force: true })
}

/** The counts so far, of all workers. */
export function readCounts({ directory }: ProvidedRun): CallCounts {
  const file = join(directory, 'calls')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const count = (mark: string): number => text.split(mark).length - 1
  return { asked: count(marks.asked), answered: count(marks.answered), failed: count(marks.failed) }
}

/** The run as a worker takes part in it. A call that outlives the run is not counted. */
export function joinRun({ directory, workers }: ProvidedRun): SharedRun {
  const leave = (note: string): boolean =>
    whileThere(() => closeSync(openSync(join(directory, note), 'wx')), ['EEXIST', 'ENOENT'])
  const noteOf = (model: string): string => `schema-${encodeURIComponent(model).slice(-150)}`
  return {
    workers,
    isFirstToAsk: () => leave('announced'),
    schemaInPrompt: {
      has: model => existsSync(join(directory, noteOf(model))),
      add: model => {
        leave(noteOf(model))
        return leave(`told-${noteOf(model)}`)
      },
      remove: model => rmSync(join(directory, noteOf(model)), { force: true }),
    },
    refusedKeys: {
      get: key => {
        const file = join(directory, `refused-${key}`)
        const failure = existsSync(file) ? readFileSync(file, 'utf8') : ''
        // another worker may be writing it
        return failure.endsWith('}') ? failure : undefined
      },
      set: (key, failure) =>
        whileThere(() => writeFileSync(join(directory, `refused-${key}`), failure), ['ENOENT']),
    },
    count: event => {
      whileThere(() => appendFileSync(join(directory, 'calls'), marks[event]), ['ENOENT'])
    },
  }
}

/** Whether the work was done; false when it failed with one of these codes, which are foreseen. */
function whileThere(work: () => void, foreseen: readonly string[]): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (foreseen.includes(String((error as NodeJS.ErrnoException).code))) return false
    throw error
  }
}
