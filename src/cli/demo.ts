/** `demo`: the matcher's messages on three texts, replayed from recordings that the package brings. */
import { fileURLToPath } from 'node:url'
import { assertContextRecall } from '../matcher/assert-context-recall.ts'
import { type CliIo, exit } from './io.ts'

const question = 'Who was Einstein?'
const groundTruth = 'Einstein was born in 1879. He developed relativity. He received the Nobel Prize.'
const contexts = [
  'Albert Einstein was born on 14 March 1879 in Ulm, Germany. He grew up in Munich.',
  'In his miracle year Einstein published the theory of special relativity in 1905, in Annalen der Physik.',
  'Einstein left Germany in 1933 and worked in Princeton until he died in 1955.',
]
/** Answered by hand, not by a model: in a clone, `examples/hand-judged` makes them again. */
const model = { id: 'example/hand-judged', url: 'http://127.0.0.1:4010/v1' }

/** Asserts twice, offline and without a key; the second assertion fails, and is meant to. */
export async function demo(io: CliIo): Promise<number> {
  const recordings = fileURLToPath(
    new URL('../examples/failing/__recordings__/context-recall', import.meta.url),
  )
  const options = { model, mode: 'replay', recordings } as const
  io.out(`A retriever was asked "${question}" and returned ${contexts.length} contexts:\n`)
  for (const [index, context] of contexts.entries()) io.out(`  context[${index}] ${context}`)
  io.out(`\nThe right answer, the ground truth: ${groundTruth}`)
  for (const min of [0.6, 0.9]) {
    io.out(`\n── await expect(contexts).toHaveContextRecall(groundTruth, ${min})\n`)
    try {
      await assertContextRecall(contexts, groundTruth, min, options)
      io.out('It passes.')
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'AssertionError') throw error
      io.out(error.message)
    }
  }
  io.out('\nThe answers were replayed from recordings, written by hand: no key, no network, no cost.')
  io.out('Yours: npx context-recall init writes configuration, setup and a first test.')
  return exit.fine
}
