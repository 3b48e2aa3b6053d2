/** Row: how long a miss takes to be explained beside ten thousand recordings. */
import type { Installation } from './installation.ts'
import type { ContenderMiss } from './misses/contender-misses.ts'
import type { MissTimes } from './misses/time-misses.ts'
import { milliseconds, type Row, toldGoal } from './row.ts'
import { runScript } from './script.ts'

const questions = 5000
const goal = 300

export const missesRow: Row = {
  name: 'misses',
  title: `a missing recording, explained beside ${2 * questions} others`,
  async run({ root, path }) {
    const recordings = path('recordings')
    await runScript(
      new URL('./replay/record.ts', import.meta.url),
      [root, recordings, String(questions)],
      root,
    )
    const lines: { name: string; times: MissTimes }[] = []
    for (const [name, change] of [
      ['a context edited', 'context'],
      ['the first claim edited at its beginning', 'claim'],
      ['the ground truth edited at its beginning', 'ground-truth'],
      ['nothing similar', 'nothing'],
    ] as const) {
      const script = new URL('./misses/time-misses.ts', import.meta.url)
      lines.push({ name, times: await runScript<MissTimes>(script, [root, recordings, change], root) })
    }
    const others = await timeContenders(path)
    const slowest = Math.max(...lines.map(({ times }) => times.first))
    return [
      {
        heading: 'milliseconds, each line in its own process',
        table: [
          ['', 'first miss', 'second', 'a thousand', 'right neighbour'],
          ...lines.map(({ name, times }) => [
            name,
            ...[times.first, times.second, times.thousand].map(milliseconds),
            times.right,
          ]),
          ...others.map(contenderLine),
        ],
        notes: [
          toldGoal('the first miss at its slowest', slowest, goal),
          ...others.map(
            ({ name, told }) => `${name}: beside 100 others; its error has ${told.characters} characters.`,
          ),
          'The AI SDK is part of theirs. msw lets a question that its handler does not answer out to the network.',
        ],
        faults: lines
          .filter(({ times }) => times.right === 'no')
          .map(({ name }) => `${name}: a wrong neighbour`),
      },
    ]
  },
}

interface Contender {
  name: string
  told: ContenderMiss
}

async function timeContenders(path: Installation['path']): Promise<Contender[]> {
  const timed: Contender[] = []
  for (const [name, which] of [
    ['a context edited, Polly.js', 'polly'],
    ['a context edited, msw', 'msw'],
  ] as const) {
    const script = new URL('./misses/contender-misses.ts', import.meta.url)
    timed.push({ name, told: await runScript<ContenderMiss>(script, [which, path(which)]) })
  }
  return timed
}

function contenderLine({ name, told }: Contender): string[] {
  const named = told.explains ? 'yes' : 'none named'
  return [name, milliseconds(told.first), milliseconds(told.second), '', named]
}
