import { describe, expect, test } from 'vitest'
import { questions } from './questions.ts'
import { createRetriever } from './retriever.ts'

const retriever = createRetriever()

test('finds why streamText fails silently', async () => {
  const question = 'Why does streamText not work although no error is thrown?'
  const groundTruth =
    'streamText starts streaming immediately. Errors become part of the stream and are not thrown, so that a ' +
    'server does not crash. To log errors, pass an onError callback to streamText.'

  const contexts = await retriever.search(question)

  await expect(contexts).toHaveContextRecall(groundTruth, { min: 1, question })
})

describe('finds the answer to', () => {
  test.for(questions)('$question', async ({ question, groundTruth, min }) => {
    const contexts = await retriever.search(question)

    await expect(contexts).toHaveContextRecall(groundTruth, { min, question })
  })
})
