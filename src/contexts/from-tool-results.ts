/** The extractor that takes contexts from an agent's tool results. */
import { UsageError } from '../errors.ts'
import { contextsOfTools, describe, isPromiseLike, markFound } from './read-contexts.ts'
import { toolResultsOf } from './tool-results.ts'

/**
 * Makes a `contextExtractor` that takes the results of an agent's successful tool calls as contexts, of the named
 * tools only or of all. It reads AI SDK results (`generateText`, `streamText`), UI and model messages, and Mastra
 * results and messages (parts and legacy `toolInvocations`, joined by id). For the scorer it reads a run's output.
 * It rejects with a `UsageError` when there is no such thing.
 */
export function fromToolResults(
  options: { tools?: readonly string[] } = {},
): (...input: unknown[]) => Promise<unknown> {
  const { tools } = options
  return async (...input) => {
    const value: unknown = await (input.length > 1 ? input[1] : input[0])
    const results = await toolResultsOf(value)
    if (results === undefined && !(Array.isArray(value) && value.length === 0))
      throw new UsageError(
        `fromToolResults found no agent result and no messages: it was given ${isPromiseLike(value) ? 'a promise' : describe(value)}.\n` +
          '  do  give it the result of generateText or agent.generate, or its messages',
      )
    return markFound(
      contextsOfTools(
        (results ?? []).filter(({ toolName }) => tools === undefined || tools.includes(toolName)),
      ),
    )
  }
}
