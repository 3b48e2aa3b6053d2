import { describe, expect, test } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import { contextsFrom } from '../../src/contexts/read-contexts.ts'

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
    [
      'an MCP resource',
      { contents: [{ uri: 'file:///a', text: 'a' }] },
      [{ text: 'a', identity: 'file:///a' }],
    ],
    ['one document', { pageContent: 'a', metadata: {} }, [{ text: 'a' }]],
    ['the field that is not blank', [{ text: '', content: 'a' }], [{ text: 'a' }]],
    ['metadata beside a blank text', [{ content: '', metadata: { text: 'm' } }], [{ text: 'm' }]],
    ['a blank text that is all there is', [{ text: ' ', metadata: { text: '' } }], [{ text: ' ' }]],
    [
      'a text in parts',
      { data: [{ filename: 'a', content: [{ type: 'text', text: 'a' }] }] },
      [{ text: 'a' }],
    ],
    ['a content with a text', { retrievalResults: [{ content: { text: 'a' } }] }, [{ text: 'a' }]],
    [
      'an entry whose metadata has lists',
      { text: 'a', metadata: { tags: ['x', 'y'], loc: { lines: { from: 1, to: 2 } }, headings: ['b', 'c'] } },
      [{ text: 'a' }],
    ],
    ['entries with lists of their own', [{ text: 'a', entities: [{ text: 'b' }] }], [{ text: 'a' }]],
    ['a row that holds a message', [{ payload: { role: 'user', content: 'a' } }], [{ text: 'a' }]],
  ])('%s', async (_, received, expected) => {
    expect(await found(received)).toEqual(expected)
  })
})

const documents = [{ pageContent: 'Doc about Ulm', metadata: {} }]
const nodes = [{ node: { text: 'Doc about Ulm', metadata: {}, relationships: {} }, score: 0.5 }]

describe('an answer is never a context: the retrieved list is, in', () => {
  test.each<[string, unknown]>([
    ["LangChain's retrieval chain", { input: 'q', chat_history: [], context: documents, answer: 'A' }],
    ["LangChain's RetrievalQAChain", { text: 'A', sourceDocuments: documents }],
    ['a chain of Python', { query: 'q', result: 'A', source_documents: [{ page_content: 'Doc about Ulm' }] }],
    ["LangGraph's state", { messages: [{ role: 'user', content: 'q' }], documents, generation: 'A' }],
    [
      "LlamaIndex's engine response",
      { metadata: {}, message: { content: 'A', role: 'assistant' }, raw: null, sourceNodes: nodes },
    ],
    ['content and nodes', { content: 'A', sourceNodes: nodes }],
    ['response and nodes', { response: 'A', source_nodes: nodes }],
    ['text and documents', { text: 'A', documents }],
    ['text and documents, of a model', { text: 'A', finishReason: 'stop', documents }],
    ['replies and documents', { replies: ['A'], documents: [{ content: 'Doc about Ulm', meta: {} }] }],
    ['a summary and results', { summary: 'A', search_results: [{ text: 'Doc about Ulm', score: 1 }] }],
    [
      'a search that answers',
      { query: 'q', answer: 'A', images: [], results: [{ content: 'Doc about Ulm' }] },
    ],
    ['a row to be scored', { user_input: 'q', response: 'A', retrieved_contexts: ['Doc about Ulm'] }],
    [
      "Mastra's vector query",
      {
        relevantContext: [{ text: 'Doc about Ulm' }],
        sources: [{ id: '1', metadata: { text: 'Doc about Ulm' }, vector: [1], score: 1, document: '' }],
      },
    ],
    ['two lists of the same texts', { documents, results: [{ text: 'Doc about Ulm', score: 1 }] }],
    ['a list beside one without texts', { results: [{ id: '1', score: 1 }], documents }],
  ])('%s', async (_, received) => {
    expect((await found(received)).map(({ text }) => text)).toEqual(['Doc about Ulm'])
  })

  test('a list that is empty, too', async () => {
    expect(await found({ text: 'A', documents: [] })).toEqual([])
  })
})

describe('where two readings are possible, both are named:', () => {
  test.each<[string, unknown, string]>([
    ['two lists', { documents, results: [{ text: 'Another' }] }, "'documents' or 'results'"],
    ['a text and a list of another name', { text: 'A', found: documents }, "'text' or 'found'"],
    ['a text and documents without text', { text: 'A', documents: [{ id: 1 }] }, "'text' or 'documents'"],
    ['a text and sources', { content: 'A', sources: [{ url: 'x' }] }, "'content' or 'sources'"],
    ['a text and a context', { text: 'A', context: 'Doc about Ulm' }, "'text' or 'context'"],
    ['an answer in parts', { text: 'A', content: [{ type: 'text', text: 'A' }] }, "'text' or 'content'"],
    ['snippets', { text: 'A', snippets: ['s1', 's2'] }, "'text' or 'snippets'"],
    ['documents by name', { text: 'A', documents: { a: 'x' } }, "'text' or 'documents'"],
    ['a Map', { text: 'A', documents: new Map([['a', 'x']]) }, "'text' or 'documents'"],
    ['a Set', { text: 'A', retrievedChunks: new Set(['a']) }, "'text' or 'retrievedChunks'"],
    ['sources below', { text: 'A', metadata: { sources: ['a', 'b'] } }, "'text' or 'metadata.sources'"],
    [
      'documents below',
      { text: 'A', metadata: { sourceDocuments: documents } },
      "'text' or 'metadata.sourceDocuments'",
    ],
    ['a state', { text: 'A', state: { context: documents } }, "'text' or 'state.context'"],
    ['documents of another name below', { text: 'A', extra: { used: documents } }, "'text' or 'extra.used'"],
    [
      'grounding',
      { text: 'A', groundingMetadata: { groundingChunks: [{ web: { uri: 'x' } }] } },
      "'text' or 'groundingMetadata.groundingChunks'",
    ],
    ['a title and a content', [{ text: 'Title only', content: 'Doc about Ulm' }], "'text' or 'content'"],
    ['a file and its chunk', [{ document: 'a.pdf', chunk: 'Doc about Ulm' }], "'document' or 'chunk'"],
    [
      'a file and a text below',
      { document: 'a.pdf', metadata: { text: 'Doc about Ulm' } },
      "'document' or 'metadata'",
    ],
    ['answers in a list', [{ text: 'A', sourceDocuments: documents }], "'text' or 'sourceDocuments'"],
  ])('%s', async (_, received, names) => {
    const reading = contextsFrom(received)
    await expect(reading).rejects.toBeInstanceOf(UsageError)
    await expect(reading).rejects.toThrow(`Either ${names} could be what was retrieved`)
  })
})

