import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { keyRequest } from '../../src/recordings/key.ts'
import { parseRecording } from '../../src/recordings/recording.ts'
import type { AttributionAnswer } from '../../src/protocol.ts'
import {
  attributionAnswer,
  attributionRequest,
  fileOf,
  judgeParts,
  keyedAttribution,
} from '../recordings/sample.ts'
import { cliProject, type CliProject } from './cli-project.ts'

// each starts git a dozen times, which a busy machine makes slow
vi.setConfig({ testTimeout: 60_000 })

type File = readonly [name: string, text: string]
/** What a branch does: files written, or names taken away. */
type Change = (File | string)[]

const directory = '__recordings__/context-recall'

/** The same verdicts in other words, as a judge gives them when it is asked again. */
function answer(gap: string, quote = 'born on 14 March 1879'): AttributionAnswer {
  return {
    verdicts: attributionAnswer.verdicts.map(verdict =>
      verdict.claim === 1 ? { ...verdict, evidence: [{ context: 1, quote }] } : { ...verdict, gap },
    ),
  }
}

/** Long enough for git to take one such file for another, renamed. */
const contexts = [
  ...attributionRequest.contexts,
  ...Array.from({ length: 8 }, (_, n) => `Of paragraph ${n} nothing else is known.`),
]
const longRequest = { ...attributionRequest, contexts }
const oldPrompt = keyRequest(longRequest, judgeParts)
const newPrompt = keyRequest(longRequest, { ...judgeParts, promptDigest: 'f'.repeat(64) })
const otherQuestion = keyRequest(
  { ...longRequest, claims: ['Einstein lived in Bern.', 'He liked it.'] },
  judgeParts,
)

const file = (keyed: typeof oldPrompt, gap: string, quote?: string): File =>
  fileOf(keyed, [answer(gap, quote)])
const [name] = file(oldPrompt, '')

function apply(project: CliProject, change: Change): void {
  for (const each of change) {
    if (typeof each === 'string') rmSync(join(project.root, directory, each))
    else project.write(...each)
  }
  project.commit()
}

/** Makes a base and two branches, and merges the second into the first. Returns whether git called it a conflict. */
function merge(
  base: Change,
  ours: Change,
  theirs: Change,
  options: string[] = [],
): { project: CliProject; conflict: boolean } {
  const project = cliProject()
  apply(project, base)
  project.git('checkout', '--quiet', '-b', 'theirs')
  apply(project, theirs)
  project.git('checkout', '--quiet', 'main')
  apply(project, ours)
  const { status } = spawnSync('git', ['merge', '--no-edit', ...options, 'theirs'], { cwd: project.root })
  return { project, conflict: status !== 0 }
}

/** The commands that audit prints, the first for each file: those in a column behind a few words. */
function commandsIn(out: string): string[] {
  return out.split('\n✗ ').flatMap(fault => {
    const command = /(?:^| {2,})((?:git|rm) [^\n]*?)(?: {3}and |$)/m.exec(fault)?.[1]
    return command === undefined ? [] : [command]
  })
}

/** The lines of audit that name a file at fault. */
function faultsIn(out: string): string {
  return out
    .split('\n')
    .filter(line => line.startsWith('✗ '))
    .join('\n')
}

/** Every file of the directory either is whole and says what one side said, or audit names it. */
async function findSilentFaults(project: CliProject, sides: Change[]): Promise<string[]> {
  const told = faultsIn((await project.run(['audit'])).out)
  const known = sides.flat().filter(each => typeof each !== 'string')
  const names = new Set(known.map(([each]) => each))
  return [...names].filter(each => {
    if (!existsSync(join(project.root, directory, each)) || told.includes(each)) return false
    const { answers } = parseRecording(project.read(each), each)
    return !known.some(
      ([side, text]) =>
        side === each && JSON.stringify(answers) === JSON.stringify(parseRecording(text, each).answers),
    )
  })
}

