/** Row: what the built-in judge takes per claim and context, beside plain word overlap. */
import type { LexicalTimes } from './lexical/time-lexical.ts'
import { milliseconds, type Row, toldGoal } from './row.ts'
import { runScript } from './script.ts'

const goal = 1

export const lexicalRow: Row = {
  name: 'lexical',
  title: 'builtin/lexical, 3 claims and 5 contexts of 1,500 characters',
  async run({ root }) {
    const script = new URL('./lexical/time-lexical.ts', import.meta.url)
    const { lexical, overlap, ratio, wrong } = await runScript<LexicalTimes>(script, [root], root)
    return [
      {
        heading: 'milliseconds per claim and context (median)',
        table: [
          ['', 'time', 'ratio'],
          ['measureContextRecall with builtin/lexical', milliseconds(lexical), ratio.toFixed(1)],
          ['plain word overlap', milliseconds(overlap), '1.0'],
        ],
        notes: [toldGoal('builtin/lexical', lexical, goal), `recall other than made for: ${wrong} of 250`],
      },
    ]
  },
}
