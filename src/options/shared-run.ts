/** A run that several processes make together: their live calls are divided, announced once, and counted. */
import type { Ask } from '../judge/ask.ts'
import type { RefusedKeys } from '../judge/live-ask.ts'
import { defaultConcurrency } from '../judge/limiter.ts'
import type { SchemaMemory } from '../judge/ai-sdk-judge.ts'

/** What one process of such a run knows and tells. */
export interface SharedRun {
  /** How many processes there may be at once. */
  workers: number
  /** True for one process of the run only: the first that asks here. */
  isFirstToAsk: () => boolean
  /** What one process learnt of a model, all know. */
  schemaInPrompt: SchemaMemory
  refusedKeys: RefusedKeys
  count: (event: 'asked' | 'answered' | 'failed') => void
}

/** A process's part of the live calls that a run may make at once; everyone gets at least one. */
export function shareOf(concurrency: number | undefined, processes: number): number {
  return Math.max(1, Math.floor((concurrency ?? defaultConcurrency) / processes))
}

/** Asks as before, and counts. */
export function counted(ask: Ask, run: SharedRun | undefined): Ask {
  if (run === undefined) return ask
  return async (...question) => {
    run.count('asked')
    try {
      const asked = await ask(...question)
      run.count('answered')
      return asked
    } catch (error) {
      run.count('failed')
      throw error
    }
  }
}
