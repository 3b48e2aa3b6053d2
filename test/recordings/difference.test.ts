import { describe, expect, it } from 'vitest'
import { differenceBetween, firstDifference } from '../../src/recordings/difference.ts'
import { keyRequest } from '../../src/recordings/key.ts'
import { makeRecording } from '../../src/recordings/recording-making.ts'
import type { RecallRequest } from '../../src/protocol.ts'
import {
  attributionAnswer,
  attributionRecording,
  attributionRequest,
  claimsRecording,
  claimsRequest,
  judgeParts,
  keyedAttribution,
} from './sample.ts'

const [claim1 = '', claim2 = ''] = attributionRequest.claims
const [context1 = '', context2 = ''] = attributionRequest.contexts

function linesFor(
  request: Partial<RecallRequest>,
  judge: Partial<typeof judgeParts> = {},
  positions?: number[][],
) {
  const isClaims = 'groundTruth' in request || 'question' in request
  const whole = { ...(isClaims ? claimsRequest : attributionRequest), ...request } as RecallRequest
  const asked = { request: whole, judge: { ...judgeParts, ...judge }, positions }
  return differenceBetween(isClaims ? claimsRecording : attributionRecording, asked)?.lines
}

describe('differenceBetween', () => {
  it.each<[string, string[] | undefined, string[]]>([
    ['nothing', linesFor({}), []],
    [
      'the model',
      linesFor({}, { model: 'openai/gpt-5' }),
      ['model differs: "openai/gpt-5.6-sol" → "openai/gpt-5"'],
    ],
    [
      'the prompt',
      linesFor({}, { promptDigest: 'f'.repeat(64) }),
      ["prompt differs: a prompts.attribution of yours, or another release's default → another such"],
    ],
    [
      'a setting',
      linesFor({}, { settings: { temperature: 0 } }),
      ['settings.temperature differs: not set → 0'],
    ],
    [
      'a setting deep down',
      linesFor({}, { settings: { providerOptions: { openai: { effort: 'low' } } } }),
      ['settings.providerOptions differs: not set → {"openai":{"effort":"low"}}'],
    ],
    [
      'a context',
      linesFor({ contexts: [context1.replace('Ulm', 'Munich'), context2] }),
      ['context[0] differs from character 45: "in Ulm" → "in Munich"'],
    ],
    [
      "a context at the caller's position",
      linesFor({ contexts: [context1.replace('Ulm', 'Munich'), context2] }, {}, [[7, 9], [1]]),
      ['context[7] differs from character 45: "in Ulm" → "in Munich"'],
    ],
    [
      'white space only',
      linesFor({ contexts: [context1.replace('in Ulm', 'in  Ulm'), context2] }),
      ['context[0] differs from character 45: "in Ulm" → "in  Ulm"'],
    ],
    [
      'contexts added and removed',
      linesFor({ contexts: [context1, 'Nobel Prize, 1921, for the photoelectric effect'] }),
      [
        'context[1] was added: "Nobel Prize, 1921, for the photoelectric effect"',
        'a context was removed: "He published the theory of special relativity in 1905."',
      ],
    ],
    [
      'a claim',
      linesFor({ claims: [claim1, 'Einstein invented relativity.'] }),
      ['claim 2 differs from character 9: "Einstein developed" → "Einstein invented"'],
    ],
    ['a claim added', linesFor({ claims: [claim1, claim2, 'He won.'] }), ['claim 3 was added: "He won."']],
    ['a claim removed', linesFor({ claims: [claim1] }), [`a claim was removed: "${claim2}"`]],
    ['the order of claims', linesFor({ claims: [claim2, claim1] }), ['claims are the same in another order']],
    [
      'the ground truth',
      linesFor({ groundTruth: claimsRequest.groundTruth.replace('1879', '1880') }),
      ['ground truth differs from character 23: "in 1879" → "in 1880"'],
    ],
    ['the question added', linesFor({ question: 'Who?' }), ['question was added: "Who?"']],
    [
      'many things',
      linesFor({ claims: [claim1], contexts: [context1] }, { model: 'a/b', settings: { seed: 1 } }),
      [
        'model differs: "openai/gpt-5.6-sol" → "a/b"',
        'settings.seed differs: not set → 1',
        `a claim was removed: "${claim2}"`,
        `a context was removed: "${context2}"`,
      ],
    ],
  ])('names %s', (_, lines, expected) => {
    expect(lines).toEqual(expected)
  })

  it('names a question that was removed or changed', () => {
    const keyed = keyRequest({ ...claimsRequest, question: 'Who was Einstein?' }, judgeParts)
    const recording = makeRecording(keyed, { answers: [{ claims: [] }] })
    const lines = (question?: string) =>
      differenceBetween(recording, {
        request: { ...claimsRequest, ...(question !== undefined && { question }) },
        judge: judgeParts,
      })?.lines
    expect(lines()).toEqual(['question was removed: "Who was Einstein?"'])
    expect(lines('Who is Einstein?')).toEqual(['question differs from character 4: "Who was" → "Who is"'])
  })

  it('compares contexts whose texts are not recorded', () => {
    const recording = makeRecording(keyedAttribution, { answers: [attributionAnswer], texts: 'digest' })
    const request = { ...attributionRequest, contexts: [context1, 'Other.'] }
    expect(differenceBetween(recording, { request, judge: judgeParts })?.lines).toEqual([
      'context[1] was added or edited: "Other."',
      "1 recorded context is not among these; what changed is not known, because the option store: 'digest' kept no texts",
    ])
  })

  it('takes the same claims about as many contexts for near where texts are not recorded, and nothing else', () => {
    const recording = makeRecording(keyedAttribution, { answers: [attributionAnswer], texts: 'digest' })
    const differ = (request: RecallRequest) => differenceBetween(recording, { request, judge: judgeParts })
    const contexts = ['One.', 'Other.']
    expect(differ({ ...attributionRequest, contexts })?.lines).toHaveLength(3)
    expect(differ({ ...attributionRequest, contexts: ['One.'] })).toBeUndefined()
    const [claim = ''] = attributionRequest.claims
    expect(differ({ ...attributionRequest, contexts, claims: [claim] })).toBeUndefined()
  })

  it.each<[string, RecallRequest]>([
    ['other claims', { ...attributionRequest, claims: ['Water boils at 100 degrees.'] }],
    ['other contexts', { ...attributionRequest, contexts: ['Water boils at 100 degrees.'] }],
    ['another kind', claimsRequest],
  ])('does not compare %s', (_, request) => {
    expect(differenceBetween(attributionRecording, { request, judge: judgeParts })).toBeUndefined()
  })

  it('finds a recording with fewer differences nearer', () => {
    const distance = (contexts: string[]) =>
      differenceBetween(attributionRecording, {
        request: { ...attributionRequest, contexts },
        judge: judgeParts,
      })?.distance ?? Number.NaN
    const small = distance([context1.replace('Ulm', 'Munich'), context2])
    expect(distance([context1, context2])).toBe(0)
    expect(small).toBeGreaterThan(0)
    expect(small).toBeLessThan(distance([context1]))
  })
})

describe('firstDifference', () => {
  it.each([
    ['born in Ulm, Germany', 'born in Munich, Germany', 8, 'in Ulm', 'in Munich'],
    ['year 1879', 'year 1880', 7, 'year 1879', 'year 1880'],
    ['a b c', 'a c', 2, 'a b c', 'a c'],
    ['Ulm', 'Bonn', 0, 'Ulm', 'Bonn'],
    ['wave 👋 now', 'wave 👍 now', 5, 'wave 👋', 'wave 👍'],
  ])('between %j and %j', (recorded, asked, from, before, after) => {
    expect(firstDifference(recorded, asked)).toEqual({ from, before, after })
  })
})
