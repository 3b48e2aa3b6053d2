import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ModelArguments, modelFrom } from '../bench/judge/model-from.ts'

const environment = { LOCAL_KEY: ' key-of-the-server ', EMPTY: ' ' }

describe('the model of the command line', () => {
  it.each<[ModelArguments, unknown]>([
    [{ model: 'openai/gpt-5.6-sol' }, 'openai/gpt-5.6-sol'],
    [{ model: 'builtin/lexical' }, 'builtin/lexical'],
    [{ model: './my/judge.mjs' }, { id: 'module/judge', module: resolve('my/judge.mjs') }],
    [
      { model: 'judge.ts', id: 'our/judge' },
      { id: 'our/judge', module: resolve('judge.ts') },
    ],
    [{ model: 'module:judge.mjs' }, { id: 'module/judge', module: resolve('judge.mjs') }],
    [{ model: '/a/judge.mjs' }, { id: 'module/judge', module: resolve('/a/judge.mjs') }],
    [
      { model: 'local/llama', url: 'http://h/v1' },
      { id: 'local/llama', url: 'http://h/v1' },
    ],
    [
      { model: 'llama:8b', id: 'ollama/llama', url: 'http://h/v1', apiKeyVariable: 'LOCAL_KEY' },
      { id: 'ollama/llama', model: 'llama:8b', url: 'http://h/v1', apiKey: 'key-of-the-server' },
    ],
    // a server's model may be called like a file
    [
      { model: 'local/llama.js', url: 'http://h/v1' },
      { id: 'local/llama.js', url: 'http://h/v1' },
    ],
  ])('%j', (given, model) => {
    expect(modelFrom(given, environment)).toEqual(model)
  })

  it.each<[ModelArguments, string]>([
    [{ model: 'a/b', apiKeyVariable: 'LOCAL_KEY' }, 'give its --url'],
    [{ model: 'a/b', id: 'c/d' }, 'a model by name has its own id'],
    [{ model: 'a/b', url: 'http://h', apiKeyVariable: 'EMPTY' }, 'it is not set'],
  ])('is refused: %j', (given, message) => {
    expect(() => modelFrom(given, environment)).toThrow(message)
  })

  it('never shows a key that was given in the place of its name', () => {
    const given = { model: 'a/b', url: 'http://h', apiKeyVariable: 'sk-live-0123456789abcdef' }
    let message = ''
    try {
      modelFrom(given, environment)
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain('takes the name')
    expect(message).not.toContain('sk-live')
  })
})
