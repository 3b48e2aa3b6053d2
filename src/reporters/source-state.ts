/** What the sources were when something ran: a digest of contents, whatever the times of the files. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve, sep } from 'node:path'
import { sha256 } from '../json.ts'
import { recordingNamePattern } from '../recordings/key.ts'
import type { SourceState } from '../recordings/used-recordings.ts'

const codePattern = /\.[cm]?[jt]sx?$/
// what tools write beside the code, and may write when the run is over
const outputPattern = /(?:^|[\\/])(?:node_modules|coverage|dist|build|\.[^\\/]+)[\\/]|\.timestamp-\d/

/**
 * The state of all that git tracks in the repository around `home`, and of code that it does not track yet; without
 * git, of the code below `home`. Recordings are no part of it: recording and pruning change no source. A commit of
 * what is there leaves it the same.
 */
export function sourceState(home: string): SourceState {
  // the store makes a .gitignore of its own
  const isSource = (path: string): boolean =>
    !recordingNamePattern.test(basename(path)) && basename(path) !== '.gitignore'
  const isCode = (path: string): boolean => codePattern.test(path) && !outputPattern.test(path)
  const tracked = git(home, ['ls-files', '-s', '-z', ':/'])
  if (tracked === undefined || !tracked.includes('\t')) {
    const files = walk(home, '').filter(path => isSource(path) && isCode(path))
    return { digest: digestOf(files.map(path => [path, contentOf(join(home, path))])), commit: undefined }
  }
  const ids = new Map<string, string>()
  for (const line of tracked.split('\0')) {
    const [id = '', path = ''] = line.split('\t')
    // without the mode, and in a merge the last side, which is ours or theirs for all who ask
    if (isSource(path)) ids.set(path, id.split(' ')[1] ?? '')
  }
  const changed = listed(home, ['-m']).filter(isSource)
  const added = listed(home, ['-o', '--exclude-standard']).filter(path => isSource(path) && isCode(path))
  for (const path of changed) ids.delete(path)
  const present = [...changed, ...added].filter(path => isFile(resolve(home, path)))
  if (present.length > 0) {
    const hashed = git(home, ['hash-object', '--stdin-paths'], `${present.join('\n')}\n`)?.split('\n') ?? []
    for (const [index, path] of present.entries()) ids.set(path, hashed[index] ?? '')
  }
  const commit = git(home, ['rev-parse', '--short', 'HEAD'])?.trim()
  return { digest: digestOf([...ids]), commit }
}

function listed(home: string, options: readonly string[]): string[] {
  const paths = git(home, ['ls-files', '-z', ...options, ':/'])?.split('\0') ?? []
  return [...new Set(paths)].filter(path => path !== '')
}

function git(cwd: string, args: readonly string[], input = ''): string | undefined {
  const { status, stdout } = spawnSync('git', args, {
    cwd,
    input,
    encoding: 'utf8',
    maxBuffer: Number.POSITIVE_INFINITY,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  return status === 0 ? stdout : undefined
}

function walk(home: string, below: string): string[] {
  return readdirSync(join(home, below), { withFileTypes: true }).flatMap(entry => {
    const path = join(below, entry.name)
    if (entry.isDirectory()) return outputPattern.test(`${path}${sep}`) ? [] : walk(home, path)
    return entry.isFile() ? [path] : []
  })
}

function digestOf(files: readonly (readonly [path: string, id: string])[]): string {
  const lines = files.map(([path, id]) => `${path}\0${id}`).sort()
  return sha256(lines.join('\n')).slice(0, 16)
}

function contentOf(path: string): string {
  return isFile(path) ? sha256(readFileSync(path, 'utf8')) : ''
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
