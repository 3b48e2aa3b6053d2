/** Inputs that do not fit in one question, end to end. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { compareContextRecall, configure, measureContextRecall } from '../../src/index.ts'
import type { JudgeAnswer } from '../../src/judge/judge.ts'
import { tokensIn } from '../../src/measure/tokens.ts'
import { contextsFrom } from '../../src/contexts/read-contexts.ts'
import { measure } from '../../src/measure/measure-context-recall.ts'
import type { AnsweredVerdict, AttributionRequest, RecallRequest } from '../../src/protocol.ts'
import { answerLiterally } from '../fixtures/literal-judge.ts'
import { temporaryDirectory } from '../recordings/temporary-directory.ts'

// thousands of long texts, also on a machine that has much else to do
vi.setConfig({ testTimeout: 120_000 })

// they are counted for all the tests of this file
beforeAll(() => configure({ maxCalls: 500 }))

interface Judging {
  id: string
  requests: RecallRequest[]
  most: number
  judge: (request: RecallRequest) => Promise<JudgeAnswer>
}

/** A judge that answers by `answer`, and keeps what it was asked and how much of it at once. */
function judgeBy(answer: (request: RecallRequest, count: number) => object): Judging {
  let running = 0
  const judging: Judging = {
    id: 'local/judge',
    requests: [],
    most: 0,
    judge: async request => {
      judging.requests.push(request)
      const count = judging.requests.length
      judging.most = Math.max(judging.most, ++running)
      await new Promise(resolve => setImmediate(resolve))
      running--
      return answer(request, count) as JudgeAnswer
    },
  }
  return judging
}

const attributionsOf = ({ requests }: Judging): AttributionRequest[] =>
  requests.filter(request => request.kind === 'attribution')

/** Verdicts by what the contexts of a question hold: the quotes of a claim that stand there, and all of them are needed. */
function byQuotes(quotes: Record<string, string[]>): (request: RecallRequest) => object {
  return request => {
    if (request.kind === 'claims') return answerLiterally(request)
    const verdicts = request.claims.map((text, index): AnsweredVerdict => {
      const wanted = quotes[text] ?? []
      const evidence = wanted.flatMap(quote => {
        const context = request.contexts.findIndex(each => each.includes(quote))
        return context === -1 ? [] : [{ context: context + 1, quote }]
      })
      const isWhole = evidence.length === wanted.length
      const status = evidence.length === 0 ? 'missing' : isWhole ? 'supported' : 'partial'
      return {
        claim: index + 1,
        status,
        evidence,
        gap: isWhole ? '' : `${wanted.length - evidence.length} missing`,
      }
    })
    return { verdicts }
  }
}

const filler = (name: string, length: number): string =>
  `Nothing about it is in ${name}1. `.repeat(99).slice(0, length)
/** Room for about 2,000 bytes of contexts in a question. */
const small = { maxInputTokens: 2500 }
const live = { mode: 'live' as const }

describe('a ground truth of 200 claims and 200 contexts of 2,000 words', () => {
  const facts = Array.from({ length: 200 }, (_, index) => `Fact number ${index} holds in city ${index * 7}.`)
  const words = Array.from({ length: 2000 }, (_, index) => `word${index % 977}`)
  const contexts = facts.map((fact, index) => {
    const sentences = words.map((word, at) => (at % 20 === 19 ? `${word}.` : word)).join(' ')
    // every tenth fact is in no context
    return index % 10 === 0
      ? `Text ${index}. ${sentences}`
      : `Text ${index}. ${sentences} ${fact} ${sentences.slice(0, 60)}.`
  })

  test('are judged in questions that each fit, a few at once, and replay', async () => {
    const judge = judgeBy(answerLiterally)
    const recordings = temporaryDirectory()
    const input = { groundTruth: facts.join(' '), contexts, recordings, model: judge }
    const result = await measureContextRecall(input)
    expect(result).toMatchObject({ recall: 0.9, attributed: 180, total: 200 })
    for (const [index, claim] of result.claims.entries()) {
      if (index % 10 === 0) expect(claim).toMatchObject({ status: 'missing', evidence: [] })
      else {
        expect(claim.evidence).toMatchObject([{ context: index, quote: facts[index]?.slice(0, -1) }])
        const [{ context, quote, start, end } = { context: 0, quote: '', start: 0, end: 0 }] = claim.evidence
        expect(contexts[context]?.slice(start, end)).toBe(quote)
      }
    }
    const questions = attributionsOf(judge)
    expect(result.judge).toMatchObject({ calls: questions.length + 1, replayed: 0 })
    expect(new Set(result.judge.recordings).size).toBe(questions.length + 1)
    expect(questions.length).toBeLessThan(200)
    for (const { claims, contexts: sent } of questions) {
      expect(claims.length).toBeLessThanOrEqual(40)
      expect([...claims, ...sent].reduce((sum, text) => sum + tokensIn(text), 0)).toBeLessThan(64_000)
    }
    expect(judge.most).toBe(4)

    const again = await measureContextRecall({ ...input, mode: 'replay' })
    expect(again.claims).toEqual(result.claims)
    expect(again.judge).toMatchObject({ calls: 0, replayed: questions.length + 1 })
  })
})

