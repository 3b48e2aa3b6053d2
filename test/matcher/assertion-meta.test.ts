import { expect, it } from 'vitest'
import {
  DamagedRecordingError,
  JudgeError,
  MissingRecordingError,
  StoreError,
  UsageError,
} from '../../src/errors.ts'
import { assertionMeta, unmeasuredMeta } from '../../src/matcher/assertion-meta.ts'
import type { AssertionOutcome } from '../../src/matcher/to-have-context-recall.ts'
import type { NotMeasured } from '../../src/matcher/assertion.ts'
import type { RecordedAnswers } from '../../src/recordings/recorded-judge.ts'

const usage = { inputTokens: 100, outputTokens: 10 }
const recorded: RecordedAnswers = {
  answers: [],
  how: 'recorded',
  edited: false,
  olderPrompt: false,
  usage,
  calls: 1,
}
const replayed: RecordedAnswers = { ...recorded, how: 'replayed', calls: 0 }

function outcomeOf(answers: RecordedAnswers[]): AssertionOutcome {
  const result: AssertionOutcome['result'] = {
    score: 0.5,
    reason: 'One of two.',
    recall: 0.5,
    attributed: 1,
    total: 2,
    uncovered: ['Three\u001b[31m\nstands.'],
    claims: [
      {
        text: 'One\u001b[31m\nholds.',
        attributed: true,
        status: 'supported',
        evidence: [{ context: 0, quote: 'One\u001b[31m\nholds', start: 0, end: 14 }],
        rejected: [],
      },
      {
        text: 'Two.',
        attributed: false,
        status: 'unverified',
        evidence: [],
        rejected: ['\u202eTwo\u2028'],
        gap: 'not\u0007 there\r\n',
      },
    ],
    judge: { model: 'local/judge', calls: 1, replayed: 1, usage, recordings: [] },
  }
  const changes = [{ claim: 'One\nholds.', before: 'missing', after: 'supported' } as const]
  const found = { contexts: [] } as unknown as AssertionOutcome['measurement']['found']
  return {
    min: 0.9,
    isNot: false,
    pass: false,
    result,
    measurement: { result, how: '', answers, changes, found, texts: [] },
  }
}

it('counts what was recorded, corrected by a person, and answered by an earlier prompt', () => {
  const answers = [recorded, { ...replayed, edited: true }, { ...replayed, edited: true, olderPrompt: true }]
  expect(assertionMeta(outcomeOf(answers), 2)).toMatchObject({
    recorded: 1,
    edited: 2,
    olderPrompts: 1,
    recall: 0.5,
    min: 0.9,
    pass: false,
    retry: 2,
  })
})

it('holds single printable lines only, and survives cloning and JSON', () => {
  const meta = assertionMeta(outcomeOf([recorded]), 0)
  expect(meta.claims).toEqual([
    {
      text: 'One[31m holds.',
      attributed: true,
      status: 'supported',
      evidence: [{ context: 0, quote: 'One[31m holds', start: 0, end: 14 }],
      rejected: [],
    },
    {
      text: 'Two.',
      attributed: false,
      status: 'unverified',
      evidence: [],
      rejected: ['Two'],
      gap: 'not there',
    },
  ])
  expect(meta.uncovered).toEqual(['Three[31m stands.'])
  expect(meta.changes).toEqual([{ claim: 'One holds.', before: 'missing', after: 'supported' }])
  expect(structuredClone(meta)).toEqual(meta)
  expect(JSON.parse(JSON.stringify(meta))).toEqual(meta)
})

const missing = new MissingRecordingError('None.\u001b[31m\n  file x', {
  kind: 'claims',
  model: 'a',
  file: 'b',
  difference: 'model differs',
  rerun: 'npx vitest run a.test.ts',
  questions: [{ file: 'b', inputTokens: 5 }],
})
it.each<[unknown, NotMeasured]>([
  [missing, 'missing-recording'],
  [new DamagedRecordingError('x', { file: 'b', fault: 'empty' }), 'damaged-recording'],
  [new JudgeError('x', { model: 'a', kind: 'http' }), 'judge-failed'],
  [new JudgeError('x', { model: 'a', kind: 'max-calls' }), 'max-calls'],
  [new JudgeError('x', { model: 'a', kind: 'aborted' }), 'aborted'],
  [new StoreError('x', { path: 'b' }), 'error'],
  [new UsageError('x'), 'error'],
  [new TypeError('x'), 'error'],
  ['x', 'error'],
])('tells why an assertion was not measured: %s', (error, notMeasured) => {
  expect(unmeasuredMeta(error, true, 1)).toMatchObject({ notMeasured, isNot: true, retry: 1 })
})

it('holds the first line of the error, and of a missing recording why, how and what it takes', () => {
  const meta = unmeasuredMeta(missing, false, 0)
  expect(meta).toEqual({
    notMeasured: 'missing-recording',
    error: 'None.[31m',
    isNot: false,
    retry: 0,
    missing: {
      file: 'b',
      difference: 'model differs',
      rerun: 'npx vitest run a.test.ts',
      questions: [{ file: 'b', inputTokens: 5 }],
    },
  })
  expect(structuredClone(meta)).toEqual(meta)
  expect(JSON.parse(JSON.stringify(meta))).toEqual(meta)
})
