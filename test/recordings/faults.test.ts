/** Disks and directories that fail in mid-run, texts of any size and kind, and ten thousand recordings. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { measureContextRecall } from '../../src/index.ts'
import { fileStore } from '../../src/recordings/file-store.ts'
import { keyRequest } from '../../src/recordings/key.ts'
import type { RecallRequest } from '../../src/protocol.ts'
import { answerLiterally } from '../fixtures/literal-judge.ts'
import { inspect } from './kill-writers.ts'
import { fileOf, judgeParts } from './sample.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const model = {
  id: 'local/judge',
  judge: (request: RecallRequest) => Promise.resolve(answerLiterally(request)),
}
const groundTruth = 'Alpha holds. Delta holds.'
const measure = (recordings: string, contexts: string[], mode: 'auto' | 'replay' = 'auto') =>
  measureContextRecall({ groundTruth, contexts, recordings, model, mode })

/** Mounts at a new directory; gives nothing, and says so, where this user may not. */
function mounted(...args: string[]): string | undefined {
  const directory = temporaryDirectory()
  const { status, stderr, error } = spawnSync('mount', [...args, directory], { encoding: 'utf8' })
  if (status === 0) {
    onTestFinished(() => void spawnSync('umount', [directory]))
    return directory
  }
  process.stderr.write(`not tested, because nothing can be mounted here: ${stderr ?? error?.message ?? ''}\n`)
  return undefined
}

describe('the disk', () => {
  it('full in mid-run loses nothing that was recorded, and the run goes on when there is room', async ({
    skip,
  }) => {
    const disk = mounted('-t', 'tmpfs', '-o', 'size=256k', 'tmpfs')
    if (disk === undefined) return skip('it takes root to mount a small disk')
    const contexts = (index: number): string[] => [`Alpha holds. ${index} ${'x'.repeat(30_000)}`]
    let recorded = 0
    const fill = async (): Promise<void> => {
      for (; recorded < 100; recorded++) await measure(disk, contexts(recorded))
    }
    await expect(fill()).rejects.toMatchObject({ name: 'StoreError', code: 'ENOSPC' })
    expect(recorded).toBeGreaterThan(3)
    expect(inspect(disk)).toMatchObject({ torn: [], strays: [] })
    for (let index = 0; index < recorded; index++) await measure(disk, contexts(index), 'replay')
    const [first = ''] = fileStore(disk)
      .list()
      .filter(name => name.includes('.attribution.'))
    fileStore(disk).remove(first)
    await measure(disk, contexts(recorded))
  })

  it('read-only replays, and says so when something had to be recorded', async ({ skip }) => {
    const source = temporaryDirectory()
    await measure(source, ['Alpha holds.'])
    const disk = mounted('--bind', source)
    if (disk === undefined) return skip('it takes root to mount read-only')
    expect(spawnSync('mount', ['-o', 'remount,ro,bind', disk]).status).toBe(0)
    await expect(measure(disk, ['Alpha holds.'])).resolves.toMatchObject({ judge: { calls: 0 } })
    const refused = measure(disk, ['Delta holds.'])
    await expect(refused).rejects.toMatchObject({ name: 'StoreError', code: 'EROFS' })
    await expect(refused).rejects.toThrow('the file system is read-only')
    expect(readdirSync(source)).toHaveLength(3)
  })

  it('whose directory vanishes in mid-run gets a new one', async () => {
    const recordings = join(temporaryDirectory(), 'recordings')
    await measure(recordings, ['Alpha holds.'])
    rmSync(recordings, { recursive: true })
    await expect(measure(recordings, ['Alpha holds.'], 'replay')).rejects.toThrow('nothing is recorded')
    await expect(measure(recordings, ['Alpha holds.'])).resolves.toMatchObject({ judge: { calls: 2 } })
    await expect(measure(recordings, ['Alpha holds.'], 'replay')).resolves.toMatchObject({ recall: 0.5 })
    expect(readdirSync(recordings)).toContain('.gitignore')
  })

  it('whose directory becomes a file is an error that says so', async () => {
    const recordings = join(temporaryDirectory(), 'recordings')
    await measure(recordings, ['Alpha holds.'])
    rmSync(recordings, { recursive: true })
    writeFileSync(recordings, '')
    await expect(measure(recordings, ['Alpha holds.'])).rejects.toThrow(
      'a file stands where a directory must be',
    )
  })
})

describe('texts', () => {
  it.each([
    // in windows, of which those in the middle are equal
    ['one of a megabyte', `Alpha holds. ${'Lorem ipsum, dolor. '.repeat(50_000)}Delta holds.`, 4],
    ['CJK', '東京は日本の首都です。Alpha holds. 数学は楽しい。'],
    ['control characters', 'Alpha holds.\u0000\u0007\u001b[31m\u0085\u2028 Delta'],
    ['lone surrogates', 'Alpha holds.\ud800 and \udfff Delta'],
    ['right to left, combining, emoji', 'שלום Alpha holds. e\u0301 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['what looks like JSON and markers', '{"seal":"x"}\n<<<<<<< ours\nAlpha holds.\n=======\n>>>>>>> theirs'],
  ])('are recorded and replayed as they are: %s', async (_, context, calls = 2) => {
    const recordings = temporaryDirectory()
    const { judge, ...first } = await measure(recordings, [context])
    const { judge: again, ...replayed } = await measure(recordings, [context], 'replay')
    expect([judge.calls, again.calls]).toEqual([calls, 0])
    expect(replayed).toEqual(first)
    expect(replayed.claims[0]?.evidence).toHaveLength(1)
  })

  it('that differ in a lone surrogate only are different questions', async () => {
    const recordings = temporaryDirectory()
    await measure(recordings, ['Alpha holds. \ud800'])
    await expect(measure(recordings, ['Alpha holds. \ud801'], 'replay')).rejects.toThrow(
      'context[0] differs from',
    )
    await expect(measure(recordings, ['Alpha holds. \ufffd'], 'replay')).rejects.toThrow(
      'context[0] differs from',
    )
  })
})

it('finds one of ten thousand, records one more, and explains a miss', async () => {
  const recordings = temporaryDirectory()
  mkdirSync(recordings, { recursive: true })
  for (let index = 0; index < 10_000; index++) {
    const keyed = keyRequest({ kind: 'claims', groundTruth: `Filled in, number ${index}` }, judgeParts)
    const [name, text] = fileOf(keyed)
    writeFileSync(join(recordings, name), text)
  }
  await expect(measure(recordings, ['Alpha holds.'])).resolves.toMatchObject({ judge: { calls: 2 } })
  await expect(measure(recordings, ['Alpha holds.'], 'replay')).resolves.toMatchObject({ recall: 0.5 })
  await expect(measure(recordings, ['Alpha holds!'], 'replay')).rejects.toThrow(
    'context[0] differs from character 11',
  )
})
