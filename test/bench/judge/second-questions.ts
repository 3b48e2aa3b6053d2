/** Second questions: how many there were, what they changed, and about what they cost. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { countedClaims } from '../../../src/verdicts/claims.ts'
import { settleVerdicts } from '../../../src/verdicts/verdicts.ts'
import { parseRecording, type Recording } from '../../../src/recordings/recording.ts'
import type { Outcome, SecondQuestion } from './measured.ts'

export interface SecondQuestionFigures {
  /** All questions of the items, asked now or replayed. */
  questions: number
  asked: number
  /** Claims that were not attributed by the first answer and are by both; the other way round is `lost`. */
  gained: number
  lost: number
  /** Of gained and lost: towards what people labelled, and away from it. */
  mended: number
  spoiled: number
  /** Another status, not attributed before and after; or another list of claims. */
  otherwise: number
  /** Calls of this run that were second questions, and their tokens if they cost as much as the first. */
  calls: number
  tokens: number
}

/** The second questions in the recordings of an item. */
export function readSecondQuestions(files: readonly string[]): SecondQuestion[] {
  return files.flatMap(file => secondQuestionsIn(parseRecording(readFileSync(resolve(file), 'utf8'), file)))
}

function secondQuestionsIn(recording: Recording): SecondQuestion[] {
  const { kind, answers } = recording
  const [first] = answers
  if (answers.length < 2 || first === undefined) return []
  if (kind === 'claims') {
    const { groundTruth } = recording.request
    const after = countedClaims(answers, groundTruth)
    return [{ kind, before: countedClaims(answers.slice(0, 1), groundTruth), after }]
  }
  const { claims, contexts } = recording.request
  const before = settleVerdicts(answers.slice(0, 1), claims, contexts ?? [])
  const after = settleVerdicts(answers, claims, contexts ?? [])
  return after.flatMap(({ status }, index) => {
    const earlier = before[index]?.status
    return earlier === undefined ? [] : [{ kind, before: earlier, after: status }]
  })
}

/** What the second questions of some items came to. */
export function secondQuestionFigures(outcomes: readonly Outcome[]): SecondQuestionFigures {
  const figures = {
    questions: 0,
    asked: 0,
    gained: 0,
    lost: 0,
    mended: 0,
    spoiled: 0,
    otherwise: 0,
    calls: 0,
    tokens: 0,
  }
  for (const outcome of outcomes) {
    const { cost, secondQuestions, questions } = outcome
    figures.questions += questions
    figures.asked += secondQuestions.length
    for (const second of secondQuestions) addChange(figures, second, outcome)
    if (cost.calls === 0) continue
    const calls = Math.min(secondQuestions.length, cost.calls)
    figures.calls += calls
    figures.tokens += ((cost.inputTokens + cost.outputTokens) * calls) / cost.calls
  }
  return { ...figures, tokens: Math.round(figures.tokens) }
}

function addChange(figures: SecondQuestionFigures, second: SecondQuestion, { item }: Outcome): void {
  if (isDeepStrictEqual(second.before, second.after)) return
  const [before, after] = [second.before, second.after].map(status => status === 'supported')
  if (before === after || item.kind !== 'support') {
    figures.otherwise++
    return
  }
  figures[after === true ? 'gained' : 'lost']++
  figures[after === item.supported ? 'mended' : 'spoiled']++
}
