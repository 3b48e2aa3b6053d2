import { describe, expect, test } from 'vitest'
import { toHaveContextRecall, UsageError } from '../../src/index.ts'
import { fakeJudge } from '../fixtures/fake-judge.ts'

expect.extend({ toHaveContextRecall: toHaveContextRecall as never })
type Matcher = (groundTruth: unknown, min?: unknown, options?: unknown) => Promise<void>
const asserted = (
  received: unknown,
): { toHaveContextRecall: Matcher; not: { toHaveContextRecall: Matcher } } => expect(received) as never

const supported = { claim: 1, status: 'supported', evidence: [{ context: 1, quote: 'Alpha holds' }], gap: '' }
const missing = { claim: 2, status: 'missing', evidence: [], gap: 'Nothing on beta.' }
const half = (): object => ({
  model: fakeJudge([{ claims: ['Alpha holds.', 'Beta holds.'] }, { verdicts: [supported, missing] }]),
  mode: 'live',
})

test('passes when recall reaches min and fails when it does not', async () => {
  await asserted(['Alpha holds.']).toHaveContextRecall('Alpha and beta.', 0.5, half())
  await asserted('Alpha holds.').toHaveContextRecall('Alpha and beta.', { min: 0.5, ...half() })
  await expect(
    asserted(['Alpha holds.']).toHaveContextRecall('Alpha and beta.', 0.51, half()),
  ).rejects.toThrow('Context recall 0.50 < 0.51. Not attributed (1 of 2): Beta holds.')
  await expect(asserted(['Alpha holds.']).toHaveContextRecall('Alpha and beta.', half())).rejects.toThrow(
    '< 1.',
  )
})

test('shows evidence as the whole sentence, redacted like the contexts', async () => {
  const contexts = ['Beta fell. Alpha holds, says Anna, for ever.']
  const redact = (text: string): string => text.replaceAll('Anna', '[name]')
  await expect(
    asserted(contexts).toHaveContextRecall('Alpha and beta.', 1, { ...half(), redact }),
  ).rejects.toThrow('context[0] "Alpha holds, says [name], for ever."')
})

test('shows the question and the nearest passage, redacted, and no passage under .not', async () => {
  const redact = (text: string): string => text.replaceAll('Anna', '[name]')
  const contexts = ['Alpha holds.', 'Whether beta holds, Anna does not say.']
  const options = { ...half(), redact, question: 'Does Anna hold?' }
  const failing = asserted(contexts).toHaveContextRecall('Alpha and beta.', 1, options)
  await expect(failing).rejects.toThrow(
    /nearest context\[1\] "Whether beta holds, \[name\] does not say\." \(by shared words; not judged\)[^]*question {3}Does \[name\] hold\?\n {2}contexts {3}2 retrieved/,
  )
  const negated = asserted(contexts).not.toHaveContextRecall('Alpha and beta.', 0.5, half())
  await expect(negated).rejects.toThrow(/^(?![^]*nearest)/)
})

test('.not fails with its own sentence when recall reaches min', async () => {
  await asserted(['Alpha holds.']).not.toHaveContextRecall('Alpha and beta.', 0.51, half())
  await expect(
    asserted(['Alpha holds.']).not.toHaveContextRecall('Alpha and beta.', 0.5, half()),
  ).rejects.toThrow('Context recall 0.50, expected less than 0.5. Attributed (1 of 2): Alpha holds.')
})

