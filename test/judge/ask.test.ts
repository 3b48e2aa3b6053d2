import { describe, expect, it } from 'vitest'
import { JudgeError, MissingRecordingError } from '../../src/errors.ts'
import { type Ask, createAsk } from '../../src/judge/ask.ts'
import type { Judge } from '../../src/judge/judge.ts'
import { createLimiter, type Limiter } from '../../src/judge/limiter.ts'
import { processWide } from '../../src/judge/process-wide.ts'
import { resolvePrompt } from '../../src/judge/prompts/prompt.ts'
import { settleVerdicts } from '../../src/verdicts/verdicts.ts'
import type {
  AnsweredVerdict,
  AttributionAnswer,
  AttributionRequest,
  RecallRequest,
} from '../../src/protocol.ts'
import { fakeJudge, type ScriptedAnswer } from '../fixtures/fake-judge.ts'
import { attributionAnswer, attributionRequest, claimsAnswer, claimsRequest } from '../fixtures/questions.ts'

const prompts = { claims: resolvePrompt('claims', 'Be brief.'), attribution: resolvePrompt('attribution') }

function askOf(judge: Judge, limiter: Limiter = createLimiter()): Ask {
  return createAsk({ judge: async () => judge, prompts, settings: { temperature: 0 }, limiter })
}

const request: AttributionRequest = {
  kind: 'attribution',
  claims: ['Ulm is a city.', 'Ulm is old.', 'Ulm is large.'],
  contexts: ['Ulm is a city.', 'Ulm is old: since 854.'],
}

function verdict(claim: number, quote?: string): AnsweredVerdict {
  return quote === undefined
    ? { claim, status: 'missing', evidence: [], gap: 'Nothing.' }
    : { claim, status: 'supported', evidence: [{ context: 1, quote }], gap: '' }
}

const city = verdict(1, 'Ulm is a city')
const old = verdict(2, 'is old: since 854')
const large = verdict(3)

async function failureOf(attempt: Promise<unknown>): Promise<JudgeError> {
  const error = await attempt.then(
    result => new Error(`It gave ${JSON.stringify(result)}.`),
    (thrown: unknown) => thrown,
  )
  if (!JudgeError.isInstance(error)) throw error
  return error
}

describe('asking', () => {
  it('hands the judge the request, rendered and in parts', async () => {
    const judge = fakeJudge([claimsAnswer])
    const { signal } = new AbortController()
    await askOf(judge)({ ...claimsRequest, question: 'When was he born?' } as typeof claimsRequest, signal)
    const { instructions, schema } = prompts.claims
    expect(judge.requests).toEqual([
      {
        kind: 'claims',
        groundTruth: 'Albert Einstein was born in 1879.',
        question: 'When was he born?',
        instructions,
        schema,
        prompt: expect.stringContaining('When was he born?'),
        settings: { temperature: 0 },
        signal,
      },
    ])
    expect(judge.requests[0]?.signal).toBe(signal)
  })

  it('gives the answer without what is not its wire format', async () => {
    const usage = { inputTokens: 10, outputTokens: 5 }
    const judge = fakeJudge([{ ...claimsAnswer, usage, answeredBy: 'model-1' }])
    await expect(askOf(judge)(claimsRequest)).resolves.toEqual({
      answers: [claimsAnswer],
      answeredBy: 'model-1',
      usage,
      calls: 1,
    })
  })

  it('needs no usage and no model of a judge of the user', async () => {
    await expect(askOf(fakeJudge([attributionAnswer]))(attributionRequest)).resolves.toEqual({
      answers: [attributionAnswer],
      usage: { inputTokens: 0, outputTokens: 0 },
      calls: 1,
    })
  })

  it('drops nothing and asks nothing when a judge answers more claims than it was asked', async () => {
    const verdicts = [city, old, large, verdict(4), verdict(0)]
    const judge = fakeJudge([{ verdicts }])
    await expect(askOf(judge)(request)).resolves.toMatchObject({ answers: [{ verdicts }], calls: 1 })
  })
})

