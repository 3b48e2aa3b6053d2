import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { resolvePrompt } from '../../src/judge/prompts/prompt.ts'
import { keyRequest } from '../../src/recordings/key.ts'
import {
  type AttributionRecording,
  parseRecording,
  serialiseRecording,
} from '../../src/recordings/recording.ts'
import { makeRecording } from '../../src/recordings/recording-making.ts'
import { judgeRuns } from '../../src/reporters/judge-obsolete.ts'
import type { AttributionAnswer } from '../../src/protocol.ts'
import {
  attributionAnswer,
  attributionRequest,
  claimsAnswer,
  claimsRequest,
  fileOf,
  judgeParts,
  keyedAttribution,
  keyedClaims,
} from '../recordings/sample.ts'
import { type CliProject, cliProject } from './cli-project.ts'

// each starts git a dozen times, which a busy machine makes slow
vi.setConfig({ testTimeout: 60_000 })

const claimsFile = fileOf(keyedClaims)
const attributionFile = fileOf(keyedAttribution)
const both = [claimsFile, attributionFile]
const [attributionName, attributionText] = attributionFile
const [claimsName] = claimsFile
const attributionHash = keyedAttribution.key.slice(0, 16)
const directory = '__recordings__/context-recall'

const otherContexts = keyRequest(
  { ...attributionRequest, contexts: ['Einstein was born in 1879 and developed relativity.'] },
  judgeParts,
)
const otherAnswer: AttributionAnswer = {
  verdicts: [1, 2].map(claim => ({
    claim,
    status: 'supported',
    evidence: [{ context: 1, quote: claim === 1 ? 'born in 1879' : 'developed relativity' }],
    gap: '',
  })),
}

/** Notes that a suite of one test ran, which used these recordings. */
function runSuite({ root, write }: CliProject, used: readonly string[]): void {
  write('../../package.json', '{}')
  write('../../a.test.js', 'a')
  const file = join(root, 'a.test.js')
  const test = { ended: 'whole' as const, used: used.map(name => join(root, directory, name)) }
  const files = new Map([[file, new Map([['asks', test]])]])
  const directories = [join(root, directory)]
  judgeRuns([{ runner: 'vitest', config: root, files, listed: [file], directories }])
}

function edited(change: (recording: AttributionRecording) => void): string {
  const recording = JSON.parse(attributionText) as AttributionRecording
  change(recording)
  return serialiseRecording(recording)
}

const asSupported = edited(({ answers }) => {
  const verdict = answers[0]?.verdicts[1]
  if (verdict !== undefined) verdict.status = 'supported'
})

