/** Script: replays with the installed package. Arguments: installation, directory, load. */
import type { ContextRecallResult } from '../../../src/index.ts'
import { importInstalled } from '../installation.ts'
import { report } from '../script.ts'
import { loadFrom, timeAssertions } from './time-assertions.ts'

const [root = '', recordings = '', ...load] = process.argv.slice(2)
const { measureContextRecall } = await importInstalled(root)

const timed = await timeAssertions(loadFrom(load), ({ claimsRequest, retrieved, attributed }) => ({
  ask: () =>
    measureContextRecall({
      groundTruth: claimsRequest.groundTruth,
      contexts: retrieved,
      model: 'bench/judge',
      mode: 'replay',
      recordings,
    }),
  check(result) {
    const { judge, total, ...measured } = result as ContextRecallResult
    if (judge.replayed !== 2 || total !== 3 || measured.attributed !== attributed)
      throw new Error(`replayed something else: ${JSON.stringify(result)}`)
  },
}))
report(timed)