describe('an answer that fails its schema', () => {
  const usage = { inputTokens: 10, outputTokens: 5 }

  it.each<[string, ScriptedAnswer]>([
    ['of another shape', { facts: [], usage }],
    ['with nothing but blank claims', { claims: ['', ' - '], usage }],
    ['that cannot be read', new JudgeError('x', { model: 'a', kind: 'invalid-answer', body: 'Sure!' })],
    ['that is no object', () => 'claims'],
    ['that is nothing', () => undefined],
  ])('%s is asked for again', async (_, invalid) => {
    const judge = fakeJudge([invalid, { ...claimsAnswer, usage }])
    const asked = await askOf(judge)(claimsRequest)
    expect(asked).toMatchObject({ answers: [claimsAnswer], calls: 2 })
    expect(asked.usage.inputTokens).toBe('usage' in Object(invalid) ? 20 : 10)
    expect(judge.requests[1]).toEqual(judge.requests[0])
  })

  it.each<[string, ScriptedAnswer, string, string]>([
    ['of another shape', { claims: [3] }, 'claims[0]: ', '{"claims":[3]}'],
    ['with nothing but blank claims', { claims: [''] }, 'no claim in it says anything', '{"claims":[""]}'],
    [
      'with usage and model beside it',
      { claims: 'none', usage: { inputTokens: 7, outputTokens: 3 }, answeredBy: 'model-2026' },
      'claims',
      '{"claims":"none"}',
    ],
    [
      'that cannot be read',
      new JudgeError('x', { model: 'a', kind: 'invalid-answer', body: 'Sure!' }),
      'it is no JSON object',
      'Sure!',
    ],
  ])('%s twice is an error, not a third question', async (_, invalid, problem, body) => {
    const judge = fakeJudge([invalid, invalid, claimsAnswer])
    const error = await failureOf(askOf(judge)(claimsRequest))
    expect(error).toMatchObject({ kind: 'invalid-answer', model: 'fake/judge', body })
    expect(error.message).toContain(problem)
    expect(error.message).toContain('asked twice for claims')
    expect(judge.requests).toHaveLength(2)
  })
})

describe('a claim in doubt', () => {
  it('is asked about once more, alone, renumbered, with the reason', async () => {
    const judge = fakeJudge([
      { verdicts: [city, verdict(3, 'a large city'), large], usage: { inputTokens: 7, outputTokens: 3 } },
      { verdicts: [verdict(1, 'is old: since 854'), verdict(2)], usage: { inputTokens: 5, outputTokens: 2 } },
    ])
    const asked = await askOf(judge)(request)
    expect(judge.requests[1]).toMatchObject({
      kind: 'attribution',
      claims: ['Ulm is old.', 'Ulm is large.'],
      contexts: request.contexts,
      doubts: [
        { claim: 1, reason: 'unanswered', quotes: [] },
        { claim: 2, reason: 'answered-twice', quotes: [] },
      ],
    })
    expect(judge.requests[1]?.prompt).toContain('claim 1 is asked again: your answer left this claim out')
    expect(judge.requests[1]?.prompt).toContain(
      'claim 2 is asked again: you answered this claim more than once',
    )
    expect(judge.requests[0]).not.toHaveProperty('doubts')
    expect(asked.answers[1]).toEqual({ verdicts: [verdict(2, 'is old: since 854'), verdict(3)] })
    expect(asked).toMatchObject({ calls: 2, usage: { inputTokens: 12, outputTokens: 5 } })
  })

  it.each([
    ['that cannot be found', verdict(2, 'since 1900'), { reason: 'quote-not-found', quotes: ['since 1900'] }],
    ['that is missing', { ...old, evidence: [] }, { reason: 'no-evidence', quotes: [] }],
  ])('for a quote %s is not an error when the second answer is no better', async (_, doubtful, doubt) => {
    const judge = fakeJudge([
      { verdicts: [city, doubtful, large] },
      { verdicts: [{ ...doubtful, claim: 1 }] },
    ])
    const asked = await askOf(judge)(request)
    expect(asked.answers).toHaveLength(2)
    expect(judge.requests[1]?.doubts).toEqual([{ claim: 1, ...doubt }])
  })

  it.each<[string, AnsweredVerdict[]]>([
    ['leaves it out', []],
    ['answers another claim', [verdict(2)]],
    ['answers it twice', [verdict(1), verdict(1, 'is old: since 854')]],
  ])('is an error when the second answer %s too', async (_, verdicts) => {
    const judge = fakeJudge([{ verdicts: [city, large] }, { verdicts }, { verdicts: [old] }])
    const error = await failureOf(askOf(judge)(request))
    expect(error).toMatchObject({ kind: 'unanswered', model: 'fake/judge' })
    expect(error.message).toContain('claim 2  Ulm is old.')
    expect(error.message).toContain('1 of 3 claims')
    expect(judge.requests).toHaveLength(2)
  })

  it('may have a second answer that fails its schema once', async () => {
    const judge = fakeJudge([
      { verdicts: [city, large] },
      {},
      { verdicts: [verdict(1, 'is old: since 854')] },
    ])
    await expect(askOf(judge)(request)).resolves.toMatchObject({ calls: 3 })
  })
})