describe('any command', () => {
  it.each([
    [['lst'], 'Did you mean list?'],
    [['list', '--jsn'], 'Did you mean --json?'],
    [['show'], "missing required argument 'recording'"],
    [['list', '--recordings', 'elsewhere'], 'There is no directory elsewhere.'],
  ])('exits with 2 on %j and says what is wrong', async (args, message) => {
    const { run, commit } = cliProject()
    commit(both)
    const { code, out, err } = await run(args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(message)
  })

  it.each(['list', 'show', 'diff', 'audit', 'estimate', 'forget', 'reseal'])(
    '%s has help with an example',
    async command => {
      const { code, out } = await cliProject().run([command, '--help'])
      expect(code).toBe(0)
      expect(out).toContain(`Example:\n  npx context-recall ${command}`)
    },
  )

  it.each([
    ['../../package.json', 'is not in __recordings__/context-recall'],
    [`${directory}/../secret.claims.0123456789abcdef.jsonc`, 'is not in __recordings__/context-recall'],
    ['..', 'No such recording'],
    ['0000', 'No such recording: none in __recordings__/context-recall is 0000'],
  ])('does not leave the directory for %s', async (given, message) => {
    const { run, commit } = cliProject()
    commit(both)
    const { code, err } = await run(['forget', given, '--yes'])
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it('says its release', async () => {
    expect(await cliProject().run(['--version'])).toEqual({ code: 0, out: '1.2.3', err: '' })
  })

  it.each([
    ['list'],
    ['show', attributionName],
    ['show', claimsName],
    ['diff', 'HEAD'],
    ['audit'],
    ['estimate'],
    ['prune', '--dry-run'],
    ['forget', claimsName],
    ['forget', claimsName, '--yes'],
    ['reseal', claimsName],
  ])('gives JSON and nothing else on the output of %s %s %s', async (...args) => {
    const project = cliProject()
    const { run, commit } = project
    commit(both)
    runSuite(project, [])
    const { out } = await run([...args, '--json'], { answer: true })
    expect(JSON.parse(out)).toEqual(expect.any(Object))
  })

  it.each([
    ['48', '48 is too short: give 4 characters of the hash at least.'],
    [attributionHash.slice(0, 3), `so begins  ${directory}/${attributionName}`],
    [
      `${attributionHash.slice(0, 5)}${attributionHash[5] === '0' ? '1' : '0'}`,
      `nearest  ${directory}/${attributionName}`,
    ],
    [attributionName.replace('einstein', 'einstien'), `nearest  ${directory}/${attributionName}`],
    ['einstein', 'do  npx context-recall list shows names and hashes'],
  ])('says what to do when %s finds none', async (given, message) => {
    const { run, commit } = cliProject()
    commit(both)
    const { code, err } = await run(['show', given])
    expect(code).toBe(2)
    expect(err).toContain(message)
  })

  it('finds a recording by name, path and the beginning of its hash, and refuses one that begins two', async () => {
    const { run, commit } = cliProject()
    commit(both)
    for (const given of [
      attributionHash.toUpperCase(),
      attributionName,
      `${directory}/${attributionName}`,
      attributionHash.slice(0, 6),
      keyedAttribution.key,
    ])
      expect((await run(['show', given])).out).toContain(attributionName)
    const twin = `twin.claims.${attributionHash.slice(0, 8)}00000000.jsonc`
    commit([[twin, '']])
    const { code, err } = await run(['show', attributionHash.slice(0, 6)])
    expect(code).toBe(2)
    expect(err).toContain('2 recordings in')
  })

  it.each(['list', 'audit', 'estimate'])('%s takes an empty directory', async command => {
    const { root, run } = cliProject()
    mkdirSync(join(root, directory), { recursive: true })
    expect((await run([command])).code).toBe(0)
  })
})

describe('list', () => {
  it.each<[string[], string[]]>([
    [['--below', '0.8'], [attributionName]],
    [['--below', '0.5'], []],
    [['--below', '1'], [attributionName]],
    [
      ['--model', judgeParts.model],
      [claimsName, attributionName],
    ],
    [['--model', 'openai/gpt'], []],
    [['--uncommitted'], [claimsName, 'text.claims.0123456789abcdef.jsonc']],
    [['--uncommitted', '--model', judgeParts.model], [claimsName]],
  ])('leaves out what %j does not name', async (options, names) => {
    const { run, commit, write } = cliProject()
    commit(both)
    write(claimsName, `${claimsFile[1]} `)
    write('text.claims.0123456789abcdef.jsonc', '')
    const { code, out } = await run(['list', '--json', ...options])
    expect(code).toBe(0)
    expect((JSON.parse(out) as { name: string }[]).map(({ name }) => name)).toEqual(names)
  })

  it.each(['0', '80', 'x', '', '-1'])('refuses a recall of "%s"', async below => {
    const { run, commit } = cliProject()
    commit(both)
    expect(await run(['list', `--below=${below}`])).toMatchObject({
      code: 2,
      err: `--below takes a recall, as 0.8, not ${below}.`,
    })
  })

  it('knows nothing of what is uncommitted without git', async () => {
    const { run, write } = cliProject({ git: false })
    write(...claimsFile)
    expect(await run(['list', '--uncommitted'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is in no git repository'),
    })
  })

  it('tells ground truth, recall, model, age and size', async () => {
    const { run, commit } = cliProject()
    commit(both)
    const { code, out } = await run(['list'])
    expect(code).toBe(0)
    expect(out).toMatch(/^hash +kind +recall +age +size +model +of$/m)
    expect(out).toMatch(
      new RegExp(
        `^${attributionHash} +attribution +0\\.50 +just now +1 kB +openai/gpt-5\\.6-sol +Einstein was born in 1879\\. He`,
        'm',
      ),
    )
    expect(out).toMatch(
      /claims +2 claims +just now +\d+ B +openai\/gpt-5\.6-sol +Einstein was born in 1879\. He/,
    )
  })

  it('tells the claims of an attribution where no ground truth of theirs is on record', async () => {
    const { run, commit } = cliProject()
    commit([attributionFile])
    expect((await run(['list'])).out).toContain('Einstein was born in 1879. Einstein developed relativity.')
  })

  it('gives JSON', async () => {
    const { run, commit } = cliProject()
    commit(both)
    const lines = JSON.parse((await run(['list', '--json'])).out) as object[]
    expect(lines).toMatchObject([
      { name: claimsName, kind: 'claims', claims: 2 },
      {
        name: attributionName,
        hash: attributionHash,
        kind: 'attribution',
        recall: 0.5,
        claims: 2,
        committed: expect.any(Number),
      },
    ])
  })

  it('goes on past damaged and uncommitted recordings and foreign files', async () => {
    const { run, commit, write } = cliProject()
    commit([claimsFile, ['README.md', 'ours']])
    write(attributionName, attributionText.slice(0, 300))
    const { code, out } = await run(['list'])
    expect(code).toBe(0)
    expect(out).toMatch(/not committed .*\(damaged: see audit\)/)
    expect(out).not.toContain('README')
  })

  it('says that recall of contexts stored as digests is a bound', async () => {
    const project = cliProject()
    const digest = makeRecording(keyedAttribution, { answers: [attributionAnswer], texts: 'digest' })
    project.commit([[attributionName, serialiseRecording(digest)]])
    expect((await project.run(['list'])).out).toContain('≤ 0.50')
    expect((await project.run(['show', attributionName])).out).toContain('stored as digests')
  })
})

describe('show', () => {
  it('tells the question that was asked, of the claims and of what was made with them', async () => {
    const { run, commit } = cliProject()
    const asked = keyRequest({ ...claimsRequest, question: 'Who was Einstein?' }, judgeParts)
    commit([fileOf(asked), attributionFile])
    for (const name of [asked.name, attributionName])
      expect((await run(['show', name])).out).toContain('\nquestion  Who was Einstein?\n')
  })

  it('begins each context, or prints it whole and line by line', async () => {
    const { run, commit } = cliProject()
    const long = `It begins.\n::error::not obeyed\n${'And it goes on. '.repeat(20)}It ends.`
    const keyed = keyRequest({ ...attributionRequest, contexts: [long, 'Short.'] }, judgeParts)
    commit([fileOf(keyed, [{ verdicts: [] }])])
    const { out } = await run(['show', keyed.name])
    expect(out).toContain(
      '\n  0  It begins. ::error::not obeyed And it goes on. And it goes on. And it goes on.…',
    )
    expect(out).toContain(`.… (${long.length} characters)\n  1  Short.\n`)
    expect(out).not.toContain('It ends.')
    const whole = await run(['show', keyed.name, '--contexts'])
    expect(whole.out).toContain('\n     | It begins.\n     | ::error::not obeyed\n     | And it')
    expect(whole.out).toContain('It ends.')
    expect(JSON.parse((await run(['show', keyed.name, '--json'])).out)).toMatchObject({
      kind: 'attribution',
      contexts: [long, 'Short.'],
    })
  })

  it('tells which tests used it, where a run is known', async () => {
    const project = cliProject()
    const { run, commit } = project
    commit(both)
    expect((await run(['show', claimsName])).out).not.toContain('used by')
    runSuite(project, [claimsName])
    expect((await run(['show', claimsName])).out).toContain('used by   a.test.js > asks\n')
    expect((await run(['show', attributionName])).out).toContain('used by   nothing that is known here\n')
  })

  it('shows verdicts and evidence in its context', async () => {
    const { run, commit } = cliProject()
    commit(both)
    const { out } = await run(['show', attributionHash])
    expect(out).toMatchInlineSnapshot(`
      "file      __recordings__/context-recall/einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
      judge     openai/gpt-5.6-sol
      prompt    a prompts.attribution of yours, or another release's default
      recall    0.50
      contexts  2, sorted: their numbers here are not those of the test
        0  Albert Einstein was born on 14 March 1879 in Ulm, in the Kingdom of Württemberg.
        1  He published the theory of special relativity in 1905.

      ✓ Einstein was born in 1879.
          context 0: Albert Einstein was «born on 14 March 1879» in Ulm, in the Kingdom of Württemberg.

      ✗ Einstein developed relativity.
          partial: general relativity
          context 1: He published the theory of «special relativity» in 1905."
    `)
  })

  it('shows a quote at either end of a context without spaces of its own making', async () => {
    const { run, commit } = cliProject()
    const quoting = (quote: string): AttributionAnswer => ({
      verdicts: attributionAnswer.verdicts.map(verdict => ({
        ...verdict,
        evidence: [{ context: 2, quote }],
      })),
    })
    commit([fileOf(keyedAttribution, [quoting('in 1905')]), fileOf(otherContexts, [otherAnswer])])
    expect((await run(['show', attributionHash])).out).toContain('special relativity «in 1905».')
    commit([fileOf(keyedAttribution, [quoting('He published')])])
    expect((await run(['show', attributionHash])).out).toContain('context 1: «He published» the theory')
  })

  it('shows claims and the attributions made with them', async () => {
    const { run, commit } = cliProject()
    commit(both)
    const { out } = await run(['show', claimsName])
    expect(out).toContain('Ground truth: Einstein was born in 1879. He developed relativity.')
    expect(out).toContain(`Attributions of these claims:\n  ${attributionName}`)
  })

  it('fails on a damaged one, saying what is wrong', async () => {
    const { run, commit } = cliProject()
    commit([[attributionName, asSupported]])
    const { code, err } = await run(['show', attributionHash])
    expect(code).toBe(1)
    expect(err).toContain('its seal is broken')
  })
})

describe('audit', () => {
  it('finds nothing in what is sound', async () => {
    const { run, commit } = cliProject()
    commit(both)
    expect(await run(['audit', '--strict'])).toEqual({
      code: 0,
      out: '2 recordings in __recordings__/context-recall: 0 at fault, 0 notes',
      err: '',
    })
  })

  it('finds a broken seal and the commit to restore it from', async () => {
    const { run, commit, git, read } = cliProject()
    commit(both)
    const good = git('rev-parse', '--short', 'HEAD').trim()
    commit([[attributionName, asSupported]])
    const { code, out } = await run(['audit'])
    expect(code).toBe(1)
    expect(out).toContain('its seal is broken')
    expect(out).toContain(`restore it   git checkout ${good} -- ${directory}/${attributionName}`)
    git('checkout', good, '--', `${directory}/${attributionName}`)
    expect(read(attributionName)).toBe(attributionText)
    expect((await run(['audit'])).code).toBe(0)
  })

  it.each([
    ['', 'is empty'],
    [attributionText.slice(0, 200), 'is cut off'],
    [`<<<<<<< ours\n${attributionText}=======\n>>>>>>> theirs\n`, 'conflict markers'],
    ['version https://git-lfs.github.com/spec/v1\n', 'git lfs pull --include'],
    [attributionText.replace('"format": 1', '"format": 2'), 'npm install --save-dev context-recall@latest'],
  ])('tells apart what is damaged (%#)', async (text, message) => {
    const { run, commit } = cliProject()
    commit([[attributionName, text]])
    const { code, out } = await run(['audit'])
    expect(code).toBe(1)
    expect(out).toContain(message)
    if (!text.startsWith('version') && !text.includes('"format": 2'))
      expect(out).toContain(`delete it    rm ${directory}/`)
  })

  it('finds keys and values of the environment, without showing them', async () => {
    const key = `sk-${'a1b2c3d4'.repeat(4)}`
    const value = 'Zx81Zx82Zx83Zx84Zx85'
    const { run, commit } = cliProject()
    const request = { ...attributionRequest, contexts: [`Use ${key}.`, `Then ${value}.`] }
    const keyed = keyRequest(request, judgeParts)
    commit([fileOf(keyed, [{ verdicts: [] }])])
    const found = await run(['audit'])
    expect(found.code).toBe(1)
    expect(found.out).toContain('It holds what looks like an OpenAI')
    expect(found.out + found.err).not.toContain(key)
    const allowed = await run(['audit', '--allow-secret', key], { environment: { MY_TOKEN: value } })
    expect(allowed.out).toContain('It holds the value of the environment variable MY_TOKEN.')
    expect(
      (await run(['audit', '--allow-secret', key, 'MY_TOKEN'], { environment: { MY_TOKEN: value } })).code,
    ).toBe(0)
  })

  it('finds secrets in what stands beside the recordings, without showing them', async () => {
    const { run, commit } = cliProject()
    const key = `sk-${'a1b2c3d4'.repeat(4)}`
    commit([
      ...both,
      ['notes.txt', `Use ${key}.`],
      ['.env', `ACME_PASSWORD=${'k7Qp2'}wXz9Lm4`],
      ['old/answers/a.json', `{"answer":"${key}"}`],
      ['wide.txt', Array.from(`Use ${key}.`).join('\0')],
      ['large.bin', `${'\0\u0001'.repeat(1_000_000)}${key} ${'x'.repeat(9_000_000)}`],
      ['harmless.md', 'Set OPENAI_API_KEY=sk-... first.'],
    ])
    const { code, out, err } = await run(['audit'])
    expect(code).toBe(1)
    const named = out.split('\n').filter(line => line.startsWith('✗'))
    expect(named.sort()).toEqual(
      ['.env', 'large.bin', 'notes.txt', 'old/answers/a.json', 'wide.txt'].map(
        name => `✗ ${directory}/${name}`,
      ),
    )
    expect(out + err).not.toMatch(/a1b2c3d4|k7Qp2/)
    expect((await run(['audit', '--allow-secret', key, 'wXz9'])).code).toBe(0)
  })

  it('follows no link and waits for no pipe beside the recordings', async () => {
    const { root, run, commit } = cliProject()
    commit(both)
    symlinkSync('/nowhere', join(root, directory, 'broken'))
    symlinkSync('.', join(root, directory, 'circle'))
    if (process.platform !== 'win32') execFileSync('mkfifo', [join(root, directory, 'pipe')])
    expect((await run(['audit'])).out).toContain(': 0 at fault')
  })

  it('finds that git ignores the directory', async () => {
    const { run, commit } = cliProject()
    commit([...both, ['../../.gitignore', '__recordings__\n']])
    const { code, out } = await run(['audit'])
    expect(code).toBe(1)
    expect(out).toContain('git ignores it')
  })

  it('finds a single ignored file, and the command that adds it', async () => {
    const { run, commit, git } = cliProject()
    commit([claimsFile, ['../../.gitignore', '*.attribution.*\n']])
    commit([attributionFile])
    const { code, out } = await run(['audit'])
    const command = `git add --force ${directory}/${attributionName}`
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining(`    ${command}\n`) })
    git(...command.split(' ').slice(1))
    git('commit', '--quiet', '--message', 'added')
    expect((await run(['audit'])).code).toBe(0)
  })

  it.each([
    ['changed', attributionFile[1].replaceAll('\n  ', '\n    ')],
    ['deleted', undefined],
  ])('finds what was %s after it was added, and the command that adds it again', async (what, text) => {
    const { root, run, commit, git, write } = cliProject()
    commit([claimsFile])
    write(...attributionFile)
    git('add', '--all')
    expect((await run(['audit'])).code).toBe(0)
    if (text === undefined) rmSync(join(root, directory, attributionName))
    else write(attributionName, text)
    const { code, out } = await run(['audit'])
    expect({ code, out }).toEqual({
      code: 1,
      out: expect.stringContaining(`It was ${what} after it was added`),
    })
    git('add', `${directory}/${attributionName}`)
    expect((await run(['audit'])).code).toBe(0)
  })

  it('prints commands that work for another directory, too', async () => {
    const { root, run, write } = cliProject()
    const elsewhere = 'apps/web/recorded answers'
    write(`../../${elsewhere}/${attributionName}`, asSupported)
    const { code, out } = await run(['audit', '--recordings', elsewhere])
    expect(code).toBe(1)
    const [, command = ''] = /npx context-recall (.*)/.exec(out) ?? []
    const args = command.match(/"[^"]*"|\S+/g)?.map(arg => arg.replaceAll('"', '')) ?? []
    expect(await run(args)).toMatchObject({ code: 0, err: '' })
    expect(readFileSync(join(root, elsewhere, attributionName), 'utf8')).toContain('"edited": true')
    expect((await run(['audit', '--recordings', elsewhere])).code).toBe(0)
  })

  it('asks git about the directory, wherever the command is run', async () => {
    const { root, run, commit } = cliProject()
    commit([...both, ['../../.gitignore', '__recordings__\n']])
    const other = cliProject({ git: false })
    const args = ['audit', '--recordings', join(root, directory)]
    expect((await run(args)).code).toBe(1)
    expect((await other.run(args)).out).toContain('git ignores it')
  })

  it('notes what need not be wrong, and fails for it under --strict only', async () => {
    const { run, commit, write } = cliProject()
    commit([attributionFile])
    const other = keyRequest(
      { kind: 'claims', groundTruth: 'Ulm is old.' },
      { ...judgeParts, model: 'other/judge', promptDigest: 'x' },
    )
    const third = keyRequest({ kind: 'claims', groundTruth: 'Ulm is new.' }, judgeParts)
    commit([fileOf(third, [{ claims: ['Ulm is new.'] }]), fileOf(other, [{ claims: ['Ulm is old.'] }])])
    write('notes.txt', '')
    write(claimsName, claimsFile[1])
    const { code, out } = await run(['audit'])
    expect(code).toBe(0)
    expect(out).toContain('2 whose claims were never attributed')
    expect(out).toMatch(
      /claims: made with 2 prompts, of which a test reads one: \d with a prompts\.claims of yours, or another release's default \(\S+jsonc( and more)?\), \d with/,
    )
    expect(out).toContain('claims: made by 2 models: openai/gpt-5.6-sol, other/judge')
    expect(out).toContain('not committed yet: 1 not added')
    expect(out).toContain('1 file that is no recording (notes.txt)')
    expect((await run(['audit', '--strict'])).code).toBe(1)
  })

  it('notes attributions whose claims no recording extracted', async () => {
    const { run, commit } = cliProject()
    commit([attributionFile])
    expect((await run(['audit'])).out).toContain('1 of claims that no recording extracted')
  })

  it('works where there is no git repository', async () => {
    const { run, write } = cliProject({ git: false })
    for (const [name, text] of both) write(name, text)
    const { code, out } = await run(['audit'])
    expect(code).toBe(0)
    expect(out).toContain('not in a git repository')
  })
})

describe('forget', () => {
  it('deletes nothing without a terminal, unless told so', async () => {
    const { run, commit, read } = cliProject()
    commit(both)
    const { code, err } = await run(['forget', attributionHash])
    expect(code).toBe(2)
    expect(err).toContain('give --yes')
    expect(read(attributionName)).toBe(attributionText)
    expect((await run(['forget', attributionHash, '--yes'])).code).toBe(0)
    expect(() => read(attributionName)).toThrow('ENOENT')
  })

  it('says which attributions it orphans, and asks', async () => {
    const { run, commit, read } = cliProject()
    commit(both)
    const kept = await run(['forget', claimsName], { answer: false })
    expect(kept.out).toContain(`These attributions were made with them:\n    ${attributionName}`)
    expect(read(claimsName)).toBe(claimsFile[1])
    expect((await run(['forget', claimsName], { answer: true })).code).toBe(0)
    expect(() => read(claimsName)).toThrow('ENOENT')
  })

  it('orphans nothing while another ground truth makes the same claims', async () => {
    const { run, commit } = cliProject()
    const other = keyRequest({ kind: 'claims', groundTruth: 'Einstein: 1879, relativity.' }, judgeParts)
    commit([...both, fileOf(other, [claimsAnswer])])
    expect((await run(['forget', claimsName], { answer: false })).out).not.toContain(attributionName)
  })

  it('deletes a damaged one', async () => {
    const { run, commit } = cliProject()
    commit([[attributionName, '']])
    expect(await run(['forget', attributionHash, '--yes'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('is empty'),
    })
  })
})

describe('reseal', () => {
  it('takes over a corrected verdict, marked as edited', async () => {
    const { run, commit, write, read } = cliProject()
    commit(both)
    write(attributionName, asSupported.replaceAll('\n', '\r\n'))
    const { code, out } = await run(['reseal', `${directory}/${attributionName}`])
    expect(code).toBe(0)
    expect(out).toContain('sealed anew and marked as edited')
    expect(out).toContain('✓ Einstein developed relativity.')
    const recording = parseRecording(read(attributionName), attributionName)
    expect(recording).toMatchObject({ edited: true, key: keyedAttribution.key })
    expect((await run(['audit'])).code).toBe(0)
    expect((await run(['reseal', attributionName])).out).toContain('nothing was changed')
  })

  const verdicts = (change: (verdict: AttributionAnswer['verdicts'][number]) => void): string =>
    edited(({ answers }) => {
      for (const verdict of answers[0]?.verdicts.slice(1) ?? []) change(verdict)
    })
  it.each<[string, string, string]>([
    [
      'a quote that no context contains',
      verdicts(verdict =>
        Object.assign(verdict, { status: 'supported', evidence: [{ context: 2, quote: 'a Nobel Prize' }] }),
      ),
      'by a quote that no context contains: "a Nobel Prize"',
    ],
    [
      'support without a quote',
      verdicts(verdict => Object.assign(verdict, { status: 'supported', evidence: [] })),
      'is called supported without a quote',
    ],
    ['no verdict', edited(({ answers }) => answers[0]?.verdicts.pop()), 'has no verdict'],
    [
      'two verdicts',
      edited(({ answers }) =>
        answers[0]?.verdicts.push({ claim: 2, status: 'missing', evidence: [], gap: '' }),
      ),
      'or two in one answer',
    ],
    [
      'an unknown status',
      verdicts(verdict => Object.assign(verdict, { status: 'yes' })),
      'Missing or wrong: answers[0].verdicts[1].status',
    ],
    ['another context', asSupported.replace('in 1905', 'in 1906'), 'The question was changed, too.'],
    [
      'another claim',
      asSupported.replace('"Einstein developed relativity."', '"Einstein liked relativity."'),
      'The question was changed, too.',
    ],
    ['no JSON', asSupported.slice(0, -10), 'It is no JSON'],
    ['an empty file', '', 'It is no JSON'],
  ])('refuses %s and leaves the file as it was', async (_, text, message) => {
    const { run, commit, write, read } = cliProject()
    commit(both)
    write(attributionName, text)
    const { code, err } = await run(['reseal', attributionName])
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(err).toContain(`or undo  git checkout -- ${directory}/${attributionName}`)
    expect(read(attributionName)).toBe(text)
  })

  it('takes over corrected claims, and says what that means', async () => {
    const { run, commit, write } = cliProject()
    commit(both)
    write(
      claimsName,
      claimsFile[1].replace('Einstein developed relativity.', 'Einstein developed relativity theory.'),
    )
    const { code, out } = await run(['reseal', claimsName])
    expect(code).toBe(0)
    expect(out).toContain('- Einstein developed relativity theory.')
    expect(out).toContain('attributions made with other claims are not read any more')
    write(claimsName, claimsFile[1].replace('Einstein developed relativity.', ' '))
    expect((await run(['reseal', claimsName])).err).toContain('One of the claims is blank.')
  })

  it('refuses an empty list of claims, unless that is meant', async () => {
    const { run, commit, write, read } = cliProject()
    const empty = claimsFile[1].replace(/"claims": \[[^\]]*\]/, '"claims": []')
    expect(empty).not.toBe(claimsFile[1])
    commit(both)
    write(claimsName, empty)
    const refused = await run(['reseal', claimsName])
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('If that is meant: --empty.') })
    expect(read(claimsName)).toBe(empty)
    expect((await run(['reseal', claimsName, '--empty'])).code).toBe(0)
    expect(read(claimsName)).toContain('"edited": true')
  })

  it('refuses a correction with a secret in it, unless that is allowed', async () => {
    const { run, commit, write, read } = cliProject()
    commit(both)
    const text = verdicts(verdict => Object.assign(verdict, { gap: 'Zx81Zx82Zx83Zx84Zx85' }))
    write(attributionName, text)
    const environment = { MY_TOKEN: 'Zx81Zx82Zx83Zx84Zx85' }
    const refused = await run(['reseal', attributionName], { environment })
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('MY_TOKEN') })
    expect(refused.err).not.toContain('Zx81')
    expect(read(attributionName)).toBe(text)
    const allowed = ['reseal', attributionName, '--allow-secret', 'MY_TOKEN']
    expect((await run(allowed, { environment })).code).toBe(0)
  })

  it('checks what it can of a recording without contexts', async () => {
    const { run, commit, write } = cliProject()
    const digest = serialiseRecording(
      makeRecording(keyedAttribution, { answers: [attributionAnswer], texts: 'digest' }),
    )
    commit([[attributionName, digest]])
    write(attributionName, digest.replace('"partial"', '"supported"'))
    expect(await run(['reseal', attributionName])).toMatchObject({
      code: 0,
      out: expect.stringContaining('its contexts are stored as digests'),
    })
    expect((await run(['audit'])).code).toBe(0)
  })
})

