/** `audit`: what is wrong with the recordings, and the command that settles each. For CI. */
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { DamagedRecordingError, SecretError } from '../errors.ts'
import { recordingNamePattern } from '../recordings/key.ts'
import { shellPath } from '../format-error.ts'
import { ownCommand } from '../recordings/recording-fault.ts'
import { parseRecording } from '../recordings/recording.ts'
import { refuseSecrets } from '../recordings/secrets.ts'
import { type Entry, readEntries } from './entries.ts'
import { type FileState, isIgnored, lastGood, statesOf } from './git-state.ts'
import { type CliIo, exit, type Outcome } from './io.ts'
import { notesOn } from './audit-notes.ts'
import { foreignFiles, type RecordingsDirectory } from './recordings-directory.ts'

interface Fault {
  file: string
  what: string
  /** Commands or instructions that settle it. */
  settle: string[]
}

export interface AuditOptions {
  /** Notes fail, too. */
  strict?: boolean
  /** Texts that look like a secret and are none, or names of variables. */
  allowSecret?: string[]
}

/** Prints faults and notes; 1 when there is a fault, or under `strict` a note. */
export function audit(io: CliIo, directory: RecordingsDirectory, options: AuditOptions): Outcome {
  const entries = readEntries(directory.store)
  const states = statesOf(io, directory)
  const faults: Fault[] = [
    ...gitFaults(directory, states ?? new Map()),
    ...entries.flatMap(entry => [
      ...(states?.get(entry.name)?.state === 'unmerged' ? [] : damageOf(io, directory, entry)),
      ...secretsIn(io, entry, options.allowSecret ?? []),
    ]),
    ...secretsBeside(io, directory, options.allowSecret ?? []),
  ]
  if (entries.length > 0 && isIgnored(io, directory))
    faults.push({
      file: directory.shown,
      what: 'git ignores it, so that nobody else gets these recordings.',
      settle: [`git check-ignore -v ${shellPath(directory.shown)}/any.jsonc names the line to take out`],
    })
  for (const { file, what, settle } of faults) {
    io.out(`✗ ${file}\n    ${what}`)
    for (const line of settle) io.out(`    ${line}`)
  }
  const notes = notesOn(directory, entries, states)
  for (const note of notes) io.out(`• ${note}`)
  const count = `${entries.length} recording${entries.length === 1 ? '' : 's'} in ${directory.shown}`
  io.out(`${count}: ${faults.length} at fault, ${notes.length} note${notes.length === 1 ? '' : 's'}`)
  const where = { directory: directory.shown }
  return {
    code: faults.length > 0 || (options.strict === true && notes.length > 0) ? exit.found : exit.fine,
    json: [...faults.map(fault => ({ ...where, ...fault })), ...notes.map(note => ({ ...where, note }))],
  }
}

/** Also of files that are not there any more. */
function gitFaults(
  { shown }: RecordingsDirectory,
  states: ReadonlyMap<string, { state: FileState; code: string }>,
): Fault[] {
  return [...states].flatMap(([name, { state, code }]): Fault[] => {
    if (!recordingNamePattern.test(name)) return []
    const file = `${shown}/${name}`
    const path = shellPath(file)
    if (state === 'unmerged')
      return [{ file, what: 'Its merge is not finished.', settle: takeASide(path, code) }]
    if (state === 'ignored')
      return [
        { file, what: 'git ignores it, so that nobody else gets it.', settle: [`git add --force ${path}`] },
      ]
    if (!/^[AM][MD]$/.test(code)) return []
    const what = `It was ${code.endsWith('D') ? 'deleted' : 'changed'} after it was added: a commit takes what was added.`
    return [{ file, what, settle: [`git add ${path}`] }]
  })
}

function damageOf(io: CliIo, directory: RecordingsDirectory, { name, file, text, error }: Entry): Fault[] {
  if (error === undefined) return []
  const [what = ''] = error.message.split('\n')
  if (!DamagedRecordingError.isInstance(error)) return [{ file, what, settle: ['make it readable'] }]
  if (error.fault === 'newer-format')
    return [{ file, what, settle: ['npm install --save-dev context-recall@latest'] }]
  if (error.fault === 'lfs-pointer')
    return [{ file, what, settle: [`git lfs pull --include ${shellPath(file)}`] }]
  const good = lastGood(io, directory, name, candidate => candidate !== text && isSound(candidate, file))
  return [{ file, what, settle: good === undefined ? giveUp(file) : restore(file, good) }]
}

function isSound(text: string, file: string): boolean {
  try {
    parseRecording(text, file)
    return true
  } catch (error) {
    if (DamagedRecordingError.isInstance(error)) return false
    throw error
  }
}

function takeASide(path: string, code: string): string[] {
  // in the code of an unmerged file the first letter is our side's, the second theirs
  if (code === 'DD') return [`git rm ${path}`]
  if (code.includes('D')) return [`keep it    git add ${path}`, `or not     git rm ${path}`]
  return [
    `take ours    git checkout --ours -- ${path} && git add ${path}`,
    `or theirs    git checkout --theirs -- ${path} && git add ${path}`,
  ]
}

function restore(file: string, commit: string): string[] {
  const path = shellPath(file)
  return [
    `restore it   git checkout ${commit} -- ${path}`,
    `if a person edited it   ${ownCommand(`reseal ${path}`, file)}`,
  ]
}

function giveUp(file: string): string[] {
  const path = shellPath(file)
  return [
    'no commit has it whole',
    `delete it    rm ${path}   and run the tests again, outside CI: they record what they need`,
    `if a person edited it   ${ownCommand(`reseal ${path}`, file)}`,
  ]
}

/** As much of a file as is looked through. */
const bytesAtMost = 4_000_000
const foreignAtMost = 1000

/** What stands beside the recordings is committed with them. */
function secretsBeside(io: CliIo, directory: RecordingsDirectory, allow: readonly string[]): Fault[] {
  const faults: Fault[] = []
  const pending = foreignFiles(directory)
  for (let count = 0; pending.length > 0 && count < foreignAtMost; count++) {
    const name = pending.shift() ?? ''
    const path = join(directory.path, name)
    // neither a link, which may lead anywhere, nor a pipe, which may never end
    const state = lstatSync(path, { throwIfNoEntry: false })
    if (state?.isDirectory() === true) pending.push(...readdirSync(path).map(inside => `${name}/${inside}`))
    if (state?.isFile() !== true) continue
    faults.push(...secretsIn(io, { file: `${directory.shown}/${name}`, text: beginningOf(path) }, allow))
  }
  return faults
}

function beginningOf(path: string): string {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(Math.min(bytesAtMost, fstatSync(file).size))
    // without the zeros of UTF-16 and of what is no text
    return bytes.toString('utf8', 0, readSync(file, bytes)).replaceAll('\0', '')
  } finally {
    closeSync(file)
  }
}

function secretsIn(
  { environment }: CliIo,
  { file, text }: Pick<Entry, 'file' | 'text'>,
  allow: readonly string[],
): Fault[] {
  try {
    refuseSecrets([[file, text]], { environment, allow })
    return []
  } catch (error) {
    if (!SecretError.isInstance(error)) throw error
    const [what = ''] = error.message.split('\n')
    return [
      {
        file,
        what: what
          .slice(file.length)
          .replace(/^ contains /, 'It holds ')
          .replace(/, so it is neither.*/, '.'),
        settle: [
          `delete it    rm ${shellPath(file)}   and where it was pushed, revoke the secret`,
          "if it is none  --allow-secret '<part of it, or the variable>', and the option allowSecrets",
        ],
      },
    ]
  }
}
