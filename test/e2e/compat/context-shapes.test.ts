/** Contexts from the real objects of real libraries, in a project with the packed package. */
import { expect, test } from 'vitest'
import { createProject } from '../project.ts'

const script = `
import { Document } from '@langchain/core/documents'
import { create, insert, search } from '@orama/orama'
import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { MockLLM } from '@llamaindex/core/llms/mock'
import { BaseEmbedding, ContextChatEngine, Document as LlamaDocument, Settings, TextNode, VectorStoreIndex } from 'llamaindex'
import MiniSearch from 'minisearch'
import { measureContextRecall } from 'context-recall'

const judge = async request =>
  request.kind === 'claims'
    ? { claims: [request.groundTruth] }
    : { verdicts: [{ claim: 1, status: 'supported', evidence: [{ context: 1, quote: 'Alpha holds' }], gap: '' }] }
const seen = []
const model = { id: 'local/judge', judge: request => { seen.push(request.contexts); return judge(request) } }
const measure = async (name, contexts) => {
  seen.length = 0
  const { recall, claims } = await measureContextRecall({ groundTruth: 'Alpha holds.', contexts, model, mode: 'live' })
  console.log(JSON.stringify([name, recall, seen[1], claims[0].evidence[0].quote]))
}

const document = new Document({ pageContent: 'Alpha holds.', metadata: { source: 'a.md' } })
await measure('langchain', [document])
await measure('langchain pairs', [[document, 0.9]])
const node = new TextNode({ text: 'Alpha holds.', id_: 'n1' })
await measure('llamaindex nodes', [{ node, score: 0.5 }])
await measure('llamaindex documents', [new LlamaDocument({ text: 'Alpha holds.', id_: 'd1' })])
class LengthEmbedding extends BaseEmbedding {
  getTextEmbedding = async text => [1, text.length]
}
Settings.embedModel = new LengthEmbedding()
Settings.llm = new MockLLM({ responseMessage: 'An answer, never a context.' })
const index = await VectorStoreIndex.fromDocuments([new LlamaDocument({ text: 'Alpha holds.' })])
const retriever = index.asRetriever()
await measure('llamaindex retriever', await retriever.retrieve({ query: 'x' }))
const response = await index.asQueryEngine().query({ query: 'x' })
await measure('llamaindex query engine', response)
await measure('llamaindex query engine as JSON', JSON.parse(JSON.stringify(response)))
await measure('llamaindex chat engine', await new ContextChatEngine({ retriever }).chat({ message: 'x' }))
const args = { id: '1', name: 'search', args: 'x', type: 'tool_call' }
const told = async responseFormat =>
  tool(async () => (responseFormat === undefined ? 'Alpha holds.' : ['1 document', [document]]), { name: 'search', responseFormat }).invoke(args)
const asked = new HumanMessage('x')
const answered = new AIMessage('An answer, never a context.')
const failed = new ToolMessage({ content: 'Error: down', tool_call_id: '2', name: 'look', status: 'error' })
await measure('langchain agent', { messages: [asked, await told(), failed, answered] })
await measure('langchain agent with artifacts', { messages: [asked, await told('content_and_artifact'), answered] })
const mini = new MiniSearch({ fields: ['text'], storeFields: ['text', 'title'] })
mini.add({ id: 1, text: 'Alpha holds.', title: 'Alpha' })
await measure('minisearch', mini.search('alpha'))
const orama = create({ schema: { text: 'string' } })
await insert(orama, { text: 'Alpha holds.' })
await measure('orama', await search(orama, { term: 'alpha' }))
await measure('orama hits', (await search(orama, { term: 'alpha' })).hits)
for (const [name, contexts] of [['langchain message', answered], ['langchain messages', { messages: [asked, answered] }]])
  await measureContextRecall({ groundTruth: 'x', contexts, model, mode: 'live' }).catch(error =>
    console.log(JSON.stringify([name, error.name, error.message])),
  )
const bare = new MiniSearch({ fields: ['text'] })
bare.add({ id: 1, text: 'Alpha holds.' })
await measureContextRecall({ groundTruth: 'x', contexts: bare.search('alpha'), model, mode: 'live' }).catch(error =>
  console.log(JSON.stringify(['not stored', error.name, error.message])),
)
`

test('what LangChain, LlamaIndex, MiniSearch and Orama retrieve is read as its texts, and no answer', async () => {
  const project = createProject({
    compatPackages: ['@langchain/core', '@llamaindex/core', '@orama/orama', 'llamaindex'],
    packages: ['minisearch'],
    files: { 'shapes.mjs': script },
  })
  const { code, stdout, output } = await project.run('node', ['shapes.mjs'])
  expect(code, output).toBe(0)
  const lines = stdout
    .split('\n')
    .filter(line => line.startsWith('['))
    .map(line => JSON.parse(line) as unknown[])
  const read = [
    'langchain',
    'langchain pairs',
    'llamaindex nodes',
    'llamaindex documents',
    'llamaindex retriever',
    'llamaindex query engine',
    'llamaindex query engine as JSON',
    'llamaindex chat engine',
    'langchain agent',
    'langchain agent with artifacts',
    'minisearch',
    'orama',
    'orama hits',
  ]
  expect(lines.slice(0, -3)).toEqual(read.map(name => [name, 1, ['Alpha holds.'], 'Alpha holds']))
  const noResult = expect.stringContaining('messages of a conversation without a tool result') as string
  const noText = expect.stringContaining('context[0] has no text that is known') as string
  expect(lines.slice(-3)).toEqual([
    ['langchain message', 'UsageError', noResult],
    ['langchain messages', 'UsageError', noResult],
    ['not stored', 'UsageError', noText],
  ])
})
