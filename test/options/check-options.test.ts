import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { checkOptions, type OptionsPlace } from '../../src/options/check-options.ts'
import { closest } from '../../src/options/closest.ts'

function refusal(options: object, place: OptionsPlace = 'call'): string {
  try {
    checkOptions(options, place)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as Error).message
  }
  return 'not refused'
}

describe('a bad option', () => {
  test.each<[object, string]>([
    [{ modell: 'a/b' }, "Unknown option 'modell': did you mean 'model'?"],
    [{ threshold: 0.5 }, "Unknown option 'threshold'"],
    [{ mode: 'reply' }, "did you mean 'replay'?"],
    [{ mode: 'once' }, "The option 'mode' must be one of 'auto', 'replay', 'record', 'live', not 'once'."],
    [{ recordings: '' }, "The option 'recordings' must be a text that is not empty, not ''."],
    [{ timeout: 0 }, "The option 'timeout' must be a whole number from 1, not 0."],
    [{ timeout: Number.NaN }, "The option 'timeout' must be a whole number from 1, not NaN."],
    [{ maxRetries: -1 }, "The option 'maxRetries' must be a whole number from 0, not -1."],
    [{ maxInputTokens: 1999 }, "The option 'maxInputTokens' must be a whole number from 2000, not 1999."],
    [{ settings: { temprature: 0 } }, "without 'temprature' (did you mean 'temperature'?)"],
    [
      { settings: 5 },
      "The option 'settings' must be { temperature?, seed?, maxOutputTokens?, providerOptions? }",
    ],
    [{ settings: { temperature: '0' } }, 'with temperature a number from 0'],
    [{ settings: { temperature: Number.NaN } }, 'with temperature a number from 0'],
    [{ settings: { seed: 1.5 } }, 'with seed a whole number'],
    [{ settings: { maxOutputTokens: 0 } }, 'with maxOutputTokens a whole number from 1'],
    [{ settings: { providerOptions: 'low' } }, 'with providerOptions an object of options by provider'],
    [{ settings: { toString: 1 } }, "without 'toString'"],
    [{ prompts: { claim: 'x' } }, "The option 'prompts' must be { claims?, attribution? }"],
    [{ prompts: { claims: { replace: '' } } }, "The option 'prompts' must be"],
    [
      { allowSecrets: 'sk-' },
      "The option 'allowSecrets' must be an array of strings and regular expressions",
    ],
    [{ redact: 'x' }, "The option 'redact' must be a function, not 'x'."],
    [{ question: '  ' }, "The option 'question' must be a text that is not empty"],
    [{ contextExtractor: 'text' }, "The option 'contextExtractor' must be a function"],
    [{ model: 'gpt-5' }, "Did you mean 'openai/gpt-5'?"],
  ])('%j is refused: %s', (options, message) => {
    expect(refusal(options)).toContain(message)
  })

  test('in the wrong place says where it belongs', () => {
    expect(refusal({ concurrency: 2 })).toBe(
      "The option 'concurrency' cannot be given to the matcher.\n  do  give it to configure() or the plugin or the scorer",
    )
    expect(refusal({ redact: (text: string) => text }, 'plugin')).toContain('cannot be given to the plugin')
    expect(refusal({ scale: 2 }, 'measurement')).toContain('give it to the scorer')
  })

  test('of the scorer is refused as it is in the matcher', () => {
    expect(refusal({ scale: 0 }, 'scorer')).toBe("The option 'scale' must be a number above 0, not 0.")
    expect(refusal({ scale: Number.NaN }, 'scorer')).toContain('not NaN')
    expect(refusal({ scale: -1 }, 'scorer')).toContain('not -1')
    expect(refusal({ context: 'text' }, 'scorer')).toContain('an array of texts')
  })

  test('is never shown by value when it is an object, which may hold a key', () => {
    expect(refusal({ prompts: { apiKey: 'secret-value' } })).not.toContain('secret-value')
  })
})

test.each([null, 'openai/x', ['openai/x'], 5])('options that are no object (%j) are refused', options => {
  expect(refusal(options as never, 'configure')).toContain(
    'The options for configure() must be an object, not ',
  )
})

test('a name that is near to none gets no suggestion', () => {
  expect(refusal({ settings: { zzz: 0 } })).toContain("without 'zzz', not an object")
})

test('undefined counts as not given', () => {
  expect(() => checkOptions({ model: undefined, mode: undefined, unknown: undefined }, 'call')).not.toThrow()
})

test.each([
  ['model', undefined],
  ['concurency', 'concurrency'],
  ['REDACT', 'redact'],
  ['banana', undefined],
])('%s is nearest to %s', (name, nearest) => {
  expect(closest(name, ['concurrency', 'redact'])).toBe(nearest)
})

test('prices are two numbers from 0, of a run and not of an assertion', () => {
  for (const prices of [
    { input: 1 },
    { input: 1, output: -1 },
    { input: 1, output: 2, cached: 0 },
    '1,2',
    [1, 2],
  ])
    expect(refusal({ prices }, 'configure')).toContain("The option 'prices' must be { input, output }")
  for (const place of ['configure', 'plugin'] as const)
    expect(() => checkOptions({ prices: { input: 0, output: 1.5 } }, place)).not.toThrow()
  expect(refusal({ prices: { input: 1, output: 1 } })).toContain('cannot be given to the matcher')
})
