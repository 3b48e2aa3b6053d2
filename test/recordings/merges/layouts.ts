/** Ways to lay recordings out in files: ours, and those of other recorders. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileStore } from '../../../src/recordings/file-store.ts'
import { canonicalJson } from '../../../src/json.ts'
import { lookUp } from '../../../src/recordings/look-up.ts'
import { serialiseRecording } from '../../../src/recordings/recording.ts'
import { makeRecording } from '../../../src/recordings/recording-making.ts'
import type { AttributionAnswer } from '../../../src/protocol.ts'
import type { Entry } from './scenarios.ts'

/** What reading comes to; `refused` names a fault instead of giving an answer. */
export type Reading = AttributionAnswer | 'missing' | 'refused'

export interface Layout {
  name: string
  /** Path → content of all the files. */
  files(entries: readonly Entry[]): Record<string, string>
  read(directory: string, question: Pick<Entry, 'test' | 'keyed'>): Reading
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** All that we record but seal and key. */
function plainRecording({ keyed, answer }: Entry): object {
  const { seal: _, key: __, ...recording } = makeRecording(keyed, { answers: [answer] })
  return recording
}

/** The answer in a file that has been parsed, or what keeps it from being one. */
function answerIn(
  path: string,
  find: (content: never) => { answers: AttributionAnswer[] } | undefined,
): Reading {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing'
    throw error
  }
  try {
    return find(JSON.parse(text) as never)?.answers[0] ?? 'missing'
  } catch (error) {
    if (error instanceof SyntaxError) return 'refused'
    throw error
  }
}

const ours: Layout = {
  name: 'context-recall',
  files: entries =>
    Object.fromEntries(
      entries.map(({ keyed, answer }) => [
        keyed.name,
        serialiseRecording(makeRecording(keyed, { answers: [answer] })),
      ]),
    ),
  read(directory, { keyed }) {
    const { model, settings, promptDigest: digest } = keyed.judge
    const prompt = { digest, earlier: [] }
    const prompts = { claims: prompt, attribution: prompt }
    const found = lookUp(fileStore(directory), keyed, { model, settings, prompts })
    if (found.state === 'missing') return 'missing'
    return 'recording' in found ? (found.recording.answers[0] as AttributionAnswer) : 'refused'
  },
}

const hashNamed: Layout = {
  name: 'a file per key, without a seal',
  files: entries =>
    Object.fromEntries(entries.map(entry => [`${entry.keyed.key}.json`, pretty(plainRecording(entry))])),
  read: (directory, { keyed }) =>
    answerIn(join(directory, `${keyed.key}.json`), (content: { answers: AttributionAnswer[] }) => content),
}

type ByKey = Record<string, { answers: AttributionAnswer[] }>

const oneFile: Layout = {
  name: 'one file for all',
  files: entries => {
    const byKey = entries.map(entry => [entry.keyed.key, plainRecording(entry)] as const)
    return { 'recordings.json': pretty(JSON.parse(canonicalJson(Object.fromEntries(byKey)))) }
  },
  read: (directory, { keyed }) =>
    answerIn(join(directory, 'recordings.json'), (content: ByKey) => content[keyed.key]),
}

/** As Polly.js does: the entries of a test, each under the digest of its request. */
const fileByTest: Layout = {
  name: 'a file per test name',
  files: entries =>
    Object.fromEntries(
      entries.map(entry => [
        `${entry.test}.json`,
        pretty({ entries: [{ id: entry.keyed.key, ...plainRecording(entry) }] }),
      ]),
    ),
  read: (directory, { test, keyed }) =>
    answerIn(
      join(directory, `${test}.json`),
      ({ entries }: { entries: { id: string; answers: AttributionAnswer[] }[] }) =>
        entries.find(({ id }) => id === keyed.key),
    ),
}

export const layouts: readonly Layout[] = [ours, hashNamed, oneFile, fileByTest]