describe('a quote that leaves words out', () => {
  const doubting: AttributionRequest = {
    kind: 'attribution',
    claims: ['Ulm is a city.', 'Ulm was founded in 854.'],
    contexts: ['Ulm is a city. It was first named, as is known, in 854.'],
  }
  const founded = (quote: string, claim = 2): AnsweredVerdict => verdict(claim, quote)

  it('is asked about once more', async () => {
    const quote = 'It was first named … in 854'
    const judge = fakeJudge([
      { verdicts: [city, founded(quote)] },
      { verdicts: [founded('named, as is known, in 854', 1)] },
    ])
    const asked = await askOf(judge)(doubting)
    expect(judge.requests[1]).toMatchObject({
      claims: ['Ulm was founded in 854.'],
      doubts: [{ claim: 1, reason: 'left-out', quotes: [quote] }],
    })
    expect(asked.answers).toEqual([
      { verdicts: [city, founded(quote)] },
      { verdicts: [founded('named, as is known, in 854')] },
    ])
  })

  it.each<[string, AnsweredVerdict[]]>([
    ['leaves it out', []],
    ['answers it twice', [verdict(1), verdict(1)]],
    ['is as doubtful', [founded('It was first named … in 854', 1)]],
    ['has no quote that is found', [founded('founded in 854', 1)]],
  ])('is no error when the second answer %s', async (_, verdicts) => {
    const judge = fakeJudge([{ verdicts: [city, founded('It was first named … in 854')] }, { verdicts }])
    const { answers, calls } = await askOf(judge)(doubting)
    const settled = settleVerdicts(answers as AttributionAnswer[], doubting.claims, doubting.contexts)
    expect(settled.map(({ status }) => status)).toEqual(['supported', 'supported'])
    expect(calls).toBe(2)
  })

  it('is asked about together with what could not be used', async () => {
    const judge = fakeJudge([{ verdicts: [founded('first … in 854')] }, { verdicts: [city] }])
    await askOf(judge)(doubting)
    expect(judge.requests[1]?.doubts?.map(({ reason }) => reason)).toEqual(['unanswered', 'left-out'])
  })
})

describe('claims with numbers that neither the ground truth nor the question has', () => {
  const wrong = { claims: ['Albert Einstein was born in 1880.', 'He was 76.'] }
  const question = 'Who died at 76?'

  it('are asked for once more, as a whole, saying which claim and number', async () => {
    const judge = fakeJudge([
      { ...wrong, usage: { inputTokens: 7, outputTokens: 3 } },
      { ...claimsAnswer, usage: { inputTokens: 5, outputTokens: 2 } },
    ])
    const asked = await askOf(judge)({ ...claimsRequest, question } as typeof claimsRequest)
    expect(asked).toMatchObject({
      answers: [wrong, claimsAnswer],
      calls: 2,
      usage: { inputTokens: 12, outputTokens: 5 },
    })
    const addedNumbers = [{ claim: 'Albert Einstein was born in 1880.', numbers: ['1880'] }]
    expect(judge.requests[0]).not.toHaveProperty('addedNumbers')
    expect(judge.requests[1]).toMatchObject({ kind: 'claims', question, addedNumbers })
    expect(judge.requests[1]?.prompt).toMatch(/your claim\nAlbert Einstein was born in 1880\.\n.*\n1880\n/)
  })

  it('are asked for no third time', async () => {
    const judge = fakeJudge([wrong, wrong])
    await expect(askOf(judge)(claimsRequest)).resolves.toMatchObject({ answers: [wrong, wrong], calls: 2 })
  })
})

describe('claims that leave sentences of the ground truth out', () => {
  const request = {
    kind: 'claims',
    groundTruth:
      'Einstein was born in 1879. Do you know him? He developed relativity. He received the Nobel Prize.',
  } as const
  const lossy = { claims: ['Einstein was born in 1879.'] }
  const whole = {
    claims: [
      'Einstein was born in 1879.',
      'Einstein developed relativity.',
      'Einstein received the Nobel Prize.',
    ],
  }
  const lostSentences = ['He developed relativity.', 'He received the Nobel Prize.']

  it('are asked for once more, as a whole, naming the sentences', async () => {
    const judge = fakeJudge([lossy, whole])
    await expect(askOf(judge)(request)).resolves.toMatchObject({ answers: [lossy, whole], calls: 2 })
    expect(judge.requests[1]).toMatchObject({ kind: 'claims', lostSentences })
    expect(judge.requests[1]).not.toHaveProperty('addedNumbers')
    expect(judge.requests[1]?.prompt).toMatch(
      /left out\nHe developed relativity\.\n.*left out\nHe received the Nobel Prize\.\n/,
    )
  })

  it('are asked for in one question with the numbers that are too many', async () => {
    const judge = fakeJudge([{ claims: ['Einstein was born in 1880.'] }, whole])
    await askOf(judge)(request)
    expect(judge.requests[1]).toMatchObject({
      addedNumbers: [{ claim: 'Einstein was born in 1880.', numbers: ['1880'] }],
      lostSentences,
    })
  })

  it.each([
    ['are asked for no third time', lossy, 2],
    ['are whole without a question', whole, 1],
    ['may be none, which is an answer', { claims: [] }, 1],
  ])('%s', async (_, answer, calls) => {
    await expect(askOf(fakeJudge([answer, answer]))(request)).resolves.toMatchObject({ calls })
  })
})