describe('an MCP tool result is read in both parts:', () => {
  const text = (value: string) => ({ type: 'text', text: value })
  const results = [{ text: 'One.', url: 'u' }]
  test.each<[string, unknown, string[]]>([
    [
      'data and a summary',
      { content: [text('Found 1.')], structuredContent: { results } },
      ['Found 1.', 'One.'],
    ],
    [
      'the same data twice',
      { content: [text(JSON.stringify({ results }, null, 2))], structuredContent: { results } },
      ['One.'],
    ],
    [
      'the same data under a name of its own',
      { content: [text('{"found":["One."]}')], structuredContent: { found: ['One.'] } },
      ['One.'],
    ],
    [
      'a part for each entry',
      {
        content: [text(JSON.stringify(results[0])), text('Two.')],
        structuredContent: { result: [...results, 'Two.'] },
      },
      ['One.', 'Two.'],
    ],
    ['a picture beside a text', { content: [text('One.'), { type: 'image', data: 'x' }] }, ['One.']],
    ['data alone', { content: [], structuredContent: { results } }, ['One.']],
    ['JSON alone', { content: [text(JSON.stringify(results))] }, ['One.']],
    [
      'data of no known shape, told in JSON',
      { content: [text('{"degrees": 22, "at": 9}')], structuredContent: { at: 9, degrees: 22 } },
      ['{"degrees": 22, "at": 9}'],
    ],
    [
      'a resource',
      { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'One.' } }] },
      ['One.'],
    ],
  ])('%s', async (_, received, texts) => {
    expect((await found(received)).map(context => context.text)).toEqual(texts)
  })
})

describe('refused, naming what was seen:', () => {
  test.each<[string, unknown, string]>([
    ['a Set', new Set(['a']), 'the received value is a Set'],
    ['a Map', new Map([['a', 'b']]), 'the received value is a Map'],
    ['a Response', new Response('a'), 'the received value is a Response'],
    ['rows of another member', [{ passage: 'a long text', id: 1 }], 'received.map(entry => entry.passage)'],
    [
      "LangChain's message as JSON",
      { content: 'A', additional_kwargs: {}, response_metadata: { finish_reason: 'stop' } },
      'is an answer of a model (it has additional_kwargs)',
    ],
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
    [
      'MCP data of no known shape',
      { content: [{ type: 'text', text: 'It is warm.' }], structuredContent: { degrees: 22 } },
      'context[1] has no text that is known: it is an object with the keys degrees',
    ],
    [
      'a tool that failed',
      { content: [{ type: 'text', text: 'index is down' }], isError: true },
      'The tool failed, so nothing was retrieved (the received value): index is down',
    ],
    [
      'a tool that failed, in a list',
      [{ content: [{ type: 'text', text: 'index is down' }], isError: true }],
      'it is the result of a tool that failed',
    ],
    ['messages', [{ role: 'user', content: 'Paris is the capital' }], 'without a tool result'],
    ['one message', { role: 'assistant', content: 'A' }, 'without a tool result'],
    [
      'UI messages',
      [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'x' }] }],
      'without a tool result',
    ],
    [
      'what a memory recalls',
      { messages: [{ role: 'user', content: 'x' }], total: 1 },
      'without a tool result',
    ],
    ['a LangChain message', { type: 'ai', content: 'A', additional_kwargs: {} }, 'without a tool result'],
    ['a message among texts', ['a', { role: 'user', content: 'x' }], 'it is a message of a conversation'],
    ['a completion', { text: 'A', finishReason: 'stop' }, 'it is an answer of a model (it has finishReason)'],
    [
      "Google's answer",
      { text: 'A', candidates: [{ content: { parts: [] } }], usageMetadata: {} },
      'it is an answer of a model (it has usageMetadata)',
    ],
    ['a list of answers', [{ text: 'A', usage: { tokens: 1 } }], 'it is an answer of a model (it has usage)'],
    [
      "Bedrock's answer",
      { output: { text: 'A' }, citations: [{ retrievedReferences: [{ content: { text: 'a' } }] }] },
      'is an object with the keys output, citations',
    ],
    [
      "Azure's answer",
      {
        choices: [
          { message: { role: 'assistant', content: 'A', context: { citations: [{ content: 'a' }] } } },
        ],
      },
      'is an object with the keys choices',
    ],
    [
      "OpenAI's answer",
      { output: [{ type: 'message', content: [] }], output_text: 'A' },
      'the keys output, output_text',
    ],
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