describe('estimate', () => {
  it('tells money where prices are given', async () => {
    const { run, commit } = cliProject()
    commit(both)
    const { inputTokens, outputTokens, money } = JSON.parse(
      (await run(['estimate', '--json', '--prices', '2,10'])).out,
    ) as Record<string, number>
    expect(money).toBeCloseTo(((inputTokens ?? 0) * 2 + (outputTokens ?? 0) * 10) / 1e6)
    expect((await run(['estimate', '--prices', '2000, 0'])).out).toMatch(
      /\n {2}\d\.\d\d at the prices given\n/,
    )
    expect((await run(['estimate', '--prices', '0.02,0.1'])).out).toMatch(
      /\n {2}0\.0000\d at the prices given\n/,
    )
  })

  it.each(['', '1', '1,', ',1', '1,2,3', 'a,b', '-1,2', '1;2'])('refuses the prices "%s"', async prices => {
    const { run, commit, started } = cliProject()
    commit(both)
    for (const more of [[], ['--', 'npx', 'vitest']])
      expect(await run(['estimate', `--prices=${prices}`, ...more])).toMatchObject({
        code: 2,
        err: expect.stringContaining('It must be two prices'),
      })
    expect(started).toEqual([])
  })

  it('starts a command in mode estimate, without a recording anywhere, and ends as it does', async () => {
    const { run, started } = cliProject()
    const { code } = await run(['estimate', '--prices', '1.25,10', '--', 'npx', 'vitest', 'run', '--bail'])
    expect(code).toBe(7)
    const variables = { CONTEXT_RECALL_MODE: 'estimate', CONTEXT_RECALL_PRICES: '1.25,10' }
    expect(started).toEqual([['npx', 'vitest', 'run', '--bail', variables]])
  })

  it('says how to know beforehand where nothing is on record', async () => {
    const { root, run } = cliProject()
    mkdirSync(join(root, directory), { recursive: true })
    expect((await run(['estimate'])).out).toContain('npx context-recall estimate -- npx vitest run')
  })

  it('counts attributions, and claims where they would be asked, too', async () => {
    const { run, commit } = cliProject()
    commit([...both, ['broken.claims.0123456789abcdef.jsonc', '']])
    const { out } = await run(['estimate'])
    expect(out).toMatch(/all +1 +\d+ +\d+/)
    expect(out).toContain('1 damaged recording is left out')
    expect((await run(['estimate', '--model', 'a/b'])).out).toMatch(
      /with a\/b what it has not answered yet, about:[^]*all +2 +[\d,]+ +\d+/,
    )
    const [few, all] = await Promise.all([
      run(['estimate', '--json']),
      run(['estimate', '--claims', '--json']),
    ])
    const counted = JSON.parse(few.out) as { calls: number; inputTokens: number; outputTokens: number }
    expect(counted).toMatchObject({ calls: 1, unreadable: 1 })
    // two contexts, two claims and some 450 tokens of instructions and schema
    expect(counted.inputTokens).toBeGreaterThan(400)
    expect(counted.inputTokens).toBeLessThan(1500)
    expect(JSON.parse(all.out)).toMatchObject({ calls: 2 })
  })

  it('counts each question once for another model, and none that it has answered', async () => {
    const { run, commit } = cliProject()
    const byOther = { ...judgeParts, model: 'a/b' }
    const attributedByOther = fileOf(keyRequest(attributionRequest, byOther), [attributionAnswer])
    commit([...both, attributedByOther, fileOf(otherContexts, [otherAnswer])])
    const calls = async (model: string): Promise<unknown> =>
      JSON.parse((await run(['estimate', '--model', model, '--json'])).out)
    expect(await calls('c/d')).toMatchObject({ calls: 3 })
    expect(await calls('a/b')).toMatchObject({ calls: 2 })
    expect(await calls(judgeParts.model)).toMatchObject({ calls: 0, inputTokens: 0 })
  })

  it('knows the question again where another model split the ground truth otherwise', async () => {
    const { run, commit } = cliProject()
    const byOther = { ...judgeParts, model: 'a/b' }
    const claims = ['Einstein was born in 1879.']
    const { groundTruth } = keyedClaims.request as { groundTruth: string }
    const verdicts = attributionAnswer.verdicts.slice(0, 1)
    commit([
      ...both,
      fileOf(keyRequest({ kind: 'claims', groundTruth }, byOther), [{ claims }]),
      fileOf(keyRequest({ ...attributionRequest, claims }, byOther), [{ verdicts }]),
    ])
    const { out } = await run(['estimate', '--model', 'c/d', '--json'])
    expect(JSON.parse(out)).toMatchObject({ calls: 2 })
  })

  it('counts a question that was asked twice as two calls', async () => {
    const { run, commit } = cliProject()
    commit([fileOf(keyedAttribution, [attributionAnswer, attributionAnswer])])
    expect(JSON.parse((await run(['estimate', '--json'])).out)).toMatchObject({ calls: 2 })
  })
})