describe('a judge that fails', () => {
  it('fails with what it said, and without its secrets', async () => {
    const failure = Object.assign(new Error('Bad key sk-abcdefghijklmnop'), { headers: { a: 'b' } })
    const error = await failureOf(askOf(fakeJudge([failure]))(claimsRequest))
    expect(error).toMatchObject({ kind: 'failed', model: 'fake/judge' })
    expect(error.message).toContain('it said  Bad key [redacted]')
    expect(error.cause).toBeInstanceOf(Error)
    expect(error.cause).not.toHaveProperty('headers')
  })

  it('may fail with an error of this package', async () => {
    const failure = new JudgeError('x', { model: 'a', kind: 'http', status: 401 })
    await expect(askOf(fakeJudge([failure]))(claimsRequest)).rejects.toBe(failure)
    const missing = new MissingRecordingError('x', {
      kind: 'claims',
      model: 'a',
      file: 'b',
      difference: 'c',
      questions: [],
    })
    await expect(askOf(fakeJudge([missing]))(claimsRequest)).rejects.toBe(missing)
  })

  it('fails as it was resolved when it could not be', async () => {
    const failure = new JudgeError('x', { model: 'a', kind: 'no-key' })
    const limiter = createLimiter()
    delete processWide().calls
    const ask = createAsk({ judge: () => Promise.reject(failure), prompts, settings: {}, limiter })
    await expect(ask(claimsRequest)).rejects.toBe(failure)
    expect(processWide().calls).toBeUndefined()
  })
})

describe('when the test is over', () => {
  const endingTest = (): { signal: AbortSignal; endAfter: (answer: object) => () => object } => {
    const controller = new AbortController()
    return {
      signal: controller.signal,
      endAfter: answer => () => {
        controller.abort()
        return answer
      },
    }
  }

  it('asks nothing any more', async () => {
    const judge = fakeJudge([claimsAnswer])
    const error = await failureOf(askOf(judge)(claimsRequest, AbortSignal.abort()))
    expect(error.kind).toBe('aborted')
    expect(judge.requests).toHaveLength(0)
  })

  it.each<[string, RecallRequest, object]>([
    ['verdicts', request, { verdicts: [city, verdict(2, 'Ulm … since'), large] }],
    ['claims', claimsRequest, { claims: ['He was born in 1880.'] }],
  ])('does without a second question about %s that can stand', async (_, asked, answer) => {
    const { signal, endAfter } = endingTest()
    const judge = fakeJudge([endAfter(answer), answer])
    await expect(askOf(judge)(asked, signal)).resolves.toMatchObject({ answers: [answer], calls: 1 })
    await expect(askOf(fakeJudge([answer, answer]))(asked)).resolves.toMatchObject({ calls: 2 })
  })

  it('gives the answer of the call in flight', async () => {
    const { signal, endAfter } = endingTest()
    const judge = fakeJudge([endAfter({ verdicts: [city, old, large] })])
    await expect(askOf(judge)(request, signal)).resolves.toMatchObject({ calls: 1 })
  })

  it.each([
    ['a second question', { verdicts: [city, large] }],
    ['another try', { verdicts: 'none' }],
  ])('gives no answer that would have needed %s', async (_, answer) => {
    const { signal, endAfter } = endingTest()
    const judge = fakeJudge([endAfter(answer), { verdicts: [verdict(1)] }])
    const error = await failureOf(askOf(judge)(request, signal))
    expect(error.kind).toBe('aborted')
    expect(judge.requests).toHaveLength(1)
  })
})

it('counts every question against maxCalls', async () => {
  const { run } = createLimiter()
  const limiter: Limiter = { run: (call, caller) => run(call, caller, { maxCalls: 2 }) }
  delete processWide().calls
  const judge = fakeJudge([{}, { verdicts: [city, large] }, { verdicts: [verdict(1)] }])
  const error = await failureOf(askOf(judge, limiter)(request))
  expect(error.kind).toBe('max-calls')
  expect(judge.requests).toHaveLength(2)
})
