import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { contextsFrom } from '../../src/scorer/contexts-from.ts'

const found = async (received: unknown) => (await contextsFrom(received)).contexts

describe('contexts are read from', () => {
  test.each<[string, unknown, unknown[]]>([
    ['one text', 'a', [{ text: 'a' }]],
    ['texts', ['a', 'b'], [{ text: 'a' }, { text: 'b' }]],
    ['nothing', [], []],
    [
      'LangChain documents',
      [{ pageContent: 'a', metadata: { source: 'a.md', loc: 1 }, id: 'x1' }],
      [{ text: 'a', identity: 'a.md' }],
    ],
    ['LangChain pairs of document and score', [[{ pageContent: 'a', metadata: {} }, 0.5]], [{ text: 'a' }]],
    ['one pair of text and score', [['a', 0.5]], [{ text: 'a' }]],
    [
      'LlamaIndex nodes with score',
      [{ node: { text: 'a', id_: 'n1', metadata: {} }, score: 0.4 }],
      [{ text: 'a', identity: 'n1' }],
    ],
    [
      'nodes that say their content',
      [{ node: { getContent: () => 'a', id_: 'n1' } }],
      [{ text: 'a', identity: 'n1' }],
    ],
    ['rows with text', [{ id: 7, text: 'a' }], [{ text: 'a', identity: '7' }]],
    [
      'rows with content',
      [{ content: 'a', url: 'https://a.example' }],
      [{ text: 'a', identity: 'https://a.example' }],
    ],
    ['rows with page_content', [{ page_content: 'a' }], [{ text: 'a' }]],
    ['rows with a document', [{ document: 'a' }], [{ text: 'a' }]],
    ['rows with a chunk', [{ chunk: { text: 'a', title: 'A' } }], [{ text: 'a', identity: 'A' }]],
    ['points with a payload', [{ id: 'p', payload: { text: 'a' } }], [{ text: 'a', identity: 'p' }]],
    [
      'matches with text in their metadata',
      { matches: [{ id: 'm', metadata: { text: 'a' } }] },
      [{ text: 'a', identity: 'm' }],
    ],
    [
      'hits with stored fields',
      [{ id: 3, score: 1, terms: ['a'], text: 'a', title: 'A' }],
      [{ text: 'a', identity: 'A' }],
    ],
    [
      'a result with hits',
      { hits: [{ id: '1', score: 1, document: { text: 'a' } }], count: 1 },
      [{ text: 'a', identity: '1' }],
    ],
    [
      'a result with hits in hits',
      { hits: { hits: [{ _id: '1', _source: { content: 'a' } }] } },
      [{ text: 'a' }],
    ],
    ['a row per query', { documents: [['a', 'b']], ids: [['1', '2']] }, [{ text: 'a' }, { text: 'b' }]],
    ['an MCP tool result', { content: [{ type: 'text', text: 'a' }], isError: false }, [{ text: 'a' }]],
    ['one document', { pageContent: 'a', metadata: {} }, [{ text: 'a' }]],
    ['the field that is not blank', [{ text: '', content: 'a' }], [{ text: 'a' }]],
  ])('%s', async (_, received, expected) => {
    expect(await found(received)).toEqual(expected)
  })
})

describe('refused, naming what was seen:', () => {
  test.each<[string, unknown, string]>([
    ['undefined', undefined, 'the received value is undefined'],
    ['a number', 5, 'the received value is a number'],
    ['an object without a list', { total: 3, took: 1 }, 'is an object with the keys total, took'],
    ['a number among texts', ['a', 5], 'context[1] has no text that is known: it is a number'],
    ['null among texts', ['a', null], 'context[1] has no text that is known: it is null'],
    [
      'an unknown object',
      ['a', { title: 'T', summary: 'S' }],
      'context[1] has no text that is known: it is an object with the keys title, summary',
    ],
    [
      'embeddings',
      [
        [0.1, 0.2],
        [0.3, 0.4],
      ],
      'context[0] has no text that is known: it is an array of 2',
    ],
    ['an image part', { content: [{ type: 'image', data: 'x' }] }, 'context[0] has no text'],
    ['a promise', Promise.resolve(['a']), 'await it first'],
    ['a nest without an end', nest(), 'is an object with the keys node'],
  ])('%s', async (_, received, message) => {
    const failure: unknown = await contextsFrom(received).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(UsageError)
    expect((failure as Error).message).toContain(message)
    expect((failure as Error).message).not.toContain('[object Object]')
    if (!(received instanceof Promise)) expect((failure as Error).message).toContain('contextExtractor')
  })
})

function nest(): object {
  const node: Record<string, unknown> = {}
  node['node'] = node
  return node
}
