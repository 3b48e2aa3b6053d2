import { expect, it } from 'vitest'
import { assertionMeta } from '../../src/matchers/assertion-meta.ts'
import type { AssertionOutcome } from '../../src/matchers/to-have-context-recall.ts'
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
