/** Options set once for all that follows in a process. */
import { processState } from './config.ts'
import { checkOptions } from './check-options.ts'
import type { ConfigureOptions } from './options.ts'

/**
 * Sets options for all that follows in this process, over the plugin's and under a call's; merges with earlier
 * ones. Returns a function that takes them back. Throws a `UsageError` for an unknown option or a bad value.
 */
export function configure(options: ConfigureOptions): () => void {
  checkOptions(options, 'configure')
  const { configured } = processState()
  const layer = { ...options }
  configured.push(layer)
  return () => {
    const index = configured.indexOf(layer)
    if (index !== -1) configured.splice(index, 1)
  }
}
