import { createOpenAI } from '@ai-sdk/openai'
import { createGateway } from 'ai'
import { MockLanguageModelV3, MockLanguageModelV4 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { type JudgeModel, modelIdOf } from '../../src/judge/model.ts'
import { fakeJudge } from '../fixtures/fake-judge.ts'

const doGenerate = async (): Promise<unknown> => ({})
const openai = createOpenAI({ apiKey: 'none' })

// Typed as a list of models: that the SDK's own models are accepted is checked by the compiler
const models: [string, JudgeModel, string][] = [
  ['a name', 'openai/gpt-5.6-sol', 'openai/gpt-5.6-sol'],
  ['a name with more segments', 'groq/meta/llama-4', 'groq/meta/llama-4'],
  ['the same model of the AI SDK', openai('gpt-5.6-sol'), 'openai/gpt-5.6-sol'],
  ['the same model by chat completions', openai.chat('gpt-5.6-sol'), 'openai/gpt-5.6-sol'],
  ['a gateway model', createGateway({ apiKey: 'none' })('anthropic/opus-5'), 'anthropic/opus-5'],
  [
    'a model of specification v2',
    { specificationVersion: 'v2', provider: 'a.b.c', modelId: 'm', doGenerate },
    'a/m',
  ],
  ['a model of specification v3', new MockLanguageModelV3({ provider: 'a', modelId: 'm/n' }), 'a/m/n'],
  ['a model of specification v4', new MockLanguageModelV4({ provider: 'a', modelId: 'm' }), 'a/m'],
  ['a server', { id: 'local/llama-4', url: 'http://localhost:1234/v1' }, 'local/llama-4'],
  ['a server with a model', { id: 'llama', url: 'http://localhost:1234', model: 'llama-4' }, 'llama'],
  ['a load function', { id: 'mine', load: async () => openai('gpt-5.6-sol') }, 'mine'],
  ['a module', { id: 'mine', module: './judge.mjs' }, 'mine'],
  ['a judge', fakeJudge([], 'rules/v1'), 'rules/v1'],
  ['the built-in judge', 'builtin/lexical', 'builtin/lexical'],
]

describe('the id of a model', () => {
  it.each(models)('is known without loading for %s', (_, model, id) => {
    expect(modelIdOf(model)).toBe(id)
  })
})

const loads = { id: 'a', load: doGenerate }

describe('a model', () => {
  it.each<[string, unknown, string]>([
    ['missing', undefined, 'The model is undefined.'],
    ['null', null, 'The model is null.'],
    ['a number', 3, 'The model is a number.'],
    ['an uncalled provider', openai, 'a provider is called with a model id'],
    ['an empty name', '', "''"],
    ['a name without provider', 'gpt-5.6-sol', "Did you mean 'openai/gpt-5.6-sol'?"],
    ['a name without model', 'openai/', "'openai/'"],
    ['a name with white space', 'openai/gpt 5', "'openai/gpt 5'"],
    ['a name with a control character', 'openai/gpt\u0007', "'openai/gpt'"],
    [
      'built in, mistyped',
      'builtin/lexcal',
      "no built-in judge 'builtin/lexcal'. Did you mean the string 'builtin/lexical'?",
    ],
    ['built in, spelt otherwise', 'built-in/lexical', "Did you mean the string 'builtin/lexical'?"],
    ['built in, without its room', 'lexical', "Did you mean the string 'builtin/lexical'?"],
    ['built in, as an object', { id: 'builtin/lexical' }, "write it as the string 'builtin/lexical'"],
    [
      'under the id of what is built in',
      { id: 'builtin/lexical', url: 'http://a' },
      'give the model another one',
    ],
    [
      'of specification v1',
      { specificationVersion: 'v1', provider: 'a', modelId: 'm', doGenerate },
      "specification 'v1'",
    ],
    ['of no specification', { provider: 'a', modelId: 'm', doGenerate }, 'specification undefined'],
    [
      'no language model',
      { specificationVersion: 'v4', provider: 'a', modelId: 'm' },
      'is no language model',
    ],
    ['without a form', {}, 'none of the fields url, load, module, judge'],
    ['with an id alone', { id: 'a/b', apiKey: 'x' }, "write it as the string 'a/b'"],
    ['with provider and model apart', { providerId: 'a', modelId: 'b' }, "write it as the string 'a/b'"],
    ['of two forms', { ...loads, url: 'http://a' }, 'The model has url and load'],
    ['without an id', { load: doGenerate }, "The model's id is undefined"],
    ['with a blank id', { ...loads, id: ' ' }, "The model's id is an empty string"],
    ['with an unknown field', { ...loads, key: 'x' }, "'a' has unknown fields: 'key'. It may have id, load."],
    ['with baseURL', { id: 'a/b', url: 'http://a', baseURL: 'x' }, "'baseURL'"],
    [
      'with a load that is no function',
      { id: 'a', load: 'x' },
      "The field load of the model 'a' is not a function",
    ],
    ['with an empty module', { id: 'a', module: '' }, "The field module of the model 'a' is not a string"],
    ['with a url that is none', { id: 'a/b', url: 'localhost:1234' }, 'is not an http address'],
    ['with a key that is no string', { id: 'a/b', url: 'http://a', apiKey: 3 }, 'apiKey'],
    ['with headers that are no strings', { id: 'a/b', url: 'http://a', headers: { a: 1 } }, 'headers'],
    ['with a blank wire model', { id: 'a/b', url: 'http://a', model: '' }, 'The field model'],
    ['without a wire model', { id: 'llama', url: 'http://a' }, "use 'server/model' or add model"],
  ])('is refused when it is %s, with the forms', (_, model, problem) => {
    const attempt = (): string => modelIdOf(model as JudgeModel)
    expect(attempt).toThrow(UsageError)
    expect(attempt).toThrow(problem)
    expect(attempt).toThrow("{ id, module: './judge.mjs' }")
  })

  it('is refused without showing its key', () => {
    const model = { id: 'a/b', url: 'nowhere', apiKey: 'very-secret', headers: { 'x-key': 'very-secret' } }
    expect(() => modelIdOf(model)).toThrow(/^(?!.*very-secret)/s)
  })

  it('may be a judge with fields of its own', () => {
    expect(modelIdOf({ ...fakeJudge([], 'rules'), verbose: true } as JudgeModel)).toBe('rules')
  })
})

it('does not repeat a key that was given in the place of a model', () => {
  const key = `sk-proj-${'Zq8R'.repeat(8)}`
  for (const model of [key, { id: key, url: 'nowhere' }]) expect(() => modelIdOf(model)).toThrow('[redacted]')
  for (const model of [key, { id: key, url: 'nowhere' }])
    expect(() => modelIdOf(model)).not.toThrow(new RegExp(key))
})
