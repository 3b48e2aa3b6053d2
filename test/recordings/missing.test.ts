/** What a miss says in every case a team meets, through the public API and beside other questions' recordings. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { measureContextRecall, MissingRecordingError } from '../../src/index.ts'
import { compose } from '../../src/measure/compose.ts'
import { fileStore } from '../../src/recordings/file-store.ts'
import type { RecallRequest } from '../../src/protocol.ts'
import { answerLiterally } from '../fixtures/literal-judge.ts'
import { temporaryDirectory } from './temporary-directory.ts'

type Input = Parameters<typeof measureContextRecall>[0]
const judge = (request: RecallRequest) => Promise.resolve(answerLiterally(request))
const model = { id: 'local/judge', judge }
const token = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5'}`

const groundTruth = (who: string): string =>
  `${who} was born in Ulm. ${who} published the theory in 1905. ${who} received a prize.`
const contexts = (who: string): string[] => [
  `${who} was born in Ulm and lived there for a year before the family moved away.`,
  `${who} published the theory in 1905, and received a prize for it in 1921.`,
  'A page about the weather in spring, which is mild, and which every question is given.',
]
const bohr = contexts('Bohr')
const edit = (index: number, from: string, to: string): string[] =>
  bohr.with(index, bohr[index]?.replace(from, to) ?? '')

/** Five people told of in the same words, so that a wrong neighbour is never far. */
async function recordPeople(recordings: string): Promise<void> {
  for (const who of ['Einstein', 'Curie', 'Bohr', 'Noether', 'Planck'])
    await measureContextRecall({ groundTruth: groundTruth(who), contexts: contexts(who), model, recordings })
}

async function missOf(recordings: string, changes: Partial<Input>): Promise<MissingRecordingError> {
  const input = { groundTruth: groundTruth('Bohr'), contexts: bohr, model, recordings, ...changes }
  const thrown: unknown = await measureContextRecall({ ...input, mode: 'replay' }).catch(
    (error: unknown) => error,
  )
  if (MissingRecordingError.isInstance(thrown)) return thrown
  throw new Error(`no miss: ${JSON.stringify(thrown)}`, { cause: thrown })
}

/** The lines between the file and the command, without their indent and the names of files. */
function told(miss: MissingRecordingError): string[] {
  const lines = miss.message.split('\n').map(line => line.replace(/^ {2}(?:nearest)? */, ''))
  const end = lines.findIndex(line => line.startsWith('record it'))
  return lines.slice(2, end).map(line => line.replace(/\.[0-9a-f]{16}\.jsonc/, ''))
}

const ofBohr = {
  claims: 'bohr-was-born-in-ulm-bohr-published-the.claims',
  attribution: 'bohr-was-born-in-ulm.attribution',
}

