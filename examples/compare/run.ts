/** `npm run example:compare`: is one context enough, or does it take five? The same search, asked both ways. */
import { compareContextRecall, type JudgeModel } from 'context-recall'
import { questions } from '../docs-rag/questions.ts'
import { createRetriever } from '../docs-rag/retriever.ts'

const model: JudgeModel = {
  id: 'example/hand-judged',
  url: process.env.HAND_JUDGED_URL ?? 'http://127.0.0.1:4010/v1',
}
const retriever = createRetriever()
const compared = ['What causes the error', 'How do I use a Claude model']

const { table } = await compareContextRecall({
  dataset: questions.filter(({ question }) => compared.some(start => question.startsWith(start))),
  strategies: {
    'one context': question => retriever.search(question, { limit: 1 }),
    'five contexts': question => retriever.search(question, { limit: 5 }),
  },
  model,
  recordings: 'examples/compare/__recordings__',
})
console.log(table)
