/** The judge that is measured, from the command line. */
import { basename, extname, resolve } from 'node:path'
import { UsageError } from '../../../src/errors.ts'
import type { JudgeModel } from '../../../src/judge/model.ts'

/** What the command line says about the judge. */
export interface ModelArguments {
  /** A model's name, or a module's path. */
  model: string
  /** The id under which answers are recorded, when it is not the model's name. */
  id?: string | undefined
  /** An OpenAI-compatible server. */
  url?: string | undefined
  /** The environment variable that holds the server's key. */
  apiKeyVariable?: string | undefined
}

/** The model in a form the package takes. Throws a `UsageError`; no key is ever in it. */
export function modelFrom(
  { model, id, url, apiKeyVariable }: ModelArguments,
  environment: Readonly<Record<string, string | undefined>>,
): JudgeModel {
  if (apiKeyVariable !== undefined && url === undefined)
    throw new UsageError('--api-key-env is for a server: give its --url, too.')
  if (url !== undefined) {
    const apiKey = apiKeyVariable === undefined ? undefined : keyIn(apiKeyVariable, environment)
    return {
      id: id ?? model,
      url,
      ...(id !== undefined && { model }),
      ...(apiKey !== undefined && { apiKey }),
    }
  }
  if (isModule(model)) {
    const path = resolve(model.replace(/^module:/, ''))
    return { id: id ?? `module/${basename(path, extname(path))}`, module: path }
  }
  if (id !== undefined)
    throw new UsageError('--model-id is for a module or a --url: a model by name has its own id.')
  return model
}

function isModule(model: string): boolean {
  return /^(?:module:|\.{0,2}[/\\])|\.[cm]?[jt]s$/.test(model)
}

function keyIn(name: string, environment: Readonly<Record<string, string | undefined>>): string {
  const key = environment[name]?.trim()
  if (key !== undefined && key !== '') return key
  // It may be a key that was given in the place of a name: it is not shown.
  throw new UsageError(
    '--api-key-env takes the name of an environment variable that holds the key; it is not set.',
  )
}
