/** Row: processes killed while they write, and what is left of the recordings. */
import { mkdirSync } from 'node:fs'
import { fileStore } from '../../src/recordings/file-store.ts'
import { keyRequest } from '../../src/recordings/key.ts'
import { inspect, killWriters } from '../recordings/kill-writers.ts'
import { fileOf, judgeParts } from '../recordings/sample.ts'
import type { Installation } from './installation.ts'
import type { Row } from './row.ts'

const kills = 1000
const filled = 2000

export const killsRow: Row = {
  name: 'kills',
  title: `SIGKILL while recordings of up to 800 kB are written, ${kills} times`,
  async run(installation) {
    const lines = []
    for (const [name, writer, share, before] of [
      ['context-recall, an empty store', 'links', 0.4, 0],
      [`context-recall, a store of ${filled}`, 'links', 0.4, filled],
      ['context-recall, without links', 'no links', 0.2, 0],
      ['writeFile', 'plain', 0.1, 0],
    ] as const) {
      lines.push({ name, ...(await killAndLook(installation, writer, kills * share, before)) })
    }
    return [
      {
        heading: 'recordings after the kills',
        table: [
          ['', 'kills', 'whole', 'torn', 'lost', 'stray files'],
          ...lines.map(line => [
            line.name,
            ...[line.kills, line.whole, line.torn, line.lost, line.strays].map(String),
          ]),
        ],
        notes: ['Lost: of those that stood before. Stray files are temporary; a later run sweeps them.'],
        faults: lines
          .filter(({ name, torn, lost }) => name.startsWith('context-recall') && torn + lost > 0)
          .map(({ name, torn, lost }) => `${name}: ${torn} torn, ${lost} lost`),
      },
    ]
  },
}

async function killAndLook({ path }: Installation, links: string, times: number, before: number) {
  const directory = path(`${links.replace(' ', '-')}-${before}`)
  mkdirSync(directory, { recursive: true })
  const store = fileStore(directory)
  for (let index = 0; index < before; index++) {
    const keyed = keyRequest({ kind: 'claims', groundTruth: `Filled in, number ${index}` }, judgeParts)
    store.publish(...fileOf(keyed))
  }
  const standing = store.list()
  await killWriters(directory, { kills: times, atOnce: 4, links })
  const { whole, torn, strays } = inspect(directory)
  const found = new Set(whole)
  const lost = standing.filter(name => !found.has(name)).length
  return { kills: times, whole: whole.length, torn: torn.length, lost, strays: strays.length }
}
