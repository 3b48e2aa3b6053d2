import { expect, it } from 'vitest'
import { claimsIn } from '../../src/cli/entries.ts'
import type { ClaimsRecording } from '../../src/recordings/recording.ts'
import { makeRecording } from '../../src/recordings/recording-making.ts'
import { claimsAnswer, keyedClaims } from '../recordings/sample.ts'

it('counts the claims that a test counts: those of the second answer, where there was one', () => {
  const wrong = { claims: ['Einstein was born in 1880.', '…'] }
  const claimsOf = (...answers: { claims: string[] }[]): string[] =>
    claimsIn(makeRecording(keyedClaims, { answers }) as ClaimsRecording)
  expect(claimsOf(wrong)).toEqual(['Einstein was born in 1880.'])
  expect(claimsOf(wrong, claimsAnswer)).toEqual(claimsAnswer.claims)
  expect(claimsOf(claimsAnswer, { claims: [] })).toEqual(claimsAnswer.claims)
})
