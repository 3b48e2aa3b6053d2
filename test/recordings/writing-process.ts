/**
 * A process that publishes and replaces recordings until it is done or killed: `<directory> <writer> <names> <links>`,
 * the last `links`, `no links`, or `plain` for what happens without this package's store.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileStore, nodeFileSystem } from '../../src/recordings/file-store.ts'
import { keyRequest } from '../../src/recordings/key.ts'
import { serialiseRecording } from '../../src/recordings/recording.ts'
import { makeRecording } from '../../src/recordings/recording-making.ts'
import { failing } from './failing-file-system.ts'

const [directory = '', writer = '', names = '0', links = 'links'] = process.argv.slice(2)
const ours = fileStore(directory, links === 'links' ? nodeFileSystem : failing('link', 'ENOTSUP'))
const plain = (name: string, text: string): void => writeFileSync(join(directory, name), text)
const store = links === 'plain' ? { ...ours, publish: plain, replace: plain } : ours
const judge = { model: 'fake', promptDigest: 'prompt', settings: {} }

/** A recording of a ground truth that all writers share, with an answer of this one. */
function textOf(groundTruth: string, length = 0): [name: string, text: string] {
  const keyed = keyRequest({ kind: 'claims', groundTruth }, judge)
  const claims = [`by ${writer}`, 'x'.repeat(length)]
  return [keyed.name, serialiseRecording(makeRecording(keyed, { answers: [{ claims }] }))]
}

if (names === 'endless') {
  // made before, and so large that most of the time is spent writing
  const large = ['One', 'Two'].flatMap(groundTruth => [
    textOf(groundTruth, 800_000),
    textOf(groundTruth, 400_000),
  ])
  // every other writer gets something done before it may be killed
  const isAtOnce = Number(writer) % 2 === 0
  if (isAtOnce) process.stdout.write('ready')
  for (let round = 0; ; round++) {
    store.publish(...textOf(`Ground truth ${round + Number(writer)}`))
    if (round === 0 && !isAtOnce) process.stdout.write('ready')
    for (const each of large) store.replace(...each)
  }
}
const standing: Record<string, string | void> = {}
for (let index = 0; index < Number(names); index++) {
  const [name, text] = textOf(`Ground truth ${index}`)
  standing[name] = store.publish(name, text)
}
process.stdout.write(JSON.stringify(standing))