test('what fits in one question is asked in one, as arranged', async () => {
  const judge = judgeBy(answerLiterally)
  const contexts = ['Beta holds.', 'Alpha holds.', 'Beta holds.']
  await measureContextRecall({ groundTruth: ['Alpha holds.'], contexts, model: judge, ...live, ...small })
  expect(attributionsOf(judge)).toMatchObject([
    { claims: ['Alpha holds.'], contexts: ['Alpha holds.', 'Beta holds.'] },
  ])
})

describe('a context longer than a window', () => {
  test('is judged in parts, its quotes are located in the whole', async () => {
    const context = `${filler('A', 2000)} Ulm lies on the Danube. ${filler('B', 3000)} It has a minster.\r\n${filler('C', 900)}`
    const judge = judgeBy(byQuotes({ river: ['Ulm lies on the Danube'], church: ['It has a minster'] }))
    const result = await measureContextRecall({
      groundTruth: ['river', 'church'],
      contexts: ['Short.', context],
      model: judge,
      ...live,
      ...small,
    })
    expect(judge.requests.length).toBeGreaterThan(2)
    expect(result.claims.map(({ evidence }) => evidence)).toEqual(
      ['Ulm lies on the Danube', 'It has a minster'].map(quote => {
        const start = context.indexOf(quote)
        return [{ context: 1, quote, start, end: start + quote.length }]
      }),
    )
  })

  test('lends no number that a cut would shorten', async () => {
    const context = '123456789'.repeat(2000)
    const judge = judgeBy(request => {
      const quote = request.kind === 'attribution' ? (request.contexts[0] ?? '') : ''
      return { verdicts: [{ claim: 1, status: 'supported', evidence: [{ context: 1, quote }], gap: '' }] }
    })
    const { claims } = await measureContextRecall({
      groundTruth: [context.slice(0, 50)],
      contexts: [context],
      model: judge,
      ...live,
      ...small,
    })
    expect(judge.requests.length).toBeGreaterThan(2)
    expect(claims).toMatchObject([{ status: 'unverified', evidence: [] }])
  })
})

