/** Script: the AI SDK with a middleware that keeps a file per key. Arguments: directory, load. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type LanguageModelMiddleware, wrapLanguageModel } from 'ai'
import { report } from '../script.ts'
import { askThroughSdk, judgeModel, respond } from './generate-answer.ts'
import { makeQuestion } from './questions.ts'
import { loadFrom, timeAssertions } from './time-assertions.ts'

const [directory = '', ...load] = process.argv.slice(2)
mkdirSync(directory, { recursive: true })
let isRecording = true

const middleware: LanguageModelMiddleware = {
  specificationVersion: 'v4',
  async wrapGenerate({ doGenerate, params }) {
    // headers name the SDK's version, and a signal is no part of the question
    const { headers: _, abortSignal: __, ...keyed } = params
    const key = createHash('sha256').update(JSON.stringify(keyed)).digest('hex')
    const file = join(directory, `${key}.json`)
    if (existsSync(file))
      return JSON.parse(readFileSync(file, 'utf8')) as Awaited<ReturnType<typeof doGenerate>>
    if (!isRecording) throw new Error(`nothing is recorded as ${file}`)
    const result = await doGenerate()
    writeFileSync(file, JSON.stringify(result))
    return result
  },
}
const model = wrapLanguageModel({
  model: judgeModel({ fetch: async (_, init) => Response.json(respond(init?.body as string)) }),
  middleware,
})

const { questions, ...rest } = loadFrom(load)
for (let index = 0; index < questions; index++) await askThroughSdk(model, makeQuestion(index)).ask()
isRecording = false
report(await timeAssertions({ questions, ...rest }, question => askThroughSdk(model, question)))
