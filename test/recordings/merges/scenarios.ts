/** What two branches do to the same recordings, told without regard to how they are laid out in files. */
import { sha256 } from '../../../src/json.ts'
import { type KeyedRequest, keyRequest } from '../../../src/recordings/key.ts'
import type { AnsweredVerdict, AttributionAnswer } from '../../../src/protocol.ts'

/** One judgement on record, and the test it was made in. */
export interface Entry {
  test: string
  keyed: KeyedRequest
  answer: AttributionAnswer
}

export interface Scenario {
  name: string
  base: Entry[]
  ours: Entry[]
  theirs: Entry[]
  /** What the tests of the merged branch ask. */
  asked: Pick<Entry, 'test' | 'keyed'>[]
}

/** How large the questions are: what git takes for a rename or for another part of a file depends on it. */
export interface Shape {
  claims: number
  contexts: number
}

export const shapes: readonly Shape[] = [
  { claims: 1, contexts: 1 },
  { claims: 3, contexts: 5 },
  { claims: 9, contexts: 5 },
]

type Prompt = 'old' | 'new'
/** Three answers a judge may give to one question. */
type Variation = 'first' | 'second' | 'third'

const filler = 'It stands by the river, was measured in 1874, and is described in the report of that year. '

function verdictOf(at: number, claim: string, claims: number, variation: Variation): AnsweredVerdict {
  const differs =
    (variation === 'second' && at === 0) || (variation === 'third' && at === claims - 1)
      ? variation
      : undefined
  return {
    claim: at + 1,
    status: differs === undefined ? 'supported' : 'missing',
    evidence: differs === undefined ? [{ context: 1, quote: claim }] : [],
    gap: differs === undefined ? '' : `says the ${differs} answer`,
  }
}

function makeEntry(
  test: number,
  { claims, contexts }: Shape,
  prompt: Prompt,
  { variation = 'first', edited = '' }: { variation?: Variation; edited?: string } = {},
): Entry {
  const texts = Array.from({ length: claims }, (_, at) => `Tower ${test} holds part ${at}.`)
  const request = {
    kind: 'attribution' as const,
    claims: texts,
    contexts: Array.from(
      { length: contexts },
      (_, at) =>
        `${at}. ${at === 0 ? texts.join(' ') : ''} ${filler.repeat(6)}${at === 0 ? edited : ''}Tower ${test}.`,
    ),
  }
  const judge = { model: 'local/judge', promptDigest: sha256(`the ${prompt} prompt`), settings: {} }
  const verdicts = texts.map((claim, at) => verdictOf(at, claim, claims, variation))
  return { test: `tower-${test}`, keyed: keyRequest(request, judge), answer: { verdicts } }
}

/** The scenarios for questions of one shape: six tests have recordings before the branches part. */
export function makeScenarios(shape: Shape): Scenario[] {
  const tests = [1, 2, 3, 4, 5, 6]
  const under = (prompt: Prompt): Entry[] => tests.map(test => makeEntry(test, shape, prompt))
  const base = under('old')
  const rest = base.slice(1)
  const first = (variation: Variation): Entry => makeEntry(1, shape, 'old', { variation })
  const added = (prompt: Prompt, variation?: Variation): Entry =>
    makeEntry(7, shape, prompt, variation === undefined ? {} : { variation })
  const edited = makeEntry(1, shape, 'old', { edited: 'A wing was added later. ' })
  const scenario = (name: string, ours: Entry[], theirs: Entry[], asked: Entry[]): Scenario => ({
    name,
    base,
    ours,
    theirs,
    asked,
  })
  return [
    scenario('both add the same', [...base, added('old')], [...base, added('old')], [...base, added('old')]),
    scenario(
      'both add, with other answers',
      [...base, added('old', 'second')],
      [...base, added('old', 'third')],
      [...base, added('old')],
    ),
    scenario('both ask anew', [first('second'), ...rest], [first('third'), ...rest], base),
    scenario('one asks anew, one prunes', [first('second'), ...rest], rest, rest),
    scenario('one changes the prompt, one asks anew', under('new'), [first('second'), ...rest], under('new')),
    scenario(
      'one changes the prompt, one adds',
      under('new'),
      [...base, added('old')],
      [...under('new'), added('new')],
    ),
    scenario(
      'one edits a context, one asks anew',
      [edited, ...rest],
      [first('second'), ...rest],
      [edited, ...rest],
    ),
  ]
}
