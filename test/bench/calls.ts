/** Row: how many calls an assertion costs, counted at a server on this machine. */
import type { Counted } from './calls/count-calls.ts'
import type { Row } from './row.ts'
import { runScript } from './script.ts'

export const callsRow: Row = {
  name: 'calls',
  title: 'calls per assertion, counted at a local HTTP server',
  async run({ root }) {
    const counted = await runScript<Counted[]>(
      new URL('./calls/count-calls.ts', import.meta.url),
      [root],
      root,
    )
    return [
      {
        heading: 'requests that reached the server for one assertion',
        table: [
          ['', 'goal', 'calls', 'claims', 'attribution'],
          ...counted.map(({ name, goal, claims, attribution }) => [
            name,
            ...[goal, claims + attribution, claims, attribution].map(String),
          ]),
        ],
        notes: [],
        faults: counted
          .filter(({ goal, claims, attribution }) => claims + attribution !== goal)
          .map(({ name, goal }) => `${name}: other than ${goal} calls`),
      },
    ]
  },
}
