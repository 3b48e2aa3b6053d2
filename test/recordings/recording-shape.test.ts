import { describe, expect, it } from 'vitest'
import { answerFaultOf, shapeFaultOf } from '../../src/recordings/recording-shape.ts'
import { attributionAnswer, attributionRecording, claimsRecording } from './sample.ts'

const verdict = attributionAnswer.verdicts[0]

describe('shapeFaultOf', () => {
  it('finds none in a recording', () => {
    expect(shapeFaultOf({ ...claimsRecording })).toBeUndefined()
    expect(shapeFaultOf({ ...attributionRecording, edited: true })).toBeUndefined()
  })

  it.each<[string, object]>([
    ['seal', { seal: 'short' }],
    ['key', { key: 1 }],
    ['kind', { kind: 'other' }],
    ['model', { model: null }],
    ['prompt', { prompt: undefined }],
    ['settings', { settings: [] }],
    ['answeredBy', { answeredBy: {} }],
    ['edited', { edited: false }],
    ['request', { request: [] }],
    ['request.claims', { request: { claims: 'x', contexts: [] } }],
    ['request.contexts', { request: { claims: [] } }],
    ['request.contexts', { request: { claims: [], contexts: [], contextDigests: [] } }],
    ['request.contextDigests', { request: { claims: [], contextDigests: [1] } }],
    ['request.contextLengths', { request: { claims: [], contextDigests: [] } }],
    ['request.contextLengths', { request: { claims: [], contextDigests: ['a'], contextLengths: [1.5] } }],
    ['request.contextLengths', { request: { claims: [], contextDigests: ['a'], contextLengths: [1, 2] } }],
    ['answers', { answers: {} }],
    ['answers', { answers: [attributionAnswer, attributionAnswer, attributionAnswer] }],
    ['answers[1]', { answers: [attributionAnswer, null] }],
  ])('names %s in an attribution', (path, members) => {
    expect(shapeFaultOf({ ...attributionRecording, ...members })).toBe(path)
  })

  it.each<[string, object]>([
    ['request.groundTruth', { request: {} }],
    ['request.question', { request: { groundTruth: 'x', question: 1 } }],
    ['answers[0].claims', { answers: [{ claims: [1] }] }],
  ])('names %s in claims', (path, members) => {
    expect(shapeFaultOf({ ...claimsRecording, ...members })).toBe(path)
  })
})

describe('answerFaultOf', () => {
  it.each<[string, unknown]>([
    ['.verdicts', {}],
    ['.verdicts[0]', { verdicts: [null] }],
    ['.verdicts[0].claim', { verdicts: [{ ...verdict, claim: '1' }] }],
    ['.verdicts[1].status', { verdicts: [verdict, { ...verdict, status: 'unverified' }] }],
    ['.verdicts[0].gap', { verdicts: [{ ...verdict, gap: null }] }],
    ['.verdicts[0].evidence', { verdicts: [{ ...verdict, evidence: {} }] }],
    ['.verdicts[0].evidence[0]', { verdicts: [{ ...verdict, evidence: [{ context: 0.5, quote: '' }] }] }],
    ['.verdicts[0].evidence[0]', { verdicts: [{ ...verdict, evidence: [{ context: 1 }] }] }],
  ])('names %s', (path, answer) => {
    expect(answerFaultOf('attribution', answer)).toBe(path)
  })

  it('finds none in an answer', () => {
    expect(answerFaultOf('attribution', attributionAnswer)).toBeUndefined()
    expect(answerFaultOf('claims', { claims: [] })).toBeUndefined()
  })
})
