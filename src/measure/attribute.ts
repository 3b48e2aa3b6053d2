/** Asks which claims the contexts support, in as many questions as that takes, and settles one verdict per claim. */
import type { ArrangedContexts } from '../contexts/arrange-contexts.ts'
import { mergeLook, mergeVerdicts, planLook } from './merge-windows.ts'
import { changedVerdicts, settleVerdicts, type SettledVerdict } from '../verdicts/verdicts.ts'
import { type Passage, planWindows } from './windows.ts'
import type { Answer, AttributionAnswer } from '../protocol.ts'
import { askAll, type PlannedQuestion } from './ask-all.ts'
import type { Asking } from './measurement.ts'
import { lookName, partName } from './question-name.ts'

/** Claims by their position, and parts of contexts. */
interface Question {
  claims: readonly number[]
  passages: readonly Passage[]
}

interface Judged extends Question {
  after: SettledVerdict[]
  /** Those of the recording that was replaced, else the same. */
  before: SettledVerdict[]
}

interface Judging {
  asking: Asking
  claims: readonly string[]
  arranged: ArrangedContexts
}

/** One verdict per claim, evidence in the arranged contexts. Adds to the answers and changes of `asking`. */
export async function attribute(
  asking: Asking,
  claims: readonly string[],
  arranged: ArrangedContexts,
): Promise<SettledVerdict[]> {
  if (arranged.sent.length === 0) return claims.map(missingWithoutContexts)
  const judging: Judging = { asking, claims, arranged }
  const { room } = asking.composed
  const { windows, batches } = planWindows(claims, arranged.sent, room)
  // contexts by contexts, since a provider's prompt cache serves what begins alike
  const questions = windows.flatMap(passages => batches.map(batch => ({ claims: batch, passages })))
  const judged = await judgeQuestions(judging, questions, (question, index) =>
    partName(question, arranged.positions, [index, questions.length]),
  )
  const after = byClaim(claims, judged, 'after')
  const looks = batches.flatMap(batch => planLook(batch, after, arranged.sent, room.tokens) ?? [])
  const looked = await judgeQuestions(judging, looks, lookName)
  const verdicts = merged(claims, after, looked, 'after')
  const before = merged(claims, byClaim(claims, judged, 'before'), looked, 'before')
  asking.changes.push(...changedVerdicts(before, verdicts))
  return verdicts
}

async function judgeQuestions(
  judging: Judging,
  questions: readonly Question[],
  nameOf: (question: Question, index: number) => string | undefined,
): Promise<Judged[]> {
  const { asking } = judging
  const planned = questions.map((question, index) =>
    plannedQuestion(judging, question, nameOf(question, index)),
  )
  const answers = await askAll(asking.composed, planned)
  asking.answers.push(...answers)
  return questions.map((question, index) => {
    const { answers: given, replaced } = answers[index] as (typeof answers)[number]
    const after = settle(judging, question, given)
    return {
      ...question,
      after,
      before: replaced === undefined ? after : settle(judging, question, replaced),
    }
  })
}

function plannedQuestion(
  { asking, claims, arranged: { sent, positions } }: Judging,
  question: Question,
  part: string | undefined,
): PlannedQuestion {
  const places = question.passages.map(({ context }) => positions[context] as number[])
  const request = {
    kind: 'attribution' as const,
    claims: question.claims.map(claim => claims[claim] as string),
    contexts: question.passages.map(({ context, start, end }) => (sent[context] as string).slice(start, end)),
  }
  return { request, context: { ...asking.context, positions: places, part } }
}

/** Quotes are looked for in whole contexts, so that none is taken for whole because a part ends there. */
function settle(
  { claims, arranged }: Judging,
  question: Question,
  answers: readonly Answer[],
): SettledVerdict[] {
  const { passages } = question
  const asked = question.claims.map(claim => claims[claim] as string)
  const contexts = passages.map(({ context }) => arranged.sent[context] as string)
  return settleVerdicts(answers as AttributionAnswer[], asked, contexts).map(verdict => ({
    ...verdict,
    evidence: verdict.evidence.map(evidence => ({
      ...evidence,
      context: (passages[evidence.context] as Passage).context,
    })),
  }))
}

function byClaim(
  claims: readonly string[],
  judged: readonly Judged[],
  time: 'before' | 'after',
): SettledVerdict[][] {
  const verdicts: SettledVerdict[][] = claims.map(() => [])
  for (const question of judged)
    for (const [index, claim] of question.claims.entries())
      verdicts[claim]?.push(question[time][index] as SettledVerdict)
  return verdicts
}

function merged(
  claims: readonly string[],
  verdicts: readonly (readonly SettledVerdict[])[],
  looks: readonly Judged[],
  time: 'before' | 'after',
): SettledVerdict[] {
  const looked = byClaim(claims, looks, time)
  return verdicts.map((list, claim) => {
    const verdict = mergeVerdicts(list)
    const look = looked[claim]?.[0]
    return look === undefined ? verdict : mergeLook(verdict, look)
  })
}

function missingWithoutContexts(text: string): SettledVerdict {
  return {
    text,
    attributed: false,
    status: 'missing',
    evidence: [],
    rejected: [],
    gap: 'there are no contexts',
    answered: true,
  }
}
