/** Which option may be given where, and what is refused about its value. */
import { UsageError } from '../errors.ts'
import { modelIdOf, type JudgeModel } from '../judge/model.ts'
import { closest } from './closest.ts'
import { readEntry } from '../contexts/context-shapes.ts'
import { describe } from '../contexts/read-contexts.ts'
import type { MatcherOptions, ScorerOptions } from './options.ts'

type AnyOptions = MatcherOptions & ScorerOptions & { min?: number; obsolete?: 'warn' | 'fail' }
export type OptionsPlace = 'call' | 'configure' | 'plugin' | 'scorer' | 'measurement'

/** Says what an option must be, or nothing when the value is that. */
type Check = (value: unknown) => string | undefined

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const aFunction: Check = value => (typeof value === 'function' ? undefined : 'a function')
const aText: Check = value =>
  typeof value === 'string' && value.trim() !== '' ? undefined : 'a text that is not empty'
const anInteger =
  (least: number): Check =>
  value =>
    Number.isInteger(value) && (value as number) >= least ? undefined : `a whole number from ${least}`
const aPrompt = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'string' && value.trim() !== '') ||
  (isObject(value) && aText(value['replace']) === undefined && Object.keys(value).length === 1)

const oneOf =
  (values: readonly string[]): Check =>
  value => {
    if ((values as readonly unknown[]).includes(value)) return undefined
    const near = typeof value === 'string' ? closest(value, values) : undefined
    return `one of ${values.map(each => `'${each}'`).join(', ')}${near === undefined ? '' : ` (did you mean '${near}'?)`}`
  }

const settings: Readonly<Record<string, Check>> = {
  temperature: value =>
    typeof value === 'number' && Number.isFinite(value) && value >= 0 ? undefined : 'a number from 0',
  seed: value => (Number.isInteger(value) ? undefined : 'a whole number'),
  maxOutputTokens: anInteger(1),
  providerOptions: value => (isObject(value) ? undefined : 'an object of options by provider'),
}
const shownSettings = `{ ${Object.keys(settings)
  .map(name => `${name}?`)
  .join(', ')} }`

const checks: Record<keyof AnyOptions, Check> = {
  model: value => {
    modelIdOf(value as JudgeModel) // throws its own error, which shows the forms
    return undefined
  },
  mode: oneOf(['auto', 'replay', 'record', 'live']),
  store: oneOf(['full', 'digest']),
  recordings: aText,
  prompts: value =>
    isObject(value) &&
    Object.entries(value).every(
      ([kind, prompt]) => (kind === 'claims' || kind === 'attribution') && aPrompt(prompt),
    )
      ? undefined
      : "{ claims?, attribution? }, each a text or { replace: '…' }",
  settings: value => {
    if (!isObject(value)) return shownSettings
    for (const [name, setting] of Object.entries(value)) {
      const check = Object.hasOwn(settings, name) ? settings[name] : undefined
      if (check === undefined)
        return `${shownSettings}, without '${name}'${suggest(name, Object.keys(settings))}`
      const expected = setting === undefined ? undefined : check(setting)
      if (expected !== undefined) return `${shownSettings}, with ${name} ${expected}`
    }
    return undefined
  },
  allowSecrets: value =>
    Array.isArray(value) && value.every(entry => typeof entry === 'string' || entry instanceof RegExp)
      ? undefined
      : 'an array of strings and regular expressions',
  timeout: anInteger(1),
  maxRetries: anInteger(0),
  maxInputTokens: anInteger(2000),
  concurrency: anInteger(1),
  maxCalls: anInteger(0),
  prices: value =>
    isObject(value) &&
    Object.keys(value).length === 2 &&
    [value['input'], value['output']].every(price => typeof price === 'number' && price >= 0)
      ? undefined
      : '{ input, output }, what a million tokens of each cost',
  redact: aFunction,
  question: aText,
  contextExtractor: aFunction,
  context: value =>
    Array.isArray(value) && value.every(entry => readEntry(entry) !== undefined)
      ? undefined
      : 'an array of texts, or of documents, nodes, rows or hits of the common libraries',
  scale: value =>
    typeof value === 'number' && Number.isFinite(value) && value > 0 ? undefined : 'a number above 0',
  obsolete: oneOf(['warn', 'fail']),
  min: () => undefined, // checked where it is used, since it may stand beside the options
}

const everywhere = [
  'model',
  'mode',
  'recordings',
  'prompts',
  'settings',
  'store',
  'allowSecrets',
  'timeout',
  'maxRetries',
  'maxInputTokens',
] as const
const allowed: Record<OptionsPlace, readonly (keyof AnyOptions)[]> = {
  call: [...everywhere, 'question', 'redact', 'contextExtractor', 'min'],
  measurement: [...everywhere, 'question', 'redact'],
  configure: [...everywhere, 'concurrency', 'maxCalls', 'prices', 'redact'],
  plugin: [...everywhere, 'concurrency', 'maxCalls', 'prices', 'obsolete'],
  scorer: [
    ...everywhere,
    'concurrency',
    'maxCalls',
    'prices',
    'question',
    'redact',
    'context',
    'contextExtractor',
    'scale',
  ],
}

/** Throws a `UsageError` for an option that is unknown, out of place or has a bad value; `undefined` counts as absent. */
export function checkOptions(options: object, place: OptionsPlace): void {
  if (!isObject(options))
    throw new UsageError(`The options for ${placeNames[place]} must be an object, not ${describe(options)}.`)
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    if (!isOption(name)) throw unknownOption(name, place)
    if (!allowed[place].includes(name)) throw misplacedOption(name, place)
    const expected = checks[name](value)
    if (expected !== undefined)
      throw new UsageError(`The option '${name}' must be ${expected}, not ${shown(name, value)}.`)
  }
}

function isOption(name: string): name is keyof AnyOptions {
  return Object.hasOwn(checks, name)
}

function unknownOption(name: string, place: OptionsPlace): UsageError {
  const near = closest(name, allowed[place])
  return new UsageError(
    `Unknown option '${name}'${near === undefined ? '' : `: did you mean '${near}'?`}\n` +
      `  known here  ${allowed[place].join(', ')}`,
  )
}

const placeNames: Record<OptionsPlace, string> = {
  call: 'the matcher',
  measurement: 'measureContextRecall()',
  configure: 'configure()',
  plugin: 'the plugin',
  scorer: 'the scorer',
}

function misplacedOption(name: keyof AnyOptions, place: OptionsPlace): UsageError {
  const places = (Object.keys(allowed) as OptionsPlace[]).filter(other => allowed[other].includes(name))
  return new UsageError(
    `The option '${name}' cannot be given to ${placeNames[place]}.\n` +
      `  do  give it to ${places.map(other => placeNames[other]).join(' or ')}`,
  )
}

function suggest(name: string, names: readonly string[]): string {
  const near = closest(name, names)
  return near === undefined ? '' : ` (did you mean '${near}'?)`
}

function shown(name: string, value: unknown): string {
  if (name === 'allowSecrets') return describe(value) // which may be one
  if (typeof value === 'string') return `'${value}'`
  if (typeof value === 'function') return 'a function'
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : describe(value)
}
