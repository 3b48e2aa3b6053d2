/** Notes which recordings are used, so that a reporter can tell which no test uses. */
import { basename, join } from 'node:path'
import { isInRunner, processState } from '../options/config.ts'
import type { RecordedAnswers, RecordedJudge } from '../recordings/recorded-judge.ts'
import { keepScriptUse } from '../recordings/used-recordings.ts'

/** The same judge, whose answers from recordings in `directory` count as used by the test or script that runs. */
export function notingUse(judge: RecordedJudge, directory: string): RecordedJudge {
  const note = <T extends RecordedAnswers | undefined>(answers: T): T => {
    if (answers?.file !== undefined)
      noteFile(join(directory, basename(answers.file)), directory, answers.how === 'recorded')
    else if (answers !== undefined) processState().used.live = true
    return answers
  }
  return {
    ask: async (request, context) => note(await judge.ask(request, context)),
    replay: (request, context) => note(judge.replay(request, context)),
  }
}

function noteFile(file: string, directory: string, isNew: boolean): void {
  const { used, currentTest, scriptUse } = processState()
  const inRunner = isInRunner()
  const [files, by] = inRunner ? [used.files, currentTest?.() ?? ''] : [scriptUse, directory]
  const isFirst = files.size === 0
  files.set(by, (files.get(by) ?? new Set()).add(file))
  if (inRunner) return
  if (isFirst) process.on('exit', code => keepAll(code === 0))
  // paid for, whatever becomes of the script
  if (isNew) keepAll(false)
}

function keepAll(isWhole: boolean): void {
  const [, path, ...args] = process.argv
  if (path === undefined) return
  for (const [directory, files] of processState().scriptUse)
    keepScriptUse(directory, { path, args }, files, isWhole)
}
