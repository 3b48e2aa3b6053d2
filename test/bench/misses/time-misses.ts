/** Script: times misses in replay. Arguments: installation, directory, what was changed. */
import { importInstalled } from '../installation.ts'
import { makeQuestion } from '../replay/questions.ts'
import { report } from '../script.ts'

export interface MissTimes {
  first: number
  second: number
  /** A thousand more. */
  thousand: number
  right: string
}

const [root = '', recordings = '', change = ''] = process.argv.slice(2)
const { measureContextRecall, MissingRecordingError } = await importInstalled(root)

/** The question `index`, changed so that nothing is recorded for it. */
function changed(index: number): { groundTruth: string | string[]; contexts: string[] } {
  const { claimsRequest, claimsAnswer, retrieved } = makeQuestion(index)
  const { claims } = claimsAnswer
  switch (change) {
    case 'context':
      return { groundTruth: claimsRequest.groundTruth, contexts: retrieved.with(2, `${retrieved[2]} More.`) }
    case 'claim':
      return { groundTruth: claims.with(0, `Surely ${claims[0]}`), contexts: retrieved }
    case 'ground-truth':
      return { groundTruth: `Surely ${claimsRequest.groundTruth}`, contexts: retrieved }
    default:
      return { groundTruth: [`Zebras ${index} graze.`], contexts: [`Zebras are striped, ${index} times.`] }
  }
}

async function miss(index: number): Promise<{ message: string; milliseconds: number }> {
  const input = { ...changed(index), model: 'bench/judge', mode: 'replay' as const, recordings }
  const start = performance.now()
  const error: unknown = await measureContextRecall(input).catch((thrown: unknown) => thrown)
  const milliseconds = performance.now() - start
  if (!MissingRecordingError.isInstance(error)) throw new Error(`no miss: ${JSON.stringify(error)}`)
  return { message: error.message, milliseconds }
}

const expected: Record<string, RegExp> = {
  context: /context\[2\] differs from character \d+/,
  claim: /claim 1 differs from character 0: "Report" → "Surely Report"/,
  'ground-truth': /ground truth differs from character 0: "Report" → "Surely Report"/,
  nothing: /none is similar, of 5000 attribution recordings|: nothing similar is recorded/,
}
const first = await miss(17)
const second = await miss(4711)
let thousand = 0
for (let index = 0; index < 1000; index++) thousand += (await miss(index)).milliseconds
const right = [first, second].every(({ message }) => expected[change]?.test(message)) ? 'yes' : 'no'
report({ first: first.milliseconds, second: second.milliseconds, thousand, right })