describe('a miss beside four similar questions', () => {
  it.each<[string, Partial<Input>, keyof typeof ofBohr, string[]]>([
    [
      'prompt',
      { prompts: { attribution: 'Be strict.' } },
      'attribution',
      ["prompt differs: this release's default → guidance added by prompts.attribution"],
    ],
    [
      'prompt for claims',
      { prompts: { claims: 'Be brief.' } },
      'claims',
      ["prompt differs: this release's default → guidance added by prompts.claims"],
    ],
    [
      'model',
      { model: { id: 'other/judge', judge } },
      'claims',
      ['model differs: "local/judge" → "other/judge"'],
    ],
    ['settings', { settings: { temperature: 0 } }, 'claims', ['settings.temperature differs: not set → 0']],
    ['question', { question: 'Who?' }, 'claims', ['question was added: "Who?"']],
    [
      'ground truth',
      { groundTruth: groundTruth('Bohr').replace('1905', '1906') },
      'claims',
      ['ground truth differs from character 54: "in 1905" → "in 1906"'],
    ],
    [
      'context added',
      { contexts: [...bohr, 'Some more.'] },
      'attribution',
      ['context[3] was added: "Some more."'],
    ],
    [
      'context removed',
      { contexts: bohr.slice(0, 2) },
      'attribution',
      ['a context was removed: "A page about the weather in spring, which is mild, and whic…"'],
    ],
    [
      'context edited',
      { contexts: edit(1, '1905', '1906') },
      'attribution',
      ['context[1] differs from character 32: "in 1905" → "in 1906"'],
    ],
    [
      'two contexts edited, and their order',
      { contexts: [edit(0, 'Ulm', 'Berlin')[0] ?? '', bohr[2] ?? '', edit(1, '1905', '1906')[1] ?? ''] },
      'attribution',
      [
        'context[0] differs from character 17: "in Ulm" → "in Berlin"',
        'context[2] differs from character 32: "in 1905" → "in 1906"',
      ],
    ],
    [
      'a secret in a context',
      { contexts: edit(1, '1905', token) },
      'attribution',
      ['context[1] differs from character 29: "in 1905" → "in [secret]"'],
    ],
  ])('names what differs and nothing else: %s', async (_, changes, kind, lines) => {
    const recordings = temporaryDirectory()
    await recordPeople(recordings)
    const miss = await missOf(recordings, changes)
    expect(told(miss)).toEqual([ofBohr[kind], ...lines])
    expect(miss.nearest).toContain(ofBohr[kind])
    expect(miss.message).not.toContain(token)
  })

  it('says that claims were extracted anew', async () => {
    const recordings = temporaryDirectory()
    await recordPeople(recordings)
    const store = fileStore(recordings)
    for (const name of store.list()) if (name.startsWith(ofBohr.claims)) store.remove(name)
    const shorter = (request: RecallRequest) =>
      request.kind === 'claims'
        ? Promise.resolve({
            claims: ['Bohr was born in Ulm.', 'The theory is of 1905.', 'Bohr received a prize.'],
          })
        : Promise.reject(new Error('only claims are asked for here'))
    const again = { id: 'local/judge', judge: shorter }
    const asking = measureContextRecall({
      groundTruth: groundTruth('Bohr'),
      contexts: bohr,
      model: again,
      recordings,
    })
    await expect(asking).rejects.toMatchObject({ name: 'JudgeError' })
    expect(told(await missOf(recordings, {}))).toEqual([
      ofBohr.attribution,
      'the ground truth has other claims now: of 3, 2 are in this recording',
      'claim 2 differs from character 0: "Bohr published the theory in" → "The theory is of"',
    ])
  })

  it.each<[string, Partial<Input>]>([
    ['order', { contexts: bohr.toReversed() }],
    ['line ends', { contexts: edit(0, ' and ', '\r\nand ') }],
  ])('is none when only that differs: %s', async (_, changes) => {
    const recordings = temporaryDirectory()
    const contextsOfBohr = edit(0, ' and ', '\nand ')
    for (const recorded of [bohr, contextsOfBohr])
      await measureContextRecall({ groundTruth: groundTruth('Bohr'), contexts: recorded, model, recordings })
    await expect(missOf(recordings, changes)).rejects.toThrow('no miss')
  })

  it('names no neighbour of another question, however alike its words are', async () => {
    const recordings = temporaryDirectory()
    await recordPeople(recordings)
    const about = (who: string) => ({ groundTruth: groundTruth(who), contexts: contexts(who) })
    const claims = await missOf(recordings, { groundTruth: 'Heisenberg found the uncertainty principle.' })
    expect(told(claims)).toEqual(['none is similar, of 5 claims recordings'])
    // its claims are on record, its contexts are not, but one that every question is given
    const silent = {
      id: 'local/judge',
      judge: (request: RecallRequest) =>
        request.kind === 'claims' ? judge(request) : Promise.reject(new Error('down')),
    }
    await measureContextRecall({ ...about('Dirac'), model: silent, recordings }).catch(() => undefined)
    const attribution = await missOf(recordings, about('Dirac'))
    expect(told(attribution)).toEqual([
      'none is similar, of 5 attribution recordings',
      'the claims of this ground truth are recorded: dirac-was-born-in-ulm-dirac-published.claims',
    ])
    expect(attribution.nearest).toBeUndefined()
  })
})

describe('a miss where nothing is recorded', () => {
  it('says so, also when there is no directory', async () => {
    const recordings = join(temporaryDirectory(), 'not-there')
    expect(told(await missOf(recordings, {}))).toEqual([
      `none: nothing is recorded in ${recordings}, or nothing of it was committed`,
    ])
  })

  it('says that git ignores the directory, which git itself was asked', async () => {
    const root = temporaryDirectory()
    expect(spawnSync('git', ['init', '--quiet'], { cwd: root }).status).toBe(0)
    writeFileSync(join(root, '.gitignore'), '__recordings__/\n')
    const { judge: recorded } = compose({ model: 'local/judge', mode: 'replay' }, { root })
    const asking = recorded.ask({ kind: 'claims', groundTruth: 'Alpha.' }, { groundTruth: 'Alpha.' })
    await expect(asking).rejects.toThrow(
      /ignored {4}git ignores .*__recordings__\/context-recall: its recordings are never/,
    )
  })
})

it('explains the first of a thousand in full, fifty in short, and says for each how to record it', async () => {
  const recordings = temporaryDirectory()
  await recordPeople(recordings)
  const misses = await Promise.all(
    Array.from({ length: 1000 }, (_, index) =>
      missOf(recordings, { contexts: edit(1, '1905', `19${index}`) }),
    ),
  )
  const lines = misses.map(miss => miss.message.split('\n'))
  expect(lines.filter(({ length }) => length > 3)).toHaveLength(1)
  expect(lines.filter(([first]) => first?.includes('): context[1] differs from character '))).toHaveLength(49)
  expect(misses.map(({ difference }) => difference)).toEqual([
    ...Array.from({ length: 50 }, () => 'contexts differ'),
    ...Array.from({ length: 950 }, () => 'not compared with what is recorded'),
  ])
  expect(misses.every(miss => /\n {2}record it {2}\S/.test(miss.message))).toBe(true)
  expect(new Set(misses.map(miss => miss.file)).size).toBe(1000)
})
