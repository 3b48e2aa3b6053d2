/** Script: the AI SDK with Polly.js replaying from files. Arguments: directory, load. */
import { createRequire } from 'node:module'
import { report } from '../script.ts'
import { median } from '../statistics.ts'
import { askThroughSdk, judgeModel, respond } from './generate-answer.ts'
import { makeQuestion } from './questions.ts'
import { loadFrom, timeAssertions } from './time-assertions.ts'

/** What is used of Polly.js, whose packages are not installed beside ours. */
interface PollyClass {
  new (name: string, options: object): { stop(): Promise<void> }
  register(part: unknown): void
}

const loadContender = createRequire(new URL('../../compat/package.json', import.meta.url))
const { Polly } = loadContender('@pollyjs/core') as { Polly: PollyClass }
Polly.register(loadContender('@pollyjs/adapter-fetch'))
Polly.register(loadContender('@pollyjs/persister-fs'))

const [recordingsDir = '', ...load] = process.argv.slice(2)

/** A recording per assertion, as one keeps one per test; its archive holds both calls. */
function startPolly(index: number, mode: 'record' | 'replay') {
  return new Polly(`assertion-${index}`, {
    mode,
    adapters: ['fetch'],
    persister: 'fs',
    persisterOptions: { fs: { recordingsDir } },
    recordIfMissing: false,
    // the SDK's own headers change with its version
    matchRequestsBy: { headers: false },
    logLevel: 'silent',
  })
}

// Polly.js passes on to the fetch that was there before it
let isRecording = true
globalThis.fetch = async (input, init) => {
  if (!isRecording) throw new Error('Polly.js let a request through')
  return Response.json(respond(await new Request(input, init).text()))
}

/** Looks the global up for every call: Polly.js replaces it. */
const model = judgeModel({ fetch: (input, init) => globalThis.fetch(input, init) })
const { questions, ...rest } = loadFrom(load)
for (let index = 0; index < questions; index++) {
  const polly = startPolly(index, 'record')
  await askThroughSdk(model, makeQuestion(index)).ask()
  await polly.stop()
}
isRecording = false

const callDurations: number[] = []
const timed = await timeAssertions({ questions, ...rest }, (question, index) => {
  const { ask, check } = askThroughSdk(model, question)
  return {
    async ask() {
      const polly = startPolly(index, 'replay')
      const start = performance.now()
      const answers = await ask()
      callDurations.push(performance.now() - start)
      await polly.stop()
      return answers
    },
    check,
  }
})
report({ ...timed, callsOnly: median(callDurations.slice(rest.asked)) })
