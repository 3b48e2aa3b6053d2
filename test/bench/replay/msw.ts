/** Script: the AI SDK with msw answering from memory. Arguments: load. */
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import type { Answer } from '../../../src/protocol.ts'
import { report } from '../script.ts'
import { address, askThroughSdk, judgeModel, responseOf } from './generate-answer.ts'
import { indexIn, makeQuestion } from './questions.ts'
import { loadFrom, timeAssertions } from './time-assertions.ts'

const load = loadFrom(process.argv.slice(2))
const answers = new Map<string, object>()
const add = (kind: string, index: number, answer: Answer): unknown =>
  answers.set(`${kind} ${index}`, responseOf(answer))
for (let index = 0; index < load.questions; index++) {
  const { claimsAnswer, attributionAnswer } = makeQuestion(index)
  add('claims', index, claimsAnswer)
  add('attribution', index, attributionAnswer)
}

interface Body {
  input: { role: string; content: { text: string }[] }[]
  text: { format: { name: string } }
}

const server = setupServer(
  http.post(address, async ({ request }) => {
    const { input, text } = (await request.json()) as Body
    const prompt = input.find(({ role }) => role === 'user')?.content[0]?.text ?? ''
    return HttpResponse.json(answers.get(`${text.format.name} ${indexIn(prompt)}`))
  }),
)
server.listen({ onUnhandledFrame: 'error' })
const model = judgeModel()
const timed = await timeAssertions(load, question => askThroughSdk(model, question))
server.close()
report(timed)
