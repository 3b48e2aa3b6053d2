/** What `npm run demo` was asked for. */
import { parseArgs } from 'node:util'

export const usage = `npm run demo                                        the examples, offline
npm run demo -- --ask <question> --truth <answer>   the retriever of docs-rag, asked by you; builtin/lexical judges`

export type DemoArguments =
  | { what: 'examples' | 'help' }
  | { what: 'ask'; question: string; groundTruth: string }
  | { what: 'nothing'; problem: string }

/** Reads the arguments; what is wrong with them is returned, not thrown. */
export function readDemoArguments(given: readonly string[]): DemoArguments {
  let values: { ask?: string; truth?: string; help?: boolean }
  try {
    values = parseArgs({
      args: [...given],
      options: { ask: { type: 'string' }, truth: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    }).values
  } catch (error) {
    return { what: 'nothing', problem: (error as Error).message }
  }
  const { ask, truth, help } = values
  if (help === true) return { what: 'help' }
  if (ask === undefined && truth === undefined) return { what: 'examples' }
  if (isMissing(ask)) return { what: 'nothing', problem: '--ask is missing: what is the retriever asked?' }
  if (isMissing(truth))
    return { what: 'nothing', problem: '--truth is missing: what does a right answer say?' }
  return { what: 'ask', question: ask, groundTruth: truth }
}

function isMissing(value: string | undefined): value is undefined {
  return value === undefined || value.trim() === ''
}
