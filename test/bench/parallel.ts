/** Row: processes that record two-stage questions side by side, and the sets that can't be replayed afterwards. */
import type { Installation } from './installation.ts'
import type { Told } from './parallel/record-sets.ts'
import type { Row } from './row.ts'
import { runScript } from './script.ts'

const processes = 8
const sets = 40
const rounds = 5

export const parallelRow: Row = {
  name: 'parallel',
  title: `${processes} processes share ${sets} assertions about 10 ground truths; the judge never says the same twice`,
  async run(installation) {
    const lines: { name: string; lost: number; asked: number }[] = []
    for (const [name, how, mode] of [
      ['context-recall, mode auto', 'ours', 'auto'],
      ['context-recall, mode record', 'ours', 'record'],
      ['a file per key, the last writer wins', 'file-per-key', 'auto'],
      ['one file for all, the last writer wins', 'one-file', 'auto'],
    ] as const) {
      const told: Told[] = []
      for (let round = 0; round < rounds; round++)
        told.push(await recordRound(installation, how, mode, round))
      const sum = (of: (each: Told) => number): number => told.reduce((total, each) => total + of(each), 0)
      lines.push({ name, lost: sum(({ lost }) => lost), asked: sum(({ asked }) => asked) })
    }
    return [
      {
        heading: `of ${rounds * sets} sets (claims, and the verdicts about them)`,
        table: [
          ['', "can't be replayed", 'questions asked'],
          ...lines.map(({ name, lost, asked }) => [name, String(lost), String(asked)]),
        ],
        notes: [
          `Each process takes ${sets / processes} of the assertions; all begin at the same moment, and the judge needs 20 to 60 ms.`,
        ],
        faults: lines
          .filter(({ name, lost }) => name.startsWith('context-recall') && lost > 0)
          .map(({ name, lost }) => `${name}: ${lost} sets can't be replayed`),
      },
    ]
  },
}

/** Records in all processes at once and replays in one; gives the lost sets of that and the questions of those. */
async function recordRound(
  { root, path }: Installation,
  how: string,
  mode: string,
  round: number,
): Promise<Told> {
  const script = new URL('./parallel/record-sets.ts', import.meta.url)
  const directory = path(`${how}-${mode}-${round}`)
  // all are loaded by then: a test runner's workers ask at the same time
  const begin = String(Date.now() + 4000)
  const recorded = await Promise.all(
    Array.from({ length: processes }, (_, part) =>
      runScript<Told>(script, [how, root, directory, mode, String(part), String(processes), begin], root),
    ),
  )
  const { lost } = await runScript<Told>(script, [how, root, directory, 'replay'], root)
  return { lost, asked: recorded.reduce((total, { asked }) => total + asked, 0) }
}
