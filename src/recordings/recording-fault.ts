/** Tells apart what can be wrong with a recording, and says for each what to do about it. */
import { DamagedRecordingError, type RecordingFault } from '../errors.ts'
import { formatError, type Row, shellPath } from '../format-error.ts'

/** Where recordings are, from the project's root, unless the option `recordings` says otherwise. */
export const defaultDirectory = '__recordings__/context-recall'

/** Why a text that is no JSON is none: what a kill, a merge, a checkout without Git LFS or a hand may leave. */
export function textFaultOf(text: string): RecordingFault {
  if (/^[\s\0\ufeff]*$/.test(text)) return 'empty'
  if (text.startsWith('version https://git-lfs.github.com/spec/')) return 'lfs-pointer'
  if (/^(?:<{7}|={7}|>{7}|\|{7})/m.test(text)) return 'conflict-markers'
  return isTruncated(text) ? 'truncated' : 'not-json'
}

// Not by the message of JSON.parse, which is the engine's affair.
function isTruncated(text: string): boolean {
  let depth = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (inString) {
      if (character === '\\') index++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') depth--
  }
  return /^\s*\{/.test(text) && (inString || depth > 0)
}

const sentences: Readonly<Record<RecordingFault, string>> = {
  empty: 'This recording is empty.',
  truncated: 'This recording is cut off: its JSON ends in the middle.',
  'not-json': 'This recording is not JSON.',
  'conflict-markers': 'This recording holds the conflict markers of an unfinished merge.',
  'lfs-pointer': 'This recording is a Git LFS pointer: its content was not fetched.',
  'not-a-recording': 'This file has the name of a recording and is none.',
  'newer-format': 'This recording was made by a later release of context-recall.',
  'seal-broken': 'This recording was changed after it was made (its seal is broken): by hand, or by a merge.',
  'key-broken': 'This recording does not belong to the question in it (its key is broken).',
  'wrong-name': 'This recording holds another question than its name says: it was renamed, copied or merged.',
}

/** The error for a damaged recording: what it is, which file, and the command that mends it. */
export function damagedRecording(
  fault: RecordingFault,
  file: string,
  { detail }: { detail?: string } = {},
): DamagedRecordingError {
  const sentence = detail === undefined ? sentences[fault] : `${sentences[fault]} ${detail}`
  const message = formatError(sentence, [['file', file], ...remedies(fault, file)])
  return new DamagedRecordingError(message, { file, fault })
}

/** A command of the command line, as it is typed for a file whose path messages show. */
export function ownCommand(command: string, file: string): string {
  const directory = file.slice(0, Math.max(0, file.lastIndexOf('/')))
  const where = directory === defaultDirectory ? '' : ` --recordings ${shellPath(directory)}`
  return `npx context-recall ${command}${where}`
}

function remedies(fault: RecordingFault, file: string): Row[] {
  const path = shellPath(file)
  if (fault === 'newer-format') {
    return [['upgrade', 'npm install --save-dev context-recall@latest', 'it is kept as it is until then']]
  }
  const renew: Row = [
    'or renew it',
    'outside CI, delete the file and run the test again, or run with -u: both ask the judge again',
  ]
  if (fault === 'lfs-pointer') return [['fetch it', `git lfs pull --include ${path}`], renew]
  if (fault === 'conflict-markers') {
    return [['take a side', `git checkout --ours -- ${path}`, `git checkout --theirs -- ${path}`], renew]
  }
  const restore: Row = [
    'restore it',
    `git checkout -- ${path}`,
    `or, if it was committed like this, from the commit that ${ownCommand('audit', file)} names`,
  ]
  const isEdit = fault === 'seal-broken'
  return isEdit
    ? [restore, ['or keep the edit', ownCommand(`reseal ${path}`, file)], renew]
    : [restore, renew]
}
