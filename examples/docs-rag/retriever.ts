/** A BM25 retriever over the documentation that the installed `ai` package ships: what the tests measure. */
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import MiniSearch from 'minisearch'
import { splitDocument } from './split-document.ts'
import { stopWords } from './stop-words.ts'

/** Finds the contexts in which the answer to a question may stand. */
export interface Retriever {
  /** How many contexts are in the index. */
  readonly size: number
  /** The best contexts first, `limit` of them (5 by default). */
  search(question: string, options?: { limit?: number }): Promise<string[]>
}

/** Reads and indexes all pages; takes a second at most. */
export function createRetriever(): Retriever {
  const pieces = readDocuments().flatMap(splitDocument)
  const index = new MiniSearch({
    idField: 'position',
    fields: ['heading', 'text'],
    processTerm: term => {
      const word = term.toLowerCase()
      return stopWords.has(word) ? null : word
    },
  })
  index.addAll(pieces.map((piece, position) => ({ position, ...piece })))

  return {
    size: pieces.length,
    async search(question, { limit = 5 } = {}) {
      const hits = index.search(question).sort((a, b) => b.score - a.score || a.id - b.id)
      return hits.slice(0, limit).map(({ id }) => {
        const piece = pieces[id]
        if (piece === undefined) throw new Error(`The index names piece ${id} of ${pieces.length}.`)
        return `${piece.heading}\n\n${piece.text}`
      })
    },
  }
}

/** The texts of all pages, in the order of their paths by code unit. */
function readDocuments(): string[] {
  const packageFile = createRequire(import.meta.url).resolve('ai/package.json')
  const directory = join(dirname(packageFile), 'docs')
  const names = globSync('**/*.mdx', { cwd: directory }).map(name => name.replaceAll('\\', '/'))
  if (names.length === 0) throw new Error(`No documentation in ${directory}. Run npm ci.`)
  return names.sort().map(name => readFileSync(join(directory, name), 'utf8'))
}
