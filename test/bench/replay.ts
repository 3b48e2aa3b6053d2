/** Row: replay per assertion with 10,000 recordings, beside what else answers the same two calls without a network. */
import type { Installation } from './installation.ts'
import { argumentsOf, type Load, type Timed } from './replay/time-assertions.ts'
import { type Finding, milliseconds, type Row, toldGoal } from './row.ts'
import { runScript } from './script.ts'

const questions = 5000
const whole = { questions, asked: questions, passes: 4 }
const goal = 0.1

export const replayRow: Row = {
  name: 'replay',
  title: `replay per assertion: ${2 * questions} recordings, 5 contexts of 1,500 characters, 3 claims`,
  async run({ root, path }) {
    const recordings = path('recordings')
    const { perAssertion } = await runScript<{ perAssertion: number }>(
      new URL('./replay/record.ts', import.meta.url),
      [root, recordings, String(questions)],
      root,
    )
    const ours = await runScript<Timed>(
      new URL('./replay/context-recall.ts', import.meta.url),
      [root, recordings, ...argumentsOf(whole)],
      root,
    )
    const others = await timeContenders(path)
    const heading =
      'milliseconds per assertion (2 calls), contenders one after the other, each in its own process'
    return [
      {
        heading,
        table: [
          ['', 'asked', 'median', 'p95', 'mean', 'first pass', '× ours'],
          line('context-recall, measureContextRecall', ours, ours),
          ...others.map(({ name, timed }) => line(name, timed, ours)),
        ],
        notes: [toldGoal('replay', ours.later.median, goal), ...notes(ours, perAssertion, others)],
      },
    ]
  },
}

interface Contender {
  name: string
  timed: Timed & { callsOnly?: number }
}

const contenders: { name: string; script: URL; directory?: string; load: Load }[] = [
  {
    name: 'AI SDK, middleware with a file per key',
    script: new URL('./replay/ai-sdk-middleware.ts', import.meta.url),
    directory: 'middleware',
    load: { ...whole, passes: 2 },
  },
  {
    name: 'AI SDK, Polly.js',
    script: new URL('./replay/polly.ts', import.meta.url),
    directory: 'polly',
    load: { questions, asked: 1000, passes: 2 },
  },
  {
    name: 'AI SDK, msw in memory',
    script: new URL('./replay/msw.ts', import.meta.url),
    load: { questions, asked: 500, passes: 2 },
  },
]

async function timeContenders(path: Installation['path']): Promise<Contender[]> {
  const timed: Contender[] = []
  for (const { name, script, directory, load } of contenders) {
    const where = directory === undefined ? [] : [path(directory)]
    timed.push({ name, timed: await runScript(script, [...where, ...argumentsOf(load)]) })
  }
  return timed
}

function notes(
  { verbatim, altered }: Timed,
  perAssertion: number,
  others: readonly Contender[],
): Finding['notes'] {
  const callsOnly = others.find(({ timed }) => timed.callsOnly !== undefined)?.timed.callsOnly
  return [
    'Every assertion is another one; a pass asks each at most once, shuffled. Median, p95 and mean leave the first pass out.',
    'First pass: median in a fresh process, whose files the system still holds in memory since they were written.',
    `Ours where the contexts hold the quotes verbatim ${milliseconds(verbatim)} ms, with other white space or markup ${milliseconds(altered)} ms.`,
    'Ours keys, reads, checks seal and key, finds every quote and composes the result; the others return answers.',
    `Polly.js: one recording per assertion with both calls, started and stopped for each (median of the calls alone: ${milliseconds(callsOnly ?? Number.NaN)} ms).`,
    `Recorded by us, synced to disk: ${milliseconds(perAssertion)} ms per assertion.`,
  ]
}

function line(name: string, { first, later }: Timed, ours: Timed): string[] {
  const ratio = (later.median / ours.later.median).toFixed(1)
  return [
    name,
    String(later.count),
    ...[later.median, later.p95, later.mean, first.median].map(milliseconds),
    ratio,
  ]
}
