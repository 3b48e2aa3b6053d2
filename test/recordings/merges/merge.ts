/** Merges two branches with the real git, and looks at what the recordings then say. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canonicalJson } from '../../../src/json.ts'
import type { Layout } from './layouts.ts'
import type { Entry, Scenario } from './scenarios.ts'

/**
 * `conflict`: git stops. Otherwise it does not, and reading all questions gives their answers (`right`), or at least one
 * is `missing`, is `refused` with an error, or gets an answer that no judge gave to it (`wrong`).
 */
export type MergeOutcome = 'conflict' | 'right' | 'missing' | 'refused' | 'wrong'

const environment = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@localhost',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@localhost',
}

/** Merges in a repository of its own at `root`, which must not be there yet. */
export function mergeBranches(root: string, layout: Layout, scenario: Scenario): MergeOutcome {
  const directory = join(root, 'recordings')
  mkdirSync(root, { recursive: true })
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'core.fsync=none', '-c', 'gc.auto=0', ...args], {
      cwd: root,
      env: environment,
      stdio: 'ignore',
    })
  }
  const commit = (entries: readonly Entry[]): void => {
    rmSync(directory, { recursive: true, force: true })
    mkdirSync(directory)
    for (const [name, text] of Object.entries(layout.files(entries)))
      writeFileSync(join(directory, name), text)
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '--message', 'recordings')
  }
  git('init', '--quiet', '--template=', '--initial-branch', 'ours')
  commit(scenario.base)
  git('checkout', '--quiet', '-b', 'theirs')
  commit(scenario.theirs)
  git('checkout', '--quiet', 'ours')
  commit(scenario.ours)
  const merge = spawnSync('git', ['merge', '--no-edit', 'theirs'], { cwd: root, env: environment })
  return merge.status === 0 ? readAll(directory, layout, scenario) : 'conflict'
}

function readAll(directory: string, layout: Layout, { base, ours, theirs, asked }: Scenario): MergeOutcome {
  const given = [...base, ...ours, ...theirs]
  const outcomes = asked.map((question): MergeOutcome => {
    const reading = layout.read(directory, question)
    if (typeof reading === 'string') return reading
    const { key } = question.keyed
    const answers = given.filter(({ keyed }) => keyed.key === key).map(({ answer }) => canonicalJson(answer))
    return answers.includes(canonicalJson(reading)) ? 'right' : 'wrong'
  })
  const worstFirst = ['wrong', 'refused', 'missing'] as const
  return worstFirst.find(outcome => outcomes.includes(outcome)) ?? 'right'
}
