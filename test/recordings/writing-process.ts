/** A process that publishes and replaces recordings until it is done or killed: `<directory> <writer> <names> <links>`. */
import { fileStore, nodeFileSystem } from '../../src/recordings/file-store.ts'
import { keyRequest } from '../../src/recordings/key.ts'
import { serialiseRecording } from '../../src/recordings/recording.ts'
import { makeRecording } from '../../src/recordings/recording-making.ts'
import { failing } from './failing-file-system.ts'

const [directory = '', writer = '', names = '0', links = 'links'] = process.argv.slice(2)
const store = fileStore(directory, links === 'links' ? nodeFileSystem : failing('link', 'ENOTSUP'))
const judge = { model: 'fake', promptDigest: 'prompt', settings: {} }
const isEndless = names === 'endless'

/** One recording of a ground truth that all writers share, with answers of this one. */
function textOf(index: number, round: number): [name: string, text: string] {
  const keyed = keyRequest({ kind: 'claims', groundTruth: `Ground truth ${index}` }, judge)
  const claims = [`by ${writer} in round ${round}`, isEndless ? 'x'.repeat(100_000) : '']
  return [keyed.name, serialiseRecording(makeRecording(keyed, { answers: [{ claims }] }))]
}

if (isEndless) {
  process.stdout.write('ready')
  for (let round = 0; ; round++) {
    store.publish(...textOf(round, round))
    store.replace(...textOf(0, round))
  }
}
const standing: Record<string, string> = {}
for (let index = 0; index < Number(names); index++) {
  const [name, text] = textOf(index, 0)
  standing[name] = store.publish(name, text)
}
process.stdout.write(JSON.stringify(standing))
