/** Script: records every question with the installed package. Arguments: installation, directory, questions. */
import { importInstalled } from '../installation.ts'
import { report } from '../script.ts'
import { indexIn, makeQuestion } from './questions.ts'

const [root = '', recordings = '', questions = '0'] = process.argv.slice(2)
const { configure, measureContextRecall } = await importInstalled(root)
configure({ maxCalls: 2 * Number(questions) })

const model = {
  id: 'bench/judge',
  judge: (request: { kind: string; prompt: string }) => {
    const { claimsAnswer, attributionAnswer } = makeQuestion(indexIn(request.prompt))
    return Promise.resolve(request.kind === 'claims' ? claimsAnswer : attributionAnswer)
  },
}

const start = performance.now()
for (let index = 0; index < Number(questions); index++) {
  const { claimsRequest, retrieved, attributed } = makeQuestion(index)
  const { groundTruth } = claimsRequest
  const result = await measureContextRecall({ groundTruth, contexts: retrieved, model, recordings })
  if (result.judge.calls !== 2 || result.attributed !== attributed)
    throw new Error(`question ${index} was recorded as ${JSON.stringify(result)}`)
}
report({ perAssertion: (performance.now() - start) / Number(questions) })
