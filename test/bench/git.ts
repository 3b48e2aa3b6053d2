/** Row: what becomes of recordings when git merges two branches, for ours and for other layouts. */
import { layouts } from '../recordings/merges/layouts.ts'
import { mergeBranches, type MergeOutcome } from '../recordings/merges/merge.ts'
import { makeScenarios, shapes } from '../recordings/merges/scenarios.ts'
import type { Row } from './row.ts'

const columns: readonly (readonly [outcome: MergeOutcome, heading: string])[] = [
  ['right', 'right'],
  ['conflict', 'conflict'],
  ['missing', 'asked again'],
  ['refused', 'refused'],
  ['wrong', 'clean but wrong'],
]

export const gitRow: Row = {
  name: 'git',
  title: 'branches that both changed recordings, merged by git',
  async run({ path }) {
    const outcomes = layouts.map((layout, place) => ({
      name: layout.name,
      merges: shapes.flatMap((shape, size) =>
        makeScenarios(shape).map((scenario, at) => ({
          scenario: scenario.name,
          outcome: mergeBranches(path(`merge-${place}-${size}-${at}`), layout, scenario),
        })),
      ),
    }))
    const scenarios = [...new Set(outcomes.flatMap(({ merges }) => merges.map(({ scenario }) => scenario)))]
    const wrongIn = (merges: (typeof outcomes)[number]['merges'], name: string): number =>
      merges.filter(({ scenario, outcome }) => scenario === name && outcome === 'wrong').length
    return [
      {
        heading: `${scenarios.length} situations with questions of ${shapes.length} sizes each, merged for every layout`,
        table: [
          ['', 'merges', ...columns.map(([, heading]) => heading)],
          ...outcomes.map(({ name, merges }) => [
            name,
            String(merges.length),
            ...columns.map(([outcome]) => String(merges.filter(each => each.outcome === outcome).length)),
          ]),
        ],
        notes: [
          'Conflict: git stops. Otherwise it merges, and reading is right, finds nothing and asks again, refuses with an',
          'error, or replays an answer that no judge gave to that question.',
        ],
        faults: outcomes
          .filter(
            ({ name, merges }) => name === 'context-recall' && merges.some(each => each.outcome === 'wrong'),
          )
          .map(({ name }) => `${name}: clean but wrong merges`),
      },
      {
        heading: 'clean but wrong, by situation',
        table: [
          ['', ...layouts.map(({ name }) => name)],
          ...scenarios.map(name => [name, ...outcomes.map(({ merges }) => String(wrongIn(merges, name)))]),
        ],
        notes: [],
      },
    ]
  },
}
