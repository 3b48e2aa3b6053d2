/** What git knows of the recordings: when they were last changed, what it says of them now, and their earlier texts. */
import type { CliIo } from './io.ts'
import type { RecordingsDirectory } from './recordings-directory.ts'

/** Seconds since 1970 of the last commit that changed each file; nothing for files never committed, or without git. */
export function committedAt({ git }: CliIo, { path }: RecordingsDirectory): Map<string, number> {
  const times = new Map<string, number>()
  // one walk for all of them; a file's first mention is its last change
  const log = git([
    '-C',
    path,
    'log',
    '--no-renames',
    '--relative',
    '--name-only',
    '--format=%x00%ct',
    '--',
    '.',
  ])
  for (const commit of log.stdout.split('\0').slice(1)) {
    const [time = '', ...names] = commit.split('\n')
    for (const name of names) if (name !== '' && !times.has(name)) times.set(name, Number(time))
  }
  return times
}

export type FileState = 'untracked' | 'ignored' | 'unmerged' | 'changed' | 'deleted'

/** What `git status` says of the files, by name, and of an unmerged one, which sides there are; undefined without git. */
export function statesOf(
  { git }: CliIo,
  { path }: RecordingsDirectory,
): Map<string, { state: FileState; code: string }> | undefined {
  const prefix = git(['-C', path, 'rev-parse', '--show-prefix'])
  if (!prefix.ok) return undefined
  const below = prefix.stdout.trim()
  const options = ['--porcelain', '-z', '--no-renames', '--untracked-files=all', '--ignored=matching']
  const status = git(['-C', path, 'status', ...options, '--', '.'])
  const states = new Map<string, { state: FileState; code: string }>()
  for (const line of status.stdout.split('\0')) {
    const code = line.slice(0, 2)
    const name = line.slice(3)
    if (code !== '' && (name.startsWith(below) || code === '!!'))
      states.set(name.slice(below.length), { state: stateOf(code), code })
  }
  return states
}

function stateOf(code: string): FileState {
  if (code === '??') return 'untracked'
  if (code === '!!') return 'ignored'
  if (/U|AA|DD/.test(code)) return 'unmerged'
  return code.includes('D') ? 'deleted' : 'changed'
}

/** Whether git ignores the whole directory. */
export function isIgnored({ git }: CliIo, { path }: RecordingsDirectory): boolean {
  return git(['-C', path, 'check-ignore', '--quiet', '--no-index', `${path}/any.jsonc`]).ok
}

/**
 * The texts of the directory's files at a commit, by name; undefined when git knows no such commit. What has not
 * changed since is taken from `current`, so that git need not print thousands of files.
 */
export function textsAt(
  io: CliIo,
  { path }: RecordingsDirectory,
  reference: string,
  current: ReadonlyMap<string, string>,
): Map<string, string> | undefined {
  const commit = io.git([
    '-C',
    path,
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${reference}^{commit}`,
  ])
  if (!commit.ok) return undefined
  const listed = io.git(['-C', path, 'ls-tree', '-z', commit.stdout.trim()])
  const blobs = listed.stdout.split('\0').flatMap(line => {
    const [, hash, name] = /^\d+ blob (\w+)\t(.*)$/s.exec(line) ?? []
    return hash === undefined || name === undefined ? [] : [{ hash, name }]
  })
  const options = ['--no-renames', '--no-ext-diff', '--relative', '--name-only', '-z']
  const compared = io.git(['-C', path, 'diff', ...options, commit.stdout.trim(), '--', '.'])
  const changed = new Set(compared.stdout.split('\0'))
  const isSame = (name: string): boolean => compared.ok && current.has(name) && !changed.has(name)
  const read = blobs.filter(({ name }) => !isSame(name)).map(({ hash }) => hash)
  const texts = readBlobs(io, path, read)[Symbol.iterator]()
  return new Map(
    blobs.map(({ name }) => [name, (isSame(name) ? current.get(name) : texts.next().value) ?? '']),
  )
}

/** Reads blobs with one process; git tells each one's size in bytes before its content. */
function readBlobs({ git }: CliIo, path: string, hashes: readonly string[]): string[] {
  if (hashes.length === 0) return []
  const output = Buffer.from(git(['-C', path, 'cat-file', '--batch'], `${hashes.join('\n')}\n`).stdout)
  const texts: string[] = []
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(0x0a, at)
    const size = Number(output.subarray(at, end).toString().split(' ')[2])
    texts.push(output.subarray(end + 1, end + 1 + size).toString())
    at = end + 1 + size + 1
  }
  return texts
}

/** The latest commits in which a file's text passes a check, at most 50 looked at: its abbreviated hash. */
export function lastGood(
  { git }: CliIo,
  { path }: RecordingsDirectory,
  name: string,
  isGood: (text: string) => boolean,
): string | undefined {
  const log = git(['-C', path, 'log', '--all', '--full-history', '-m', '--format=%h', '-n', '50', '--', name])
  for (const commit of new Set(log.stdout.split('\n').filter(line => line !== ''))) {
    const shown = git(['-C', path, 'show', `${commit}:./${name}`])
    if (shown.ok && isGood(shown.stdout)) return commit
  }
  return undefined
}
