/** Contexts from the real objects of real libraries, in a project with the packed package. */
import { expect, test } from 'vitest'
import { createProject } from '../project.ts'

const script = `
import { Document } from '@langchain/core/documents'
import { create, insert, search } from '@orama/orama'
import { TextNode, Document as LlamaDocument } from 'llamaindex'
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
const mini = new MiniSearch({ fields: ['text'], storeFields: ['text', 'title'] })
mini.add({ id: 1, text: 'Alpha holds.', title: 'Alpha' })
await measure('minisearch', mini.search('alpha'))
const orama = create({ schema: { text: 'string' } })
await insert(orama, { text: 'Alpha holds.' })
await measure('orama', await search(orama, { term: 'alpha' }))
await measure('orama hits', (await search(orama, { term: 'alpha' })).hits)
const bare = new MiniSearch({ fields: ['text'] })
bare.add({ id: 1, text: 'Alpha holds.' })
await measureContextRecall({ groundTruth: 'x', contexts: bare.search('alpha'), model, mode: 'live' }).catch(error =>
  console.log(JSON.stringify(['not stored', error.name, error.message])),
)
`

test('documents, nodes and hits of LangChain, LlamaIndex, MiniSearch and Orama are read as their texts', async () => {
  const project = createProject({
    compatPackages: ['@langchain/core', '@orama/orama', 'llamaindex'],
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
    'minisearch',
    'orama',
    'orama hits',
  ]
  expect(lines.slice(0, -1)).toEqual(read.map(name => [name, 1, ['Alpha holds.'], 'Alpha holds']))
  expect(lines.at(-1)).toEqual([
    'not stored',
    'UsageError',
    expect.stringContaining('context[0] has no text that is known'),
  ])
})