const scenarios: [what: string, base: Change, ours: Change, theirs: Change][] = [
  ['both add the same', [], [file(oldPrompt, 'a')], [file(oldPrompt, 'a')]],
  ['both add the same question, answered differently', [], [file(oldPrompt, 'a')], [file(oldPrompt, 'b')]],
  ['both ask again', [file(oldPrompt, 'base')], [file(oldPrompt, 'a')], [file(oldPrompt, 'b')]],
  [
    'both ask again, and other lines change',
    [file(oldPrompt, 'base')],
    [file(oldPrompt, 'a')],
    [file(oldPrompt, 'base', 'born on 14 March 1879 in Ulm')],
  ],
  ['one asks again, the other prunes', [file(oldPrompt, 'base')], [file(oldPrompt, 'a')], [name]],
  ['one prunes, the other asks again', [file(oldPrompt, 'base')], [name], [file(oldPrompt, 'a')]],
  [
    'one changes the prompt, the other asks something new',
    [file(oldPrompt, 'base')],
    [name, file(newPrompt, 'base')],
    [file(otherQuestion, 'x')],
  ],
  [
    'one changes the prompt, the other asks again',
    [file(oldPrompt, 'base')],
    [name, file(newPrompt, 'base')],
    [file(oldPrompt, 'a')],
  ],
  [
    'the prompt changes on both sides',
    [file(oldPrompt, 'base')],
    [name, file(newPrompt, 'a')],
    [name, file(newPrompt, 'b')],
  ],
]

describe.each(scenarios)('when %s', (_, base, ours, theirs) => {
  it.each([[[]], [['-X', 'ours']], [['-X', 'theirs']]])(
    'nothing is clean but wrong, and what audit prints settles the rest (%j)',
    async options => {
      const { project } = merge(base, ours, theirs, options)
      expect(await findSilentFaults(project, [base, ours, theirs])).toEqual([])
      for (let round = 0; round < 3; round++) {
        const { code, out } = await project.run(['audit'])
        if (code === 0) break
        const commands = commandsIn(out)
        expect(commands, out).not.toEqual([])
        for (const command of commands) {
          const { status, stderr } = spawnSync(command, { shell: true, cwd: project.root, encoding: 'utf8' })
          expect(status, `${command}\n${stderr}`).toBe(0)
        }
      }
      expect(await project.run(['audit'])).toMatchObject({ code: 0 })
      expect(await findSilentFaults(project, [base, ours, theirs])).toEqual([])
      project.git('add', '--all')
      project.git('commit', '--quiet', '--allow-empty', '--message', 'settled')
    },
  )
})

describe('a merge', () => {
  it.each([
    ['without a conflict when both add the same', [], [file(oldPrompt, 'a')], [file(oldPrompt, 'a')], false],
    [
      'with a conflict when both ask again',
      [file(oldPrompt, 'b')],
      [file(oldPrompt, 'a')],
      [file(oldPrompt, 'c')],
      true,
    ],
  ] as [string, Change, Change, Change, boolean][])('ends %s', async (_, base, ours, theirs, expected) => {
    expect(merge(base, ours, theirs).conflict).toBe(expected)
  })

  it('that takes lines of both sides is found by its seal', async () => {
    const changed = file(oldPrompt, 'base', 'born on 14 March 1879 in Ulm')
    const { project } = merge([file(oldPrompt, 'base')], [file(oldPrompt, 'a')], [changed], ['-X', 'ours'])
    const { code, out } = await project.run(['audit'])
    expect(code).toBe(1)
    expect(out).toContain('its seal is broken')
  })

  it('that git makes wrong through a rename is found, and replay refuses the file', async () => {
    const [newName] = file(newPrompt, '')
    const { project, conflict } = merge(
      [file(oldPrompt, 'base')],
      [name, file(newPrompt, 'base')],
      [file(oldPrompt, 'a')],
    )
    // git takes the new file for the old one renamed, and carries the other side's answer over; it may call that a conflict
    const out = faultsIn((await project.run(['audit'])).out)
    if (conflict || project.read(newName) !== file(newPrompt, 'base')[1]) expect(out).toContain(newName)
    expect(project.read(newName)).not.toBe(file(newPrompt, 'base')[1])
  })
})

describe('a checkout', () => {
  it('with Windows line ends passes', async () => {
    const project = cliProject()
    project.commit([file(oldPrompt, 'a')])
    project.git('config', 'core.autocrlf', 'true')
    rmSync(join(project.root, directory, name))
    project.git('checkout', '--', directory)
    expect(project.read(name)).toContain('\r\n')
    expect((await project.run(['audit'])).code).toBe(0)
    expect((await project.run(['diff', 'HEAD'])).out).toBe('0 changed, 0 new, 0 gone, 1 the same')
  })

  it('on a disk that does not tell case apart cannot mix up two names', () => {
    const names = ['Ulm is OLD.', 'ULM IS OLD.', 'ulm is old.'].map(
      claim => keyRequest({ ...attributionRequest, claims: [claim] }, judgeParts).name,
    )
    expect(new Set(names.map(each => each.toLowerCase())).size).toBe(3)
    expect(keyedAttribution.name).toBe(keyedAttribution.name.toLowerCase())
  })
})
