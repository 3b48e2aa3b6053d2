/** The forms in which a user names a judge, and its id, which is keyed; nothing is loaded to tell it. */
import { UsageError } from '../errors.ts'
import { hideKeys } from '../secret-shapes.ts'
import { isBlank, toOneLine } from '../text.ts'
import type { Judge, JudgeAnswer, JudgeRequest } from './judge.ts'

/** An AI SDK language model of specification v2 or later, by its structure. */
export interface LanguageModelLike {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  doGenerate(options: never): PromiseLike<unknown>
}

/** An OpenAI-compatible server, asked at `<url>/chat/completions`. */
export interface ServerModel {
  id: string
  url: string
  apiKey?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** The model's name on the server; by default the id without its first segment. */
  model?: string | undefined
}

/** A model that is loaded only when a live call is made. */
export interface LoadedModel {
  id: string
  load: () => Promise<LoadedJudge> | LoadedJudge
}

/** A module whose default export is the model, by its path from the project root. */
export interface ModuleModel {
  id: string
  module: string
}

/** What `load` returns and a module exports: a model in any immediate form, or the function that judges. */
export type LoadedJudge = string | LanguageModelLike | ServerModel | Judge | JudgeFunction

export type JudgeFunction = (request: JudgeRequest) => Promise<JudgeAnswer>

export type JudgeModel = string | LanguageModelLike | ServerModel | LoadedModel | ModuleModel | Judge

/** The judge that comes with the package: by rule, without a key or a network. */
export const builtinLexical = 'builtin/lexical'

const forms = `A model is one of
  'openai/gpt-5.6-sol'                    any 'provider/model'
  'builtin/lexical'                       a rough word-overlap judge, to try things out without a key
  openai('gpt-5.6-sol')                   an AI SDK model, specification v2 or later
  { id, url, apiKey?, headers?, model? }  an OpenAI-compatible server
  { id, load: async () => model }         loaded only for live calls
  { id, module: './judge.mjs' }           the same, from a module's default export
  { id, judge: async request => answer }  your own`

function refuse(what: string): never {
  throw new UsageError(`${what}\n${forms}`)
}

/**
 * The id under which a model's answers are recorded. Throws a `UsageError` that shows the forms when `model` is
 * none of them.
 */
export function modelIdOf(model: JudgeModel): string {
  if (typeof model === 'string') return model === builtinLexical ? model : checkedId(model)
  if (typeof model === 'function')
    return refuse('The model is a function: a provider is called with a model id, as in openai(…).')
  if (typeof model !== 'object' || model === null) return refuse(`The model is ${describe(model)}.`)
  return isLanguageModel(model) ? languageModelId(model) : checkedFields(model).id
}

/** Whether it is meant as an AI SDK model, of whatever version. */
export function isLanguageModel(model: object): model is LanguageModelLike {
  return 'specificationVersion' in model || 'doGenerate' in model
}

function languageModelId(model: LanguageModelLike): string {
  const { specificationVersion: version, provider, modelId } = model
  if (typeof provider !== 'string' || typeof modelId !== 'string' || typeof model.doGenerate !== 'function')
    return refuse('The model looks like an AI SDK model but is no language model.')
  const generation = /^v(\d+)$/.exec(version)?.[1]
  if (generation === undefined || Number(generation) < 2)
    return refuse(
      `The AI SDK model ${quoted(modelId)} has specification ${quoted(version)}, which AI SDK 7 cannot call: ` +
        'upgrade its provider package.',
    )
  const [name = ''] = provider.split('.')
  return checkedId(name === 'gateway' ? modelId : `${name}/${modelId}`)
}

