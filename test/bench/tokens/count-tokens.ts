/** What one judgement costs in tokens, in the two calls of this package and in other ways to divide the work. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolvePrompt } from '../../../src/judge/prompts/prompt.ts'
import { renderRequest, type SecondQuestion } from '../../../src/judge/prompts/render-request.ts'
import { composeReason } from '../../../src/verdicts/reason.ts'
import { settleVerdicts } from '../../../src/verdicts/verdicts.ts'
import { parseRecording, type Recording } from '../../../src/recordings/recording.ts'
import type {
  AttributionAnswer,
  AttributionRequest,
  ClaimsAnswer,
  ClaimsRequest,
  RecallRequest,
  RequestKind,
} from '../../../src/protocol.ts'

const contextCount = 5
const contextLength = 1500
const claimCount = 4
// What a model would have to be told; the shortest that says it all.
const explanationInstructions =
  'Explain a context recall score to a developer. Say of each claim whether the contexts support it and by which ' +
  'passage, and of each other claim what is missing. Add nothing, do not judge anew, and keep it to one paragraph.'

/** Counts the tokens of a text. */
export type Tokenizer = (text: string) => number

/** Tokens sent and answered, in a number of calls. */
export interface Cost {
  name: string
  calls: number
  input: number
  output: number
}

export interface TokenCounts {
  instructions: Record<RequestKind, number>
  schemas: Record<RequestKind, number>
  designs: Cost[]
}

interface Judgement {
  claims: ClaimsRequest
  attribution: AttributionRequest
  claimsAnswer: ClaimsAnswer
  attributionAnswer: AttributionAnswer
}

/** Counts one judgement: real documentation, contexts of 1,500 characters, claims and answers as recorded. */
export function countTokens(tokens: Tokenizer): TokenCounts {
  const { claims, attribution, claimsAnswer, attributionAnswer } = typicalJudgement()
  const call = (name: string, request: RecallRequest, answer: object, second?: SecondQuestion): Cost => {
    const { instructions, schema } = resolvePrompt(request.kind)
    const input = [instructions, JSON.stringify(schema), renderRequest(request, second)]
    return { name, calls: 1, input: sum(input.map(tokens)), output: tokens(JSON.stringify(answer)) }
  }
  const first = call('claims', claims, claimsAnswer)
  const ours = call('attribution', attribution, attributionAnswer)
  const verdicts = attributionAnswer.verdicts.map(verdict => ({ ...verdict, claim: 1 }))
  const single = verdicts.map((verdict, index) =>
    call(
      'one claim',
      { ...attribution, claims: attribution.claims.slice(index, index + 1) },
      { verdicts: [verdict] },
    ),
  )
  const settled = settleVerdicts([attributionAnswer], attribution.claims, attribution.contexts)
  const explanation = {
    name: 'explanation',
    calls: 1,
    input: sum(
      [
        explanationInstructions,
        claims.groundTruth,
        attribution.claims.join('\n'),
        JSON.stringify(attributionAnswer),
      ].map(tokens),
    ),
    output: tokens(composeReason(settled, 1, attribution.contexts)),
  }
  const again = { ...attribution, claims: attribution.claims.slice(0, 1) }
  const doubts = [{ claim: 1, reason: 'number-not-stated' as const, quotes: [], numbers: ['20'] }]
  return {
    instructions: {
      claims: tokens(resolvePrompt('claims').instructions),
      attribution: tokens(resolvePrompt('attribution').instructions),
    },
    schemas: {
      claims: tokens(JSON.stringify(resolvePrompt('claims').schema)),
      attribution: tokens(JSON.stringify(resolvePrompt('attribution').schema)),
    },
    designs: [
      total('claims, then all verdicts in one call', [first, ours]),
      total('the same, claims on record', [ours]),
      total('claims, then one call per claim', [first, ...single]),
      total('claims, verdicts, then an explanation', [first, ours, explanation]),
      total('claims, one call per claim, an explanation', [first, ...single, explanation]),
      total('added by a second question about one claim', [
        call('again', again, { verdicts: verdicts.slice(0, 1) }, { doubts }),
      ]),
    ],
  }
}

function total(name: string, costs: readonly Cost[]): Cost {
  return {
    name,
    calls: sum(costs.map(({ calls }) => calls)),
    input: sum(costs.map(({ input }) => input)),
    output: sum(costs.map(({ output }) => output)),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0)
}

function typicalJudgement(): Judgement {
  const directory = join(import.meta.dirname, '../../../examples/docs-rag/__recordings__/context-recall')
  const recordings = readdirSync(directory)
    .filter(name => name.endsWith('.jsonc'))
    .map((name): Recording => parseRecording(readFileSync(join(directory, name), 'utf8'), name))
  const attributions = recordings.filter(recording => recording.kind === 'attribution')
  const chosen = attributions.find(
    ({ request, answers: [answer] }) =>
      request.claims.length === claimCount && answer?.verdicts.every(({ status }) => status === 'supported'),
  )
  const claimsRecording = recordings.find(
    recording =>
      recording.kind === 'claims' && recording.answers[0]?.claims.join() === chosen?.request.claims.join(),
  )
  const [attributionAnswer] = chosen?.answers ?? []
  if (claimsRecording?.kind !== 'claims' || attributionAnswer === undefined || chosen === undefined)
    throw new Error(`no recording of ${claimCount} supported claims in ${directory}`)
  const text = [chosen, ...attributions].flatMap(({ request }) => request.contexts ?? []).join('\n\n')
  const contexts = Array.from({ length: contextCount }, (_, index) =>
    text.slice(index * contextLength, (index + 1) * contextLength),
  )
  return {
    claims: { kind: 'claims', ...claimsRecording.request },
    attribution: { kind: 'attribution', claims: chosen.request.claims, contexts },
    claimsAnswer: { claims: [...chosen.request.claims] },
    attributionAnswer,
  }
}