describe('misuse throws, also under .not, before anything is asked:', () => {
  test.each<[string, unknown, unknown[], string]>([
    ['min as a percentage', [], ['x', 90], 'did you mean 0.9?'],
    ['min 0', [], ['x', 0], 'it asserts nothing'],
    ['min below 0', [], ['x', -0.1], 'min must be 0 < min ≤ 1, not -0.1.'],
    ['min NaN', [], ['x', Number.NaN], 'not NaN'],
    ['min Infinity', [], ['x', Infinity], 'not Infinity'],
    ['min a text', [], ['x', '0.9'], 'min must be a number'],
    ['min null', [], ['x', null], 'min must be a number, 0 < min ≤ 1, not null.'],
    ['min twice', [], ['x', 0.5, { min: 0.6 }], 'min was given twice'],
    ['options twice', [], ['x', { min: 0.5 }, {}], 'Options were given twice'],
    ['options that are no object', [], ['x', 0.5, 7], 'The options must be an object, not a number.'],
    ['an unknown option', [], ['x', { minimum: 0.5 }], "Unknown option 'minimum': did you mean 'min'?"],
    ['no ground truth', [], [], 'The ground truth must be a text or an array of claims, not undefined.'],
    ['an empty ground truth', [], [' \n'], 'The ground truth is empty.'],
    ['no claims', [], [[]], 'The ground truth is an empty array.'],
    [
      'an empty claim',
      [],
      [['a', '']],
      'Claim 1 of the ground truth must be a text that is not empty, not blank.',
    ],
    [
      'a claim that is no text',
      [],
      [['a', 5]],
      'Claim 1 of the ground truth must be a text that is not empty, not a number.',
    ],
    ['a ground truth that is no text', [], [{ text: 'x' }], 'not an object with the keys text.'],
    ['contexts as a promise', Promise.resolve([]), ['x'], 'await it first'],
    ['contexts that are no list', { total: 0 }, ['x'], 'is an object with the keys total'],
    ['contexts undefined', undefined, ['x'], 'is undefined'],
    ['a context that is no text', ['a', 5], ['x'], 'context[1] has no text that is known: it is a number'],
    ['a context without text', ['a', null], ['x'], 'context[1] has no text that is known: it is null'],
    [
      'a redact that is not idempotent',
      ['a'],
      ['x', { redact: (text: string) => `${text}!` }],
      'changes its own result',
    ],
  ])('%s', async (_, received, [groundTruth, min, options], message) => {
    const judge = fakeJudge([])
    const model = { model: judge, mode: 'live' }
    const withModel =
      typeof min === 'object' && min !== null && options === undefined
        ? [{ ...model, ...min }]
        : [min, options ?? model]
    for (const assertion of [asserted(received), asserted(received).not]) {
      const settled = await assertion
        .toHaveContextRecall(groundTruth, ...withModel)
        .catch((error: unknown) => error)
      expect(settled).toBeInstanceOf(UsageError)
      expect((settled as Error).message).toContain(message)
    }
    expect(judge.requests).toEqual([])
  })
})

test('a ground truth without a claim is an error that says what to do', async () => {
  const options = { model: fakeJudge([{ claims: [] }]), mode: 'live' }
  await expect(asserted(['a']).not.toHaveContextRecall('Who knows?', 1, options)).rejects.toThrow(
    /makes no claim[^]*give the claims as an array/,
  )
})

test('redact is applied to everything before it is asked', async () => {
  const judge = fakeJudge([
    { claims: ['[name] holds.'] },
    { verdicts: [{ ...supported, evidence: [{ context: 1, quote: '[name] holds' }] }] },
  ])
  const redact = (text: string): string => text.replaceAll('Alice', '[name]')
  const options = { model: judge, mode: 'live', redact, question: 'Does Alice hold?' }
  await asserted(['Alice holds.']).toHaveContextRecall('Alice holds.', 1, options)
  expect(JSON.stringify(judge.requests)).not.toContain('Alice')
})

test('contextExtractor turns what was received into contexts', async () => {
  const contextExtractor = async (received: unknown): Promise<string[]> =>
    (received as { hits: { body: string }[] }).hits.map(hit => hit.body)
  await asserted({ hits: [{ body: 'Alpha holds.' }] }).toHaveContextRecall('Alpha and beta.', 0.5, {
    ...half(),
    contextExtractor,
  })
})

test('is refused under expect.poll at once, not when the time to poll is over', async () => {
  const polled = async (): Promise<void> => {
    await expect.poll(() => ['Alpha holds.'], { timeout: 30_000 }).toHaveContextRecall('Alpha.', half())
  }
  const start = performance.now()
  await expect(polled()).rejects.toThrow('cannot be used with expect.poll')
  expect(performance.now() - start).toBeLessThan(10_000)
})
