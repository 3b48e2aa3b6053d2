/** Which recordings directories a command works on, and what among them cannot be read. */
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { keyRequest } from '../../src/recordings/key.ts'
import {
  attributionRequest,
  fileOf,
  judgeParts,
  keyedAttribution,
  keyedClaims,
} from '../recordings/sample.ts'
import { type CliProject, cliProject } from './cli-project.ts'

// each starts git a dozen times, which a busy machine makes slow
vi.setConfig({ testTimeout: 60_000 })

const inRoot = '../..'
const [claimsName, claimsText] = fileOf(keyedClaims)
const [attributionName, attributionText] = fileOf(keyedAttribution)
const other = keyRequest({ ...attributionRequest, claims: ['Ulm is old.'] }, judgeParts)
const [otherName, otherText] = fileOf(other, [{ verdicts: [] }])
const hashOf = (name: string): string => name.split('.')[2] ?? ''

/** Two packages with recordings in them, one of them in a place of its own, and what is not to be looked into. */
function monorepo(): CliProject {
  const project = cliProject()
  const { write } = project
  write(`${inRoot}/package.json`, '{ "name": "all" }')
  write(`${inRoot}/packages/api/package.json`, '{\n  "name": "@acme/api"\n}')
  write(`${inRoot}/packages/api/__recordings__/context-recall/${claimsName}`, claimsText)
  write(`${inRoot}/packages/api/__recordings__/context-recall/${attributionName}`, attributionText)
  write(`${inRoot}/packages/my app/judged answers/${otherName}`, otherText)
  for (const place of ['node_modules/x', '.cache', 'packages/api/node_modules/x'])
    write(`${inRoot}/${place}/__recordings__/context-recall/${claimsName}`, claimsText)
  project.commit()
  return project
}

describe('from the root of a monorepo', () => {
  it('works on every directory below, and names each as a person would', async () => {
    const { run } = monorepo()
    const { code, out } = await run(['list'])
    expect(code).toBe(0)
    expect(out.split('\n').filter(line => line.endsWith(':'))).toEqual([
      '@acme/api (packages/api/__recordings__/context-recall):',
      'all (packages/my app/judged answers):',
    ])
    const lines = JSON.parse((await run(['list', '--json'])).out) as { directory: string; name: string }[]
    expect(lines.map(({ directory, name }) => `${directory}/${name}`)).toEqual([
      `packages/api/__recordings__/context-recall/${claimsName}`,
      `packages/api/__recordings__/context-recall/${attributionName}`,
      `packages/my app/judged answers/${otherName}`,
    ])
  })

  it('works on the one that is named', async () => {
    const { run } = monorepo()
    const { out } = await run(['list', '--recordings', 'packages/my app/judged answers'])
    expect(out).toContain(hashOf(otherName))
    expect(out).not.toContain(hashOf(claimsName))
  })

  it.each([
    hashOf(otherName),
    otherName,
    `packages/my app/judged answers/${otherName}`,
    `./packages/my app/judged answers/${otherName}`,
  ])('finds a recording by %s in whichever directory it is', async given => {
    const { run } = monorepo()
    expect((await run(['show', given])).out).toContain(`packages/my app/judged answers/${otherName}`)
  })

  it('asks for the directory where two have a recording of one name', async () => {
    const { run, write } = monorepo()
    write(`${inRoot}/packages/my app/judged answers/${claimsName}`, claimsText)
    const { code, err } = await run(['show', claimsName])
    expect(code).toBe(2)
    expect(err).toContain(`packages/my app/judged answers/${claimsName}`)
    expect(err).toContain('name one directory with --recordings <directory>')
    expect((await run(['show', claimsName, '--recordings', 'packages/my app/judged answers'])).code).toBe(0)
  })

  it.each([
    ['audit', 'a b', '"'],
    ['audit', 'a$HOME', "'"],
    ['audit', 'a"b', "'"],
  ])('%s prints commands that run where it ran, for the directory %s', async (command, place, quote) => {
    const { run, write } = cliProject()
    const broken = attributionText.replace('"partial"', '"supported"')
    write(`${inRoot}/${place}/${attributionName}`, broken)
    const { out } = await run([command])
    expect(out).toContain(
      `reseal ${quote}${place}/${attributionName}${quote} --recordings ${quote}${place}${quote}`,
    )
  })

  it('sums an estimate over all, and tells claims lost for each', async () => {
    const { run } = monorepo()
    expect(JSON.parse((await run(['estimate', '--json'])).out)).toMatchObject({ calls: 2 })
    expect((await run(['diff', 'HEAD'])).out.match(/0 changed, 0 new, 0 gone, 1 the same/g)).toHaveLength(2)
  })

  it('goes on to the next directory after one that fails, with the worst code', async () => {
    const { run } = monorepo()
    const { code, err } = await run(['prune', '--dry-run'])
    expect(code).toBe(2)
    expect(err.match(/It is not known which/g)).toHaveLength(2)
  })

  it('finds the default directory through a link, and an empty one', async () => {
    const { root, run, write } = cliProject()
    write(`${inRoot}/.elsewhere/${claimsName}`, claimsText)
    symlinkSync(join(root, '.elsewhere'), join(root, '__recordings__'), 'junction')
    mkdirSync(join(root, '.elsewhere/context-recall'), { recursive: true })
    mkdirSync(join(root, 'a/__recordings__/context-recall'), { recursive: true })
    const { code, err } = await run(['list'])
    expect(code).toBe(0)
    expect(err).toBe(
      'No recordings in __recordings__/context-recall.\nNo recordings in a/__recordings__/context-recall.',
    )
  })

  it('says what to do where there are none', async () => {
    const { run } = cliProject()
    const { code, err } = await run(['list'])
    expect(code).toBe(2)
    expect(err).toContain('There are no recordings here or below.')
    expect(err).toContain('npx context-recall estimate -- npx vitest run')
  })
})

