/** Asks the retriever of `docs-rag` what a visitor typed; the built-in judge says what of the right answer it found. */
import { toHaveContextRecall } from 'context-recall'
import { createRetriever } from './docs-rag/retriever.ts'

/** The matcher's own message, with the headings of the contexts it is about. */
export async function askRetriever(question: string, groundTruth: string): Promise<string> {
  const contexts = await createRetriever().search(question)
  const judged = (isNot: boolean): ReturnType<typeof toHaveContextRecall> =>
    toHaveContextRecall.call({ isNot }, contexts, groundTruth, { question, model: 'builtin/lexical' })
  const { pass, message } = await judged(false)
  const told = pass
    ? ['passes. What .not would say:', '', (await judged(true)).message()]
    : ['fails:', '', message()]
  return [
    'contexts found in the documentation of the AI SDK:',
    ...contexts.map((context, index) => `  context[${index}]  ${context.split('\n', 1)[0] ?? ''}`),
    '',
    `await expect(contexts).toHaveContextRecall(…) ${told.join('\n')}`,
  ].join('\n')
}