describe('diff', () => {
  const question = (claims: readonly string[], contexts: readonly string[]) =>
    keyRequest({ kind: 'attribution', claims, contexts }, judgeParts)
  const attributed = (
    claims: readonly string[],
    quoted: readonly (string | undefined)[],
  ): AttributionAnswer => ({
    verdicts: claims.map((_, index) => {
      const quote = quoted[index]
      const evidence = quote === undefined ? [] : [{ context: 1, quote }]
      return { claim: index + 1, status: quote === undefined ? 'missing' : 'supported', evidence, gap: '' }
    }),
  })
  const claims = ['Ulm is old.', 'Ulm is large.']
  const before = question(claims, ['Ulm is old and large.'])
  const after = question(claims, ['Bonn is small.'])
  const good = fileOf(before, [attributed(claims, ['Ulm is old', 'large'])])
  const bad = fileOf(after, [attributed(claims, [])])

  it('pairs a new judgement with the one of its claims that still stands there', async () => {
    const { run, commit } = cliProject()
    commit([good])
    commit([bad])
    expect((await run(['diff', 'HEAD~1'])).out).toMatchInlineSnapshot(`
      "• Ulm is old. Ulm is large.
        recall 1.00 → 0.00 (contexts changed)
        ulm-is-old.attribution.1f85c28a29995da7.jsonc
        paired by its claims with ulm-is-old.attribution.e714b880df5e27f4.jsonc, which is there still (npx context-recall prune tells whether a test uses it)
          lost: Ulm is old. (supported → missing)
          lost: Ulm is large. (supported → missing)

      claims: 2 lost, 0 won; 1 changed, 0 new, 0 gone, 0 the same"
    `)
    expect(JSON.parse((await run(['diff', 'HEAD~1', '--json'])).out)).toMatchObject([
      {
        groundTruth: 'Ulm is old. Ulm is large.',
        before: good[0],
        after: bad[0],
        recall: { before: 1, after: 0 },
        lost: claims,
        won: [],
        standing: 'guessed',
      },
    ])
  })

  it('pairs it with nothing that the tests still use, and is sure of what they do not', async () => {
    const project = cliProject()
    const { run, commit } = project
    commit([good])
    commit([bad])
    const use = (used: string[]): void => runSuite(project, used)
    use([good[0], bad[0]])
    expect((await run(['diff', 'HEAD~1'])).out).toContain('0 changed, 1 new, 0 gone, 1 the same')
    // of a run before the new one was made
    use([good[0]])
    expect((await run(['diff', 'HEAD~1'])).out).toContain('paired by its claims with')
    use([bad[0]])
    const { out } = await run(['diff', 'HEAD~1'])
    expect(out).toContain(`in the place of ${good[0]}, which no test uses now`)
    expect(out).toContain('claims: 2 lost, 0 won; 1 changed, 0 new, 0 gone, 0 the same')
  })

  it('pairs each once, by the most common contexts of the same model', async () => {
    const { run, commit } = cliProject()
    const texts = ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.']
    const old = [question(claims, texts.slice(0, 3)), question(claims, texts.slice(3))]
    const fresh = [
      question(claims, [...texts.slice(3, 5), 'Seven.']),
      question(claims, [...texts.slice(0, 2), 'Eight.']),
      question(claims, ['Nine.']),
    ]
    const elsewhere = keyRequest(fresh[0]?.request ?? keyedClaims.request, { ...judgeParts, model: 'a/b' })
    commit([...old, elsewhere].map(keyed => fileOf(keyed, [attributed(claims, [])])))
    commit(fresh.map(keyed => fileOf(keyed, [attributed(claims, [])])))
    const changes = JSON.parse((await run(['diff', 'HEAD~1', '--json'])).out) as object[]
    expect(changes).toHaveLength(3)
    expect(changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ before: old[1]?.name, after: fresh[0]?.name }),
        expect.objectContaining({ before: old[0]?.name, after: fresh[1]?.name }),
        expect.objectContaining({ before: elsewhere.name, after: fresh[2]?.name }),
      ]),
    )
  })

  it('says losses first, of claims and of judgements', async () => {
    const { run, commit } = cliProject()
    const others = ['Bonn is wet.', 'Bonn is dry.', 'Bonn is flat.']
    const wins = question(['Rome is old.'], ['Rome is old.'])
    const mixed = question(others, ['Bonn is wet, dry and flat.'])
    commit([
      fileOf(wins, [attributed(['Rome is old.'], [])]),
      fileOf(mixed, [attributed(others, [undefined, undefined, 'flat'])]),
    ])
    commit([
      fileOf(wins, [attributed(['Rome is old.'], ['Rome is old'])]),
      fileOf(mixed, [attributed(others, ['wet', 'dry', undefined])]),
      fileOf(question(['Kiel is wet.'], ['Kiel.']), [attributed(['Kiel is wet.'], [])]),
    ])
    const { out } = await run(['diff', 'HEAD~1'])
    expect(out.match(/lost|won|new|recall \S+( → \S+)?/g)).toEqual([
      'recall 0.33 → 0.67',
      'lost',
      'won',
      'won',
      'recall 0.00 → 1.00',
      'won',
      'recall 0.00',
      'new',
      'lost',
      'won',
      'new',
    ])
  })

  it('says which prompt made way for which', async () => {
    const { run, commit, git } = cliProject()
    const made = (promptDigest: string) => keyRequest(attributionRequest, { ...judgeParts, promptDigest })
    const guided = resolvePrompt('attribution', 'Be brief.').digest
    const replaced = resolvePrompt('attribution', { replace: 'Judge.' }).digest
    commit([fileOf(made(resolvePrompt('attribution').digest))])
    for (const digest of [guided, replaced]) {
      git('rm', '-r', '--quiet', directory)
      commit([fileOf(made(digest))])
    }
    expect((await run(['diff', 'HEAD~2'])).out).toContain(
      "prompt changed: this release's default → a replacement by prompts.attribution",
    )
    git('reset', '--quiet', '--hard', 'HEAD~1')
    expect((await run(['diff', 'HEAD~1'])).out).toContain(
      "prompt changed: this release's default → guidance added by prompts.attribution",
    )
  })

  it('tells verdicts that changed in place, and why', async () => {
    const { run, commit } = cliProject()
    commit(both)
    const again: AttributionAnswer = {
      verdicts: attributionAnswer.verdicts.map(verdict => ({ ...verdict, status: 'supported', gap: '' })),
    }
    commit([fileOf(keyedAttribution, [again])])
    const { code, out } = await run(['diff', 'HEAD~1'])
    expect(code).toBe(0)
    expect(out).toMatchInlineSnapshot(`
      "• Einstein was born in 1879. He developed relativity.
        recall 0.50 → 1.00 (asked again)
        einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
          won: Einstein developed relativity. (partial → supported)
              "special relativity"

      claims: 0 lost, 1 won; 1 changed, 0 new, 0 gone, 0 the same"
    `)
  })

  it('pairs a judgement with the one whose contexts changed', async () => {
    const { run, commit, git } = cliProject()
    commit(both)
    git('rm', '--quiet', `${directory}/${attributionName}`)
    commit([fileOf(otherContexts, [otherAnswer])])
    const { out } = await run(['diff', 'HEAD~1'])
    expect(out).toContain('recall 0.50 → 1.00 (contexts changed)')
    expect(out).toContain('won: Einstein developed relativity. (partial → supported)')
    expect(out).toContain('1 changed, 0 new, 0 gone, 0 the same')
  })

  it('tells what is new with the claims it lacks, and what is gone', async () => {
    const { run, commit, git } = cliProject()
    commit([claimsFile])
    commit([attributionFile])
    const added = await run(['diff', 'HEAD~1'])
    expect(added.out).toContain('recall 0.50 (new)')
    expect(added.out).toContain(
      '\n    partial  Einstein developed relativity.\n        gap: general relativity',
    )
    git('rm', '--quiet', `${directory}/${attributionName}`)
    const gone = await run(['diff', 'HEAD'])
    expect(gone.out).toContain('recall 0.50 (gone)')
    expect(gone.out).toContain('0 changed, 0 new, 1 gone, 0 the same')
  })

  it('tells a changed model, settings, prompt and claims, and evidence that changed alone', async () => {
    const { run, commit, git } = cliProject()
    const quoteElsewhere: AttributionAnswer = {
      verdicts: attributionAnswer.verdicts.map(verdict =>
        verdict.claim === 1
          ? { ...verdict, evidence: [{ context: 1, quote: 'Albert Einstein was born on 14 March 1879' }] }
          : verdict,
      ),
    }
    commit(both)
    commit([fileOf(keyedAttribution, [quoteElsewhere])])
    expect((await run(['diff', 'HEAD~1'])).out).toContain('no verdict changed; the evidence did')
    git('rm', '-r', '--quiet', directory)
    const request = {
      ...attributionRequest,
      claims: ['Einstein was born in 1879.', 'Einstein developed relativity. Twice.'],
    }
    const other = keyRequest(request, { model: 'a/b', promptDigest: 'x', settings: { seed: 1 } })
    const claims = keyRequest(keyedClaims.request, { ...judgeParts, model: 'a/b' })
    commit([fileOf(other), fileOf(claims, [{ claims: request.claims }])])
    const { out } = await run(['diff', 'HEAD~2'])
    expect(out).toContain(
      "(claims changed, model openai/gpt-5.6-sol → a/b, prompt changed: a prompts.attribution of yours, or another release's default → another such, settings changed)",
    )
    expect(out).toContain('partial → no longer a claim  Einstein developed relativity.')
  })

  it('gives JSON, counts what is the same, and leaves damage to audit', async () => {
    const { run, commit, write } = cliProject()
    commit(both)
    write(claimsName, '')
    expect((await run(['diff', 'HEAD'])).out).toBe(
      '0 changed, 0 new, 0 gone, 1 the same; 1 damaged: see audit',
    )
    expect(JSON.parse((await run(['diff', 'HEAD', '--json'])).out)).toEqual([])
    write(attributionName, '')
    expect((await run(['diff', 'HEAD'])).out).toBe(
      '0 changed, 0 new, 0 gone, 0 the same; 2 damaged: see audit',
    )
  })

  it('tells claims that changed where no attribution shows it', async () => {
    const { run, commit, write } = cliProject()
    commit(both)
    expect((await run(['diff', 'HEAD'])).out).toBe('0 changed, 0 new, 0 gone, 1 the same')
    write(claimsName, claimsFile[1].replace('Einstein developed relativity.', 'Einstein wrote a theory.'))
    await run(['reseal', claimsName])
    expect((await run(['diff', 'HEAD'])).out).toMatchInlineSnapshot(`
      "• Einstein was born in 1879. He developed relativity.
        claims changed (edited by hand)
          -  Einstein developed relativity.
          +  Einstein wrote a theory.

      0 changed, 0 new, 0 gone, 1 the same; claims alone: 1"
    `)
    expect(JSON.parse((await run(['diff', 'HEAD', '--json'])).out)).toMatchObject([
      { before: claimsName, after: claimsName, added: ['Einstein wrote a theory.'], edited: true },
    ])
  })

  it('tells a ground truth without attribution that is new or gone, and no claims twice', async () => {
    const { root, run, commit } = cliProject()
    commit([])
    commit([claimsFile])
    expect((await run(['diff', 'HEAD~1'])).out).toContain('new claims\n    +  Einstein was born in 1879.')
    commit([attributionFile])
    const { out } = await run(['diff', 'HEAD~2'])
    expect(out).toContain('0 changed, 1 new, 0 gone, 0 the same')
    expect(out).not.toContain('new claims')
    rmSync(join(root, directory, attributionName))
    commit()
    rmSync(join(root, directory, claimsName))
    mkdirSync(join(root, directory), { recursive: true })
    expect((await run(['diff', 'HEAD'])).out).toContain('claims gone\n    -  Einstein was born in 1879.')
  })

  it('reads from git what was changed, and only that', async () => {
    const { run, commit, write } = cliProject()
    commit([...both, fileOf(otherContexts, [otherAnswer])])
    write(
      attributionName,
      fileOf(keyedAttribution, [{ verdicts: attributionAnswer.verdicts.slice(0, 1) }])[1],
    )
    const printed: string[] = []
    const { out } = await run(['diff', 'HEAD'], {
      onGit: ([, , command, ...more], input) => {
        if (command === 'cat-file') printed.push(...more, input ?? '')
      },
    })
    expect(out).toContain('1 changed, 0 new, 0 gone, 1 the same')
    expect(printed.join(' ').trim().split('\n')).toHaveLength(1)
  })

  it('says so where there is no repository', async () => {
    const { run, write } = cliProject({ git: false })
    write(claimsName, claimsFile[1])
    expect(await run(['diff', 'main'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no git repository here, or no git.'),
    })
  })

  it('refuses what is no commit', async () => {
    const { run, commit } = cliProject()
    commit(both)
    for (const reference of ['nowhere', '--output=x'])
      expect(await run(['diff', '--', reference])).toMatchObject({
        code: 2,
        err: expect.stringContaining(`git knows no commit ${reference}`),
      })
  })
})