describe('verdicts of several windows', () => {
  const far = [
    `Ulm is in Germany. ${filler('A', 1500)}`,
    filler('B', 1500),
    `${filler('C', 1500)} Germany is in Europe.`,
  ]

  test('that have a part of a claim each lead to one more look at what they quoted', async () => {
    const claim = 'Ulm is in Europe.'
    const judge = judgeBy(
      byQuotes({ [claim]: ['Ulm is in Germany', 'Germany is in Europe'], other: ['Nowhere'] }),
    )
    const recordings = temporaryDirectory()
    const input = { groundTruth: [claim, 'other'], contexts: far, recordings, model: judge, ...small }
    const result = await measureContextRecall(input)
    expect(judge.requests).toHaveLength(4)
    const look = attributionsOf(judge)[3]
    expect(look?.claims).toEqual([claim])
    expect(look?.contexts).toHaveLength(2)
    expect(look?.contexts).toMatchObject([
      expect.stringMatching(/^Nothing.*Germany is in Europe\.$/),
      expect.stringMatching(/^Ulm is in Germany\..*\. $/),
    ])
    expect(result.claims).toMatchObject([
      {
        status: 'supported',
        evidence: [
          { context: 0, quote: 'Ulm is in Germany' },
          { context: 2, quote: 'Germany is in Europe' },
        ],
      },
      { status: 'missing', gap: '1 missing' },
    ])
    const again = await measureContextRecall({ ...input, mode: 'replay' })
    expect(again.claims).toEqual(result.claims)
    expect(again.judge).toMatchObject({ calls: 0, replayed: 4, recordings: result.judge.recordings })
  })

  test('in parts of one context as long as a window lead to a look at excerpts', async () => {
    const context = `Ulm is in Germany. ${filler('A', 2500)} ${filler('D', 2500)} Germany is in Europe. ${filler('B', 2000)}`
    const judge = judgeBy(byQuotes({ 'Ulm is in Europe.': ['Ulm is in Germany', 'Germany is in Europe'] }))
    const { claims } = await measureContextRecall({
      groundTruth: ['Ulm is in Europe.'],
      contexts: [context],
      model: judge,
      ...live,
      ...small,
    })
    expect(claims).toMatchObject([
      { status: 'supported', evidence: [{ context: 0, start: 0 }, { context: 0 }] },
    ])
    const sizes = attributionsOf(judge).map(({ contexts }) =>
      contexts.reduce((sum, text) => sum + tokensIn(text), 0),
    )
    expect(sizes.at(-1)).toBeLessThanOrEqual(Math.max(...sizes.slice(0, -1)) + 20)
  })

  test.each([
    ['support, whatever another window says', ['contradicted', 'missing', 'supported'], 'supported'],
    ['a contradiction before a part', ['partial', 'contradicted', 'missing'], 'contradicted'],
    ['a part before nothing', ['missing', 'partial', 'missing'], 'partial'],
    ['nothing when there is nothing', ['missing', 'missing', 'missing'], 'missing'],
  ])('come to %s', async (_, statuses, expected) => {
    const judge = judgeBy((request, count) => {
      const status = statuses[count - 1]
      const quote = (request as AttributionRequest).contexts[0]?.slice(-20) ?? ''
      const evidence = status === 'missing' ? [] : [{ context: 1, quote }]
      return {
        verdicts: [
          { claim: 1, status, evidence, gap: status === 'supported' ? '' : `${status} in ${count}` },
        ],
      }
    })
    const { claims } = await measureContextRecall({
      groundTruth: ['Nothing about it is in B1.'],
      contexts: far,
      model: judge,
      ...live,
      ...small,
    })
    expect(claims[0]).toMatchObject({ status: expected, attributed: expected === 'supported' })
    const place = statuses.indexOf(expected) + 1
    expect(claims[0]?.gap).toBe(expected === 'supported' ? undefined : `${expected} in ${place}`)
  })

  test('a look that finds less than the windows did changes nothing', async () => {
    const quotes = byQuotes({ 'Ulm is in Europe.': ['Ulm is in Germany', 'Germany is in Europe'] })
    const judge = judgeBy((request, count) =>
      count < 4 ? quotes(request) : { verdicts: [{ claim: 1, status: 'missing', evidence: [], gap: 'no' }] },
    )
    const groundTruth = ['Ulm is in Europe.']
    const { claims } = await measureContextRecall({
      groundTruth,
      contexts: far,
      model: judge,
      ...live,
      ...small,
    })
    expect(judge.requests).toHaveLength(4)
    expect(claims).toMatchObject([{ status: 'partial', evidence: [{ context: 2 }, { context: 0 }] }])
  })

  test('that changed while recording are told once, as merged', async () => {
    const recordings = temporaryDirectory()
    const run = async (mode: 'auto' | 'record', quotes: Record<string, string[]>) =>
      measure({
        groundTruth: ['Ulm is large.', 'Ulm is in Europe.', 'Ulm is old.'],
        found: await contextsFrom(far),
        options: { recordings, model: judgeBy(byQuotes(quotes)), mode, ...small },
        runner: {},
      })
    const chain = { 'Ulm is in Europe.': ['Ulm is in Germany', 'Germany is in Europe'] }
    const first = await run('auto', { ...chain, 'Ulm is large.': ['Germany is in Europe', 'x'] })
    expect(first).toMatchObject({ changes: [], how: 'recorded' })
    const second = await run('record', { ...chain, 'Ulm is large.': ['Germany is in Europe'] })
    expect(second.changes).toEqual([{ claim: 'Ulm is large.', before: 'partial', after: 'supported' }])
    const third = await run('auto', {})
    expect(third).toMatchObject({ changes: [], how: 'replayed' })
    expect(third.result.claims).toEqual(second.result.claims)
  })
})

