/**
 * A process that measures assertions which share ground truths, by a judge that never says the same twice:
 * `<directory> <mode> <links>`. Prints the results, and how often the judge was asked what.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { configure, type ContextRecallResult, measureContextRecall, type Mode } from '../../src/index.ts'
import { nodeFileSystem } from '../../src/recordings/file-store.ts'
import type { Answer, RecallRequest } from '../../src/protocol.ts'
import { systemError } from './failing-file-system.ts'

const [recordings = '', mode = '', links = 'links'] = process.argv.slice(2)
if (links === 'no links') {
  nodeFileSystem.link = () => {
    throw systemError('ENOTSUP')
  }
}
configure({ maxCalls: 10_000, concurrency: 16 })

const asked: Record<string, number> = {}

// without a digit: a number that stands in no ground truth would be asked about once more, as would another subject
function randomWord(): string {
  return String.fromCodePoint(...randomBytes(8).map(byte => 0x61 + (byte % 26)))
}

function answerAtRandom(request: RecallRequest): Answer {
  const question = JSON.stringify(request.kind === 'claims' ? request.groundTruth : request.contexts)
  asked[question] = (asked[question] ?? 0) + 1
  if (request.kind === 'claims') {
    const claims = Array.from(
      { length: randomInt(1, 5) },
      () => `The context of the ground truth holds ${randomWord()}.`,
    )
    return { claims }
  }
  return {
    verdicts: request.claims.map((_, index) => {
      const context = randomInt(request.contexts.length)
      const quote = request.contexts[context] ?? ''
      return randomInt(2) === 0
        ? { claim: index + 1, status: 'supported', evidence: [{ context: context + 1, quote }], gap: '' }
        : { claim: index + 1, status: 'missing', evidence: [], gap: randomWord() }
    }),
  }
}

/** Forty assertions about ten ground truths. */
function measureAssertion(index: number): Promise<ContextRecallResult> {
  return measureContextRecall({
    groundTruth: `Ground truth ${index % 10} says what it says.`,
    contexts: [
      `Context ${index} alone.`,
      `Context ${index} and more.`,
      `Context of ground truth ${index % 10}.`,
    ],
    model: { id: 'random/judge', judge: request => Promise.resolve(answerAtRandom(request)) },
    mode: mode as Mode,
    recordings,
  })
}

const indices = Array.from({ length: 40 }, (_, index) => index)
const first = await Promise.all([...indices, ...indices].map(measureAssertion))
const retried = await Promise.all(indices.map(measureAssertion))
const told = (results: readonly ContextRecallResult[]) =>
  results.map(({ claims, recall }) => ({ claims, recall }))
process.stdout.write(
  JSON.stringify({
    first: told(first.slice(0, 40)),
    again: told(first.slice(40)),
    retried: told(retried),
    asked: Object.values(asked),
  }),
)
