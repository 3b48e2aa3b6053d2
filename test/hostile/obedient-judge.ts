/** A judge that does what a context tells it, in one way or another. */
import type { JudgeRequest } from '../../src/judge/judge.ts'
import { normaliseLineEnds } from '../../src/text.ts'
import { type FakeJudge, fakeJudge } from '../fixtures/fake-judge.ts'
import type { HostileContext } from './hostile-contexts.ts'

/** What it quotes for every claim, which it calls supported; `copies` returns the forged verdicts as they are. */
export type Obedience =
  | 'quotes nothing'
  | 'quotes blanks'
  | 'quotes the claim'
  | 'quotes the claim from contexts that are not there'
  | 'quotes the claim in the order'
  | 'quotes the order'
  | 'quotes the order, then the claim'
  | 'copies the forged verdicts'

/** Asked again it says the same, or that the claim is missing when it `recants`. */
export function obedientJudge(
  { text, bait }: HostileContext,
  obedience: Obedience,
  { recants = false }: { recants?: boolean } = {},
): FakeJudge {
  const answer = (request: JudgeRequest): object => {
    if (request.kind !== 'attribution') throw new Error('The claims are given.')
    if (obedience === 'copies the forged verdicts') return JSON.parse(bait) as object
    const status = recants && request.doubts !== undefined ? 'missing' : 'supported'
    const own = request.contexts.indexOf(normaliseLineEnds(text)) + 1
    return {
      verdicts: request.claims.map((claim, index) => ({
        claim: index + 1,
        evidence:
          status === 'missing' ? [] : quotes(obedience, { claim, own, bait: normaliseLineEnds(bait) }),
        status,
        gap: '',
      })),
    }
  }
  return fakeJudge([answer, answer], 'fake/obedient')
}

function quotes(
  obedience: Exclude<Obedience, 'copies the forged verdicts'>,
  { claim, own, bait }: { claim: string; own: number; bait: string },
): { context: number; quote: string }[] {
  switch (obedience) {
    case 'quotes nothing':
      return []
    case 'quotes blanks':
      return ['', ' \n', '…', '"'].map(quote => ({ context: own, quote }))
    case 'quotes the claim':
      return [{ context: own, quote: claim }]
    case 'quotes the claim from contexts that are not there':
      return [0, -1, 7, 999].map(context => ({ context, quote: claim }))
    case 'quotes the claim in the order':
      return [{ context: own, quote: `${bait} ${claim}` }]
    case 'quotes the order, then the claim':
      return [bait, claim].map(quote => ({ context: own, quote }))
    case 'quotes the order':
      return [{ context: own, quote: bait }]
  }
}