describe('the calls of a long assertion', () => {
  const groundTruth = ['Alpha holds.']
  const contexts = Array.from({ length: 8 }, (_, index) => filler(`the text ${index}`, 1800))

  test('are counted before the first', async () => {
    const recordings = temporaryDirectory()
    const judge = judgeBy(answerLiterally)
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => told.mockRestore())
    await measureContextRecall({ groundTruth, contexts, recordings, model: judge, ...small })
    expect(told.mock.calls.flat().join('')).toContain(
      'one assertion needs 8 calls, and may need second questions',
    )
    expect(judge.requests).toHaveLength(8)
  })

  test('stop with the first failure, and go on from there when run again', async () => {
    const recordings = temporaryDirectory()
    const failing = judgeBy((request, count) => {
      if (count === 6) throw new Error('out of order')
      return answerLiterally(request)
    })
    const first = measureContextRecall({ groundTruth, contexts, recordings, ...small, model: failing })
    await expect(first).rejects.toThrow(
      /out of order[^]*\n {2}kept {2}\d of 8 answers of this assertion are recorded/,
    )
    const kept = readdirSync(recordings).filter(name => name.endsWith('.jsonc')).length
    expect(kept).toBeGreaterThan(3)
    expect(failing.requests.length).toBeLessThan(10)
    const judge = judgeBy(answerLiterally)
    const { judge: report } = await measureContextRecall({
      groundTruth,
      contexts,
      recordings,
      ...small,
      model: judge,
    })
    expect(judge.requests).toHaveLength(8 - kept)
    expect(report).toMatchObject({ calls: 8 - kept, replayed: kept })
  })

  test('a missing one is named in replay by what it asks', async () => {
    const recordings = temporaryDirectory()
    const model = judgeBy(answerLiterally)
    const { judge } = await measureContextRecall({ groundTruth, contexts, recordings, model, ...small })
    rmSync(join(recordings, judge.recordings[2]?.split('/').at(-1) ?? ''))
    const replay = measureContextRecall({
      groundTruth,
      contexts,
      recordings,
      model,
      mode: 'replay',
      ...small,
    })
    await expect(replay).rejects.toThrow(
      /No recording for this judgement \(mode "replay"[^\n]*\n {2}question {3}3 of the 8 of this assertion: claim 1, context\[2\]\n {2}file/,
    )
    expect(model.requests).toHaveLength(8)
  })
})

test('a missing look is named in replay, and what a part of a context begins with', async () => {
  const recordings = temporaryDirectory()
  const context = `Ulm is in Germany. ${filler('A', 2900)} ${filler('B', 2900)} Germany is in Europe.`
  const model = judgeBy(byQuotes({ chain: ['Ulm is in Germany', 'Germany is in Europe'] }))
  const input = { groundTruth: ['chain'], contexts: [context], recordings, model, ...small }
  const { judge } = await measureContextRecall(input)
  const remove = (index: number): void =>
    rmSync(join(recordings, judge.recordings.at(index)?.split('/').at(-1) ?? ''))
  remove(-1)
  const replay = { ...input, mode: 'replay' as const }
  await expect(measureContextRecall(replay)).rejects.toThrow(
    '  question   one more look at claim 1, over what several windows quoted\n',
  )
  remove(1)
  await expect(measureContextRecall(replay)).rejects.toThrow(
    /question {3}2 of the \d of this assertion: claim 1, context\[0\] from character \d{4}\n/,
  )
})

