/** Who judged, how the answers came about and what they cost, from the answers of one measurement. */
import type { JudgeReport } from '../verdicts/result.ts'
import type { RecordedAnswers } from '../recordings/recorded-judge.ts'
import type { Asking } from './measurement.ts'

/** Calls and tokens summed, recordings by path. */
export function judgeReport({ composed, answers }: Asking): JudgeReport {
  return {
    model: composed.model,
    calls: answers.reduce((sum, answer) => sum + answer.calls, 0),
    replayed: answers.filter(answer => answer.how === 'replayed').length,
    usage: {
      inputTokens: answers.reduce((sum, answer) => sum + answer.usage.inputTokens, 0),
      outputTokens: answers.reduce((sum, answer) => sum + answer.usage.outputTokens, 0),
    },
    // equal parts of long contexts make one question
    recordings: [...new Set(answers.flatMap(({ file }) => file ?? []))],
  }
}

const words: Readonly<Record<RecordedAnswers['how'], string>> = {
  replayed: 'replayed',
  recorded: 'recorded',
  live: 'asked live, not recorded',
  'by-rule': 'a rough word-overlap judge, not recorded',
}

/** How the attribution came about, in words; how the claims did only where nothing was attributed. */
export function describeHow({ answers, groundTruth }: Asking): string {
  const told = answers.slice(answers.length > 1 && typeof groundTruth === 'string' ? 1 : 0)
  if (told.length === 0) return 'not asked'
  const counts = [...Map.groupBy(told, ({ how }) => how)]
  const hows = counts.map(([how, { length }]) =>
    counts.length === 1 ? words[how] : `${length} ${words[how]}`,
  )
  const notes = [
    told.some(({ edited }) => edited) && 'edited by hand',
    told.some(({ olderPrompt }) => olderPrompt) && "an earlier release's prompt",
  ].filter(note => note !== false)
  return `${hows.join(', ')}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}`
}
