/** What is one per process even where a runner gives every test file a global object of its own, as Jest does. */
import type { Worker } from 'node:worker_threads'

/** Only data and Node's own objects: functions of a test file must not outlive it. */
export interface ProcessWide {
  /** Whether it was said that a judge is asked. */
  announced?: boolean
  /** Live calls made. */
  calls?: number
  /** Live calls that `maxCalls` did not allow. */
  refusedCalls?: number
  /** By model id: whether it is asked for JSON in the prompt, having no structured output. */
  schemaInPrompt?: { [model: string]: boolean }
  /** By the path of their program. */
  workers: { [file: string]: Worker | undefined }
}

const key = Symbol.for('context-recall.process')

/** The one holder of this process (of this thread, where threads run tests). */
export function processWide(): ProcessWide {
  // the object of a core module is the same for all test files, unlike `globalThis` and `process`
  const core = process.getBuiltinModule('node:worker_threads') as { [key]?: ProcessWide }
  return (core[key] ??= { workers: {} })
}
