import { beforeAll, describe, expect, test } from 'vitest'
import { assertionMeta } from '../../src/matcher/assertion-meta.ts'
import { composeFailureMessage } from '../../src/verdicts/failure-message.ts'
import { configure } from '../../src/options/configure.ts'
import { contextsFrom } from '../../src/contexts/read-contexts.ts'
import { measure, type Measurement } from '../../src/measure/measure-context-recall.ts'
import { fakeJudge } from '../fixtures/fake-judge.ts'
import { claims, harmless, type HostileContext, hostileContexts } from './hostile-contexts.ts'

// a process may make no more than 200 calls else
beforeAll(() => configure({ maxCalls: 10_000 }))

// Controls, line and paragraph separators, lone surrogates, direction and tag characters, zero-width ones
const unprintable =
  /[\ufe00-\ufe0d\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}\u00ad\u180e\u200b-\u200f\u2060-\u206f\ufeff\u{e0000}-\u{e01ef}]/u
const logCommand = /##\w*\[/
const ours =
  /^(?:|Context recall .*|expect\(contexts\).*|  [✗✓] .*| {6}(?:missing|partial|contradicted|unverified|not found|context\[\d+\]).*| {13}(?:context\[\d+\]|and \d+ more).*|  (?:contexts   |judge      |recording  ).*)$/su

/** Every status with the hostile text in whatever a judge may write, and as the ground truth. */
async function measured({ text, bait }: HostileContext): Promise<Measurement> {
  const judge = fakeJudge(
    Array.from({ length: 2 }, () => ({
      verdicts: (['supported', 'supported', 'partial', 'contradicted', 'missing'] as const).map(
        (status, index) => ({
          claim: index + 1,
          status,
          evidence: [
            ...(index === 1 ? [{ context: 1, quote: `${text}\n::error::no such text ${text}` }] : []),
            ...(status === 'missing' ? [] : [{ context: 1, quote: bait }]),
            ...(status === 'partial' ? [{ context: 7, quote: `${text}\u0007 nowhere` }] : []),
          ],
          gap: `${text}\n${bait}`,
        }),
      ),
    })),
  )
  const groundTruth = [`${text}\n1`, ...claims, `2${text}`, `c\n${text}`]
  return measure({
    groundTruth,
    found: await contextsFrom([harmless[0], text, harmless[1]]),
    options: { model: judge, mode: 'live' },
    runner: {},
  })
}

/** Every text in plain data. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

describe('what is told of a hostile context and a judge that repeats it', () => {
  test.for(hostileContexts)('begins every line with words of ours: $name', async context => {
    const measurement = await measured(context)
    const { result, how, texts } = measurement
    expect(result.total).toBe(5)
    for (const isNot of [false, true]) {
      const message = composeFailureMessage(result, {
        min: 0.9,
        isNot,
        how,
        contexts: texts,
        identities: texts,
        origin: context.text,
      })
      for (const line of message.split('\n')) {
        expect(line).toMatch(ours)
        expect(line).not.toMatch(unprintable)
        expect(line).not.toMatch(logCommand)
      }
      const changes = result.claims.map(({ text, status }) => ({
        claim: text,
        before: status,
        after: status,
      }))
      const outcome = { min: 0.9, isNot, pass: false, result, measurement: { ...measurement, changes } }
      for (const text of textsIn(assertionMeta(outcome, 0))) {
        expect(text).not.toMatch(unprintable)
        expect(text).not.toMatch(logCommand)
      }
    }
    expect(result.reason).toMatch(/^Context recall \d/)
    expect(result.reason).not.toMatch(unprintable)
    expect(result.reason).not.toMatch(logCommand)
  })
})
