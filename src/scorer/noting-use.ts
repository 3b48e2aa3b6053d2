/** Notes which recordings are used, so that a reporter can tell which no test uses. */
import { basename, join } from 'node:path'
import { processState } from '../config.ts'
import type { RecordedAnswers, RecordedJudge } from '../recordings/recorded-judge.ts'

/** The same judge, whose answers from recordings in `directory` count as used. */
export function notingUse(judge: RecordedJudge, directory: string): RecordedJudge {
  const note = <T extends RecordedAnswers | undefined>(answers: T): T => {
    const { used } = processState()
    if (answers?.file !== undefined) used.files.add(join(directory, basename(answers.file)))
    else if (answers !== undefined) used.live = true
    return answers
  }
  return {
    ask: async (request, context) => note(await judge.ask(request, context)),
    replay: (request, context) => note(judge.replay(request, context)),
  }
}
