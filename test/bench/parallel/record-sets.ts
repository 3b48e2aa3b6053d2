/**
 * Script: measures one process's share of forty assertions about ten ground truths, or all of them in replay.
 * Arguments: how, installation, directory, mode, which process, of how many, when to begin.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mode } from '../../../src/index.ts'
import type { AttributionAnswer, ClaimsAnswer, RecallRequest } from '../../../src/protocol.ts'
import { importInstalled } from '../installation.ts'
import { report } from '../script.ts'

export interface Told {
  /** Sets without all their answers. */
  lost: number
  /** Questions that reached the judge. */
  asked: number
}

const [how = '', root = '', directory = '', mode = '', part = '0', of = '1', begin = '0'] =
  process.argv.slice(2)
mkdirSync(directory, { recursive: true })
let asked = 0

// without a digit: a number that stands in no ground truth would be asked about once more
function randomWord(): string {
  return String.fromCodePoint(...randomBytes(8).map(byte => 0x61 + (byte % 26)))
}

async function judge(request: RecallRequest): Promise<ClaimsAnswer | AttributionAnswer> {
  asked++
  await new Promise(resolve => setTimeout(resolve, randomInt(20, 60)))
  if (request.kind === 'claims') return { claims: [`It holds ${randomWord()}.`] }
  const gap = randomWord()
  return {
    verdicts: request.claims.map((_, at) => ({ claim: at + 1, status: 'missing', evidence: [], gap })),
  }
}

/** What a contender keeps answers in. */
interface Keeper {
  get(key: string): object | undefined
  set(key: string, answer: object): void
}

const filePerKey: Keeper = {
  get(key) {
    const file = join(directory, `${key}.json`)
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : undefined
  },
  set: (key, answer) => writeFileSync(join(directory, `${key}.json`), JSON.stringify(answer)),
}

const file = join(directory, 'recordings.json')
/** Nothing where the file is half written just now, as if it were not there. */
function readAll(): Record<string, object> {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, object>
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return {}
  }
}
// as recorders with one file do: read when the process starts, written with each answer
const all = readAll()
const oneFile: Keeper = {
  get: key => all[key],
  set(key, answer) {
    all[key] = answer
    writeFileSync(file, JSON.stringify(all))
  },
}

async function answerFrom(keeper: Keeper, request: RecallRequest): Promise<object> {
  const key = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  const known = keeper.get(key)
  if (known !== undefined) return known
  if (mode === 'replay') throw new Error('nothing is recorded')
  const answer = await judge(request)
  keeper.set(key, answer)
  return answer
}

async function measureWith(keeper: Keeper, groundTruth: string, contexts: string[]): Promise<void> {
  const { claims } = (await answerFrom(keeper, { kind: 'claims', groundTruth })) as ClaimsAnswer
  await answerFrom(keeper, { kind: 'attribution', claims, contexts })
}

async function measureOurs(): Promise<(groundTruth: string, contexts: string[]) => Promise<unknown>> {
  const { configure, measureContextRecall } = await importInstalled(root)
  configure({ maxCalls: 10_000 })
  const model = { id: 'random/judge', judge }
  return (groundTruth, contexts) =>
    measureContextRecall({ groundTruth, contexts, model, mode: mode as Mode, recordings: directory })
}

const keeper = how === 'one-file' ? oneFile : filePerKey
const measure =
  how === 'ours'
    ? await measureOurs()
    : (groundTruth: string, contexts: string[]) => measureWith(keeper, groundTruth, contexts)

await new Promise(resolve => setTimeout(resolve, Math.max(0, Number(begin) - Date.now())))
let lost = 0
for (let index = Number(part); index < 40; index += Number(of)) {
  try {
    await measure(`Ground truth ${index % 10} says what it says.`, [`Context ${index}.`])
  } catch (error) {
    // a file that another process has half written is lost work too
    if (mode !== 'replay' && !(error instanceof SyntaxError)) throw error
    lost++
  }
}
report({ lost, asked })