function checkedId(id: string): string {
  if (/^(?:built-?in\b|lexical$)/i.test(id))
    return refuse(`There is no built-in judge ${quoted(id)}. Did you mean the string '${builtinLexical}'?`)
  if (/^[^\s/]+\/\S+$/.test(id) && toOneLine(id) === id) return id
  const suggestion = /^(gpt-|o\d|chatgpt)/.test(id) ? ` Did you mean ${quoted(`openai/${id}`)}?` : ''
  return refuse(`The model ${quoted(id)} is not of the form 'provider/model'.${suggestion}`)
}

const fieldsByForm = {
  url: ['id', 'url', 'apiKey', 'headers', 'model'],
  load: ['id', 'load'],
  module: ['id', 'module'],
  judge: ['id', 'judge'],
} as const
const formFields = Object.keys(fieldsByForm) as (keyof typeof fieldsByForm)[]

function checkedFields(model: Exclude<JudgeModel, string | LanguageModelLike>): typeof model {
  const given = model as unknown as Readonly<Record<string, unknown>>
  const { id } = given
  const present = formFields.filter(field => given[field] !== undefined)
  const [form] = present
  if (form === undefined) return refuseFormless(given)
  if (present.length > 1)
    return refuse(`The model has ${present.join(' and ')}: only one of them can answer.`)
  if (typeof id !== 'string' || isBlank(id) || toOneLine(id) !== id)
    return refuse(`The model's id is ${describe(id)}: recordings are kept under it.`)
  if (id.startsWith('builtin/'))
    return refuse(`The id ${quoted(id)} is kept for what is built in: give the model another one.`)
  const type = form === 'load' || form === 'judge' ? 'function' : 'string'
  if (typeof given[form] !== type || given[form] === '')
    return refuse(`The field ${form} of the model ${quoted(id)} is not a ${type}.`)
  const known: readonly string[] = fieldsByForm[form]
  const unknown = Object.keys(given).filter(field => !known.includes(field))
  // A judge may be an instance of a class of the user's own, with more in it than we need
  if (form !== 'judge' && unknown.length > 0)
    refuse(
      `The model ${quoted(id)} has unknown fields: ${unknown.map(quoted).join(', ')}. It may have ${known.join(', ')}.`,
    )
  if (form === 'url') checkServer(model as ServerModel)
  return model
}

/** Some forms name a model for a router, without saying where it is asked: the same as a string. */
function refuseFormless({ id, providerId, modelId }: Readonly<Record<string, unknown>>): never {
  const parts = typeof id === 'string' ? [id] : [providerId, modelId]
  if (!parts.every(part => typeof part === 'string'))
    return refuse(`The model has none of the fields ${formFields.join(', ')}.`)
  const name = quoted(parts.join('/'))
  return refuse(`The model names ${name} but not where to ask it: write it as the string ${name}.`)
}

function checkServer({ id, url, apiKey, headers, model }: ServerModel): void {
  const name = quoted(id)
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    refuse(`The url of the model ${name} is not an http address.`)
  if (apiKey !== undefined && typeof apiKey !== 'string')
    refuse(`The apiKey of the model ${name} is not a string.`)
  if (headers !== undefined && !isTextRecord(headers))
    refuse(`The headers of the model ${name} are not an object of strings.`)
  if (model !== undefined && (typeof model !== 'string' || isBlank(model)))
    refuse(`The field model of the model ${name} is not a name.`)
  if (model === undefined && wireModelOf(id) === '')
    refuse(
      `The id ${name} does not say what the model is called on its server: use 'server/model' or add model.`,
    )
}

/** An id without its first segment: the model's name on its server. */
export function wireModelOf(id: string): string {
  return id.includes('/') ? id.slice(id.indexOf('/') + 1) : ''
}

function isTextRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(v => typeof v === 'string')
}

/** What looks like a key was put there by mistake, and logs are read by others. */
function quoted(text: unknown): string {
  return typeof text === 'string' ? `'${hideKeys(toOneLine(text), '[redacted]')}'` : describe(text)
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return `${value}`
  if (typeof value === 'string') return isBlank(value) ? 'an empty string' : quoted(value)
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