test('a secret in the last window is refused before the first is asked', async () => {
  const judge = judgeBy(answerLiterally)
  const contexts = [filler('A', 1900), filler('B', 1900), `${filler('C', 1900)} sk-proj-${'a1B2'.repeat(10)}`]
  const refused = measureContextRecall({
    groundTruth: ['Alpha holds.'],
    contexts,
    recordings: temporaryDirectory(),
    model: judge,
    ...small,
  })
  await expect(refused).rejects.toThrow('context[2]')
  expect(judge.requests).toEqual([])
})

test('a test that times out in the middle keeps what was answered, and the next run asks for the rest', async () => {
  const recordings = temporaryDirectory()
  const contexts = Array.from({ length: 12 }, (_, index) => filler(`the text ${index}`, 1900))
  const controller = new AbortController()
  const slow = judgeBy((request, count) => {
    if (count === 7) controller.abort()
    return answerLiterally(request)
  })
  const measured = measure({
    groundTruth: ['Alpha holds.'],
    found: await contextsFrom(contexts),
    options: { recordings, model: slow, ...small },
    runner: { signal: controller.signal },
  })
  await expect(measured).rejects.toThrow(/the test was over[^]*kept {2}\d of 12 answers/)
  const kept = (): number => readdirSync(recordings).filter(name => name.endsWith('.jsonc')).length
  // what was under way is recorded, too
  await vi.waitFor(() => expect(kept()).toBe(slow.requests.length))
  expect(slow.requests.length).toBeLessThan(12)
  const judge = judgeBy(answerLiterally)
  const before = kept()
  await measureContextRecall({ groundTruth: ['Alpha holds.'], contexts, recordings, model: judge, ...small })
  expect(judge.requests).toHaveLength(12 - before)
})

test('a ground truth too long for one question is refused before anything is asked', async () => {
  const judge = judgeBy(answerLiterally)
  const groundTruth = 'Alpha holds. '.repeat(1000)
  const refused = measureContextRecall({
    groundTruth,
    contexts: ['Alpha holds.'],
    model: judge,
    ...live,
    ...small,
  })
  await expect(refused).rejects.toThrow(
    /The ground truth counts as 65\d\d tokens, more than the \d+ that one question/,
  )
  expect(judge.requests).toEqual([])
})

test('instructions that leave no room are refused with the figure that would do', async () => {
  const prompts = { attribution: 'Be careful. '.repeat(300) }
  const measured = measureContextRecall({
    groundTruth: ['A.'],
    contexts: ['A.'],
    model: judgeBy(answerLiterally),
    prompts,
    ...small,
  })
  await expect(measured).rejects.toThrow(/maxInputTokens is 2500, [^]*raise maxInputTokens to \d+ at least/)
})

test('windows go with redaction, with recordings without texts, and with a comparison', async () => {
  const recordings = temporaryDirectory()
  const contexts = [`${filler('A', 1900)} Alpha holds for Bob.`, `${filler('B', 1900)} Beta holds.`]
  const judge = judgeBy(answerLiterally)
  const shared = { recordings, model: judge, store: 'digest' as const, ...small }
  const redact = (text: string): string => text.replaceAll('Bob', '[name]')
  const input = { groundTruth: ['Alpha holds for [name].', 'Beta holds.'], contexts, redact, ...shared }
  const result = await measureContextRecall(input)
  expect(result).toMatchObject({ recall: 1, judge: { calls: 2 } })
  expect(JSON.stringify(judge.requests)).not.toContain('Bob')
  expect(await measureContextRecall({ ...input, mode: 'replay' })).toMatchObject({
    recall: 1,
    judge: { replayed: 2 },
  })
  const compared = await compareContextRecall({
    dataset: [{ question: 'Which hold?', groundTruth: ['Beta holds.'] }],
    strategies: { all: () => contexts, first: () => contexts.slice(0, 1) },
    ...shared,
  })
  expect(compared.strategies).toMatchObject({ all: { mean: 1, wins: 1 }, first: { mean: 0 } })
})