describe('what cannot be read among recordings', () => {
  const faults: [what: string, make: (project: CliProject, name: string) => void][] = [
    ['a directory', ({ root }, name) => mkdirSync(join(root, '__recordings__/context-recall', name))],
    [
      'a link in a circle',
      ({ root }, name) => symlinkSync(name, join(root, '__recordings__/context-recall', name)),
    ],
    ...(process.getuid?.() === 0
      ? []
      : ([
          [
            'a file without permission',
            (project, name) => {
              project.write(name, '')
              chmodSync(join(project.root, '__recordings__/context-recall', name), 0)
            },
          ],
        ] satisfies [string, (project: CliProject, name: string) => void][])),
  ]
  it.each(faults)('%s is one entry at fault', async (_, make) => {
    const project = cliProject()
    const { run } = project
    project.commit([[claimsName, claimsText]])
    make(project, attributionName)
    const listed = await run(['list'])
    expect(listed).toMatchObject({ code: 0, err: '' })
    expect(listed.out).toMatch(
      new RegExp(`${hashOf(attributionName)} +attribution +– .*\\(damaged: see audit\\)`),
    )
    expect(listed.out).toContain('2 claims')
    expect(await run(['audit'])).toMatchObject({
      code: 1,
      out: expect.stringContaining('Recordings could not be read'),
    })
    expect(await run(['diff', 'HEAD'])).toMatchObject({ code: 0, out: expect.stringContaining('1 damaged') })
    expect((await run(['estimate'])).out).toContain('1 damaged recording is left out')
    expect((await run(['show', claimsName])).code).toBe(0)
    const shown = await run(['show', attributionName])
    expect(shown).toMatchObject({ code: 3, err: expect.stringContaining('Recordings could not be read') })
    expect(shown.err).not.toContain('    at ')
  })

  it('a directory that goes away meanwhile ends in words', async () => {
    const { root, run, commit } = cliProject()
    commit([[claimsName, claimsText]])
    const { code, err } = await run(['audit'], {
      onGit: () => rmSync(join(root, '__recordings__'), { recursive: true, force: true }),
    })
    expect(code).toBe(3)
    expect(err).toContain('Recordings could not be read: ENOENT.')
  })

  it('a fault of our own ends in words, with the line it comes from', async () => {
    const { run, commit } = cliProject()
    commit([[claimsName, claimsText]])
    const { code, err } = await run(['list'], {
      onGit: () => {
        throw new TypeError('oops')
      },
    })
    expect(code).toBe(3)
    expect(err).toMatch(
      /^context-recall failed, by a fault of its own: TypeError: oops\n  where {2}at .*\n  do /,
    )
    expect(err.split('\n')).toHaveLength(3)
  })
})

it('reads recordings with a byte-order mark like others', async () => {
  const { run, commit, git } = cliProject()
  commit([
    [claimsName, claimsText],
    [attributionName, attributionText],
  ])
  const plain = await run(['list', '--json'])
  commit([
    [claimsName, `\ufeff${claimsText}`],
    [attributionName, `\ufeff${attributionText}`],
  ])
  const sizeless = (out: string): unknown =>
    (JSON.parse(out) as object[]).map(line => ({ ...line, size: 0, committed: 0 }))
  expect(sizeless((await run(['list', '--json'])).out)).toEqual(sizeless(plain.out))
  expect((await run(['diff', 'HEAD~1'])).out).toBe('0 changed, 0 new, 0 gone, 1 the same')
  expect((await run(['estimate', '--json'])).out).toContain('"calls": 1')
  expect((await run(['show', claimsName])).out).toContain(attributionName)
  expect((await run(['forget', claimsName], { answer: false })).out).toContain(attributionName)
  git('rm', '--quiet', `__recordings__/context-recall/${attributionName}`)
  expect((await run(['diff', 'HEAD'])).out).toContain('1 gone')
})
