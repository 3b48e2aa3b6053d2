/** Script: one assertion cold, with its ground truth on record, and in replay. Argument: installation. */
import { startJudgeServer } from '../../e2e/judge-server.ts'
import { importInstalled } from '../installation.ts'
import { report } from '../script.ts'

/** Requests of each kind while one assertion was measured. */
export interface Counted {
  name: string
  goal: number
  claims: number
  attribution: number
}

const [root = ''] = process.argv.slice(2)
const { measureContextRecall } = await importInstalled(root)
const server = await startJudgeServer(({ kind }) =>
  kind === 'claims'
    ? { claims: ['Einstein was born in Ulm.'] }
    : {
        verdicts: [
          { claim: 1, status: 'supported', evidence: [{ context: 1, quote: 'born in Ulm' }], gap: '' },
        ],
      },
)

async function count(name: string, goal: number, contexts: string[], mode?: 'replay'): Promise<Counted> {
  const before = { claims: server.count('claims'), attribution: server.count('attribution') }
  const { recall } = await measureContextRecall({
    groundTruth: 'Einstein was born in Ulm.',
    contexts,
    model: { id: 'local/judge', url: server.url },
    recordings: 'recordings-of-calls',
    ...(mode !== undefined && { mode }),
  })
  if (recall !== 1) throw new Error(`${name}: recall ${recall}`)
  return {
    name,
    goal,
    claims: server.count('claims') - before.claims,
    attribution: server.count('attribution') - before.attribution,
  }
}

const first = ['Einstein was born in Ulm.']
const counted = [
  await count('cold', 2, first),
  await count('ground truth on record, other contexts', 1, ['He was born in Ulm, in 1879.']),
  await count('replay', 0, first, 'replay'),
  await count('replay, mode auto', 0, first),
]
await server.close()
report(counted)
