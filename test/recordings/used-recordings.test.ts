import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  addRun,
  type Ended,
  type EndedTest,
  judgeUse,
  keepScriptUse,
  readLedger,
  type SuiteRun,
  testsUsing,
  writeSuite,
} from '../../src/recordings/used-recordings.ts'
import { keyRequest } from '../../src/recordings/key.ts'
import { attributionRequest, fileOf, judgeParts, keyedClaims } from './sample.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** Recordings of attributions, one per letter. */
const recording = (letter: string): readonly [name: string, text: string] =>
  fileOf(keyRequest({ ...attributionRequest, claims: [`The fact ${letter} holds.`] }, judgeParts))
const nameOf = (letter: string): string => recording(letter)[0]

interface Package {
  home: string
  directory: string
  /** A run that used recordings, by letters, in a state of the sources. */
  run(
    tests: Record<string, [Ended, string]>,
    more?: Partial<SuiteRun> & { state?: string; file?: string },
  ): void
  /** The letters of obsolete recordings, or why they are not known. */
  judge(state?: string): string
}

function packageWith(letters: string): Package {
  const home = temporaryDirectory()
  const directory = join(home, 'r')
  mkdirSync(directory)
  writeFileSync(join(home, 'package.json'), '{}')
  for (const letter of letters) writeFileSync(join(directory, nameOf(letter)), recording(letter)[1])
  const pathOf = (letter: string): string => join(directory, nameOf(letter))
  return {
    home,
    directory,
    run(tests, { state = 'S', file = 'a.test.ts', ...more } = {}) {
      const path = join(home, file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, '', { flag: 'a' })
      const byName = new Map<string, EndedTest>(
        Object.entries(tests).map(([name, [ended, used]]) => [name, { ended, used: [...used].map(pathOf) }]),
      )
      const run: SuiteRun = {
        runner: 'vitest',
        config: home,
        files: new Map([[path, byName]]),
        listed: [path],
        directories: [directory],
        ...more,
      }
      const ledger = readLedger(directory)
      const suite = addRun(ledger, run, { digest: state, commit: undefined })
      if (suite !== undefined) writeSuite(ledger, suite)
    },
    judge(state = 'S') {
      const judged = judgeUse(readLedger(directory), state)
      return 'why' in judged
        ? judged.why
        : [...letters].filter(letter => judged.obsolete.includes(nameOf(letter))).join('')
    },
  }
}

describe('what a test used is', () => {
  it.each<[string, [Ended, string][], string]>([
    [
      'that of the last run, when it ran whole',
      [
        ['whole', 'A'],
        ['whole', 'B'],
      ],
      'AC',
    ],
    [
      'that of the last run, when it failed on recall',
      [
        ['whole', 'A'],
        ['measured', 'B'],
      ],
      'AC',
    ],
    [
      'both, when it failed before it came to as much',
      [
        ['whole', 'AB'],
        ['measured', 'C'],
      ],
      '',
    ],
    [
      'no more than both, however often',
      [
        ['whole', 'BC'],
        ['measured', 'A'],
        ['measured', 'A'],
      ],
      '',
    ],
    [
      'what it used before, when it broke off',
      [
        ['whole', 'A'],
        ['broken', ''],
      ],
      'BC',
    ],
    [
      'what it used before, when it is skipped',
      [
        ['whole', 'A'],
        ['skipped', ''],
        ['skipped', ''],
      ],
      'BC',
    ],
    [
      'what it used before, when it has become a todo',
      [
        ['whole', 'A'],
        ['todo', ''],
      ],
      'BC',
    ],
    [
      'what it used before, when it was left out',
      [
        ['whole', 'A'],
        ['left out', ''],
      ],
      'BC',
    ],
    [
      'what it used at last, after all that',
      [
        ['whole', 'A'],
        ['broken', ''],
        ['skipped', ''],
        ['whole', 'B'],
      ],
      'AC',
    ],
    ['what it came to, when it never ran whole', [['measured', 'A']], 'BC'],
    [
      'that also when it broke off since',
      [
        ['measured', 'A'],
        ['broken', ''],
      ],
      'BC',
    ],
    ['nothing, when it never was more than a todo', [['todo', '']], 'ABC'],
    ['nothing, when it was skipped ever since', [['skipped', '']], 'ABC'],
    ['not known, when it broke off ever since', [['broken', '']], 'broke off'],
    ['not known, when it was left out ever since', [['left out', '']], 'has not run here'],
    [
      'nothing, when it broke off, and then was skipped',
      [
        ['broken', ''],
        ['skipped', ''],
      ],
      'ABC',
    ],
  ])('%s', (_, runs, expected) => {
    const made = packageWith('ABC')
    for (const run of runs) made.run({ one: run })
    if (expected.includes(' ')) expect(made.judge()).toContain(expected)
    else expect(made.judge()).toBe(expected)
  })

  it('its own, whatever it is called', () => {
    const made = packageWith('AB')
    const named = (ended: Ended, letter: string): Record<string, [Ended, string]> =>
      Object.fromEntries(['constructor', '__proto__'].map(name => [name, [ended, letter]]))
    for (const letter of 'AB') made.run(named('whole', letter))
    made.run(named('skipped', ''))
    expect(made.judge()).toBe('A')
  })

  it('gone with the test, and with the test file', () => {
    const made = packageWith('ABC')
    made.run({ one: ['whole', 'A'], two: ['whole', 'B'] })
    made.run(
      { three: ['whole', 'C'] },
      { file: 'b.test.ts', listed: ['a.test.ts', 'b.test.ts'].map(file => join(made.home, file)) },
    )
    expect(made.judge()).toBe('')
    made.run({ one: ['whole', 'A'] }, { listed: undefined })
    expect(made.judge()).toBe('B')
    rmSync(join(made.home, 'b.test.ts'))
    made.run({ one: ['whole', 'A'] })
    expect(made.judge()).toBe('BC')
  })

  it('kept when its file breaks before it declares any', () => {
    const made = packageWith('AB')
    made.run({ one: ['whole', 'A'] })
    made.run({ '': ['broken', ''] })
    expect(made.judge()).toBe('B')
  })

  it('kept when the file is there and runs in no suite now, until one runs it again', () => {
    const made = packageWith('AB')
    made.run({ one: ['whole', 'A'] }, { file: 'b.test.ts' })
    made.run({ one: ['whole', ''] })
    expect(made.judge()).toBe('B')
    made.run({ one: ['whole', 'B'] }, { file: 'b.test.ts', runner: 'jest' })
    expect(made.judge()).toBe('A')
  })
})

describe('it is not known', () => {
  it('before a suite has run', () => {
    expect(packageWith('A').judge()).toBe('no suite that uses them has run here')
  })

  it('when files have changed since, until the suite runs again', () => {
    const made = packageWith('AB')
    made.run({ one: ['whole', 'A'] })
    expect(made.judge('later')).toMatch(/^files have changed since vitest, .* last ran$/)
    made.run({ one: ['whole', 'B'] }, { state: 'later' })
    expect(made.judge('later')).toBe('A')
  })

  it('when one of its files has not run, or not in this state', () => {
    const made = packageWith('AB')
    const listed = ['a.test.ts', 'b.test.ts'].map(file => join(made.home, file))
    made.run({ one: ['whole', 'A'] }, { listed })
    expect(made.judge()).toMatch(/b\.test\.ts has not run here$/)
    made.run({ one: ['whole', ''] }, { listed, file: 'b.test.ts', state: 'later' })
    expect(made.judge('later')).toMatch(/a\.test\.ts > one has not run since files changed$/)
    made.run({ one: ['left out', ''] }, { listed, state: 'later' })
    expect(made.judge('later')).toMatch(/a\.test\.ts > one has not run since files changed$/)
    made.run({ one: ['skipped', ''] }, { listed, state: 'later' })
    expect(made.judge('later')).toBe('B')
  })

  it('when the runner never told of all test files', () => {
    const made = packageWith('A')
    made.run({ one: ['whole', ''] }, { listed: undefined })
    expect(made.judge()).toContain('has run in part only')
  })

  it.each([
    '',
    '{',
    '[]',
    '{"format":3}',
    '{"format":2,"suite":"a","directory":"r","config":".","listed":[],"files":{"a":{"b":{}}}}',
  ])('when what is kept is damaged: %s', text => {
    const made = packageWith('A')
    made.run({ one: ['whole', ''] })
    const cache = join(made.home, 'node_modules/.cache/context-recall')
    writeFileSync(join(cache, 'odd.json'), text)
    expect(made.judge()).toMatch(/odd\.json is damaged$/)
  })
})

it('passes over what an earlier release kept', () => {
  const made = packageWith('A')
  made.run({ one: ['whole', ''] })
  writeFileSync(join(made.home, 'node_modules/.cache/context-recall/odd.json'), '{"format":1}')
  expect(made.judge()).toBe('A')
})

it('holds for the suites that are there, and for one of them in every directory that it uses', () => {
  const made = packageWith('AB')
  const config = join(made.home, 'other.config.js')
  writeFileSync(config, '')
  made.run({ one: ['whole', 'A'] })
  made.run({ one: ['whole', 'B'] }, { config, directories: [] })
  expect(made.judge()).toBe('')
  made.run({ one: ['whole', ''] }, { config, directories: [] })
  expect(made.judge()).toBe('B')
  made.run({ one: ['whole', 'B'] }, { config })
  rmSync(config)
  expect(made.judge()).toBe('B')
})

it('sees through links', () => {
  const made = packageWith('AB')
  const link = join(made.home, 'link')
  symlinkSync(made.directory, link, 'junction')
  made.run({ one: ['whole', ''] })
  made.run(
    {},
    {
      files: new Map([
        [
          join(made.home, 'a.test.ts'),
          new Map([['one', { ended: 'whole', used: [join(link, nameOf('A'))] }]]),
        ],
      ]),
      directories: [link],
    },
  )
  expect(made.judge()).toBe('B')
  expect(readLedger(link).suites).toHaveLength(1)
})

it('judges only what is a whole recording', () => {
  const made = packageWith('A')
  made.run({ one: ['whole', ''] })
  const odd = (hash: string): string => join(made.directory, `odd.claims.${hash}abcdef012345678.jsonc`)
  writeFileSync(odd('1'), '')
  symlinkSync(join(made.home, 'nowhere'), odd('2'))
  mkdirSync(odd('3'))
  expect(judgeUse(readLedger(made.directory), 'S')).toEqual({
    obsolete: [nameOf('A')],
    unreadable: 3,
    neverRun: 0,
  })
})

it('takes for those of a test that never ran whole what its file names, and counts such tests', () => {
  const made = packageWith('AB')
  const [name, text] = fileOf(keyedClaims)
  const [attribution, itsText] = fileOf(keyRequest(attributionRequest, judgeParts))
  writeFileSync(join(made.directory, name), text)
  writeFileSync(join(made.directory, attribution), itsText)
  writeFileSync(
    join(made.home, 'a.test.ts'),
    "['The fact A' +\n ' holds.'], 'Einstein was born in 1879. ' +\n 'He developed relativity.'",
  )
  made.run({ one: ['whole', ''] })
  expect(made.judge()).toBe('AB')
  made.run({ one: ['whole', ''], two: ['skipped', ''], '': ['skipped', ''] })
  expect(judgeUse(readLedger(made.directory), 'S')).toEqual({
    obsolete: [nameOf('B')],
    unreadable: 0,
    neverRun: 1,
  })
})

it('knows the tests that use a recording', () => {
  const made = packageWith('A')
  made.run({ one: ['whole', 'A'], two: ['whole', ''], '': ['whole', 'A'] })
  expect(testsUsing(readLedger(made.directory), nameOf('A'))).toEqual(['a.test.ts > one', 'a.test.ts'])
})

describe('a script', () => {
  function scripted(): Package & {
    script: string
    keep(letters: string, ended: boolean, args?: string[]): void
  } {
    const made = packageWith('ABC')
    const script = join(made.home, 'compare.js')
    writeFileSync(script, '')
    mkdirSync(join(made.home, 'node_modules'), { recursive: true })
    made.run({ one: ['whole', ''] })
    const keep = (letters: string, ended: boolean, args: string[] = []): void =>
      keepScriptUse(
        made.directory,
        { path: script, args },
        [...letters].map(each => join(made.directory, nameOf(each))),
        ended,
      )
    return { ...made, script, keep }
  }

  it('uses what it used when it last ended well, and what it has used since, in any state of the sources', () => {
    const made = scripted()
    made.keep('A', false)
    made.keep('AB', true)
    expect(made.judge()).toBe('C')
    made.keep('C', false)
    expect(made.judge()).toBe('')
    made.keep('BC', true)
    expect(made.judge()).toBe('A')
    made.run({ one: ['whole', ''] }, { state: 'later' })
    expect(made.judge('later')).toBe('A')
  })

  it('is another one with other arguments, which are not written down', () => {
    const made = scripted()
    made.keep('A', true)
    made.keep('B', true, ['--key', 'a-secret-value'])
    expect(made.judge()).toBe('C')
    const cache = join(made.home, 'node_modules/.cache/context-recall')
    const kept = readdirSync(cache).map(name => readFileSync(join(cache, name), 'utf8'))
    expect(kept).toHaveLength(3)
    expect(kept.join('\n')).not.toContain('a-secret-value')
  })

  it('uses nothing once it is gone', () => {
    const made = scripted()
    made.keep('A', true)
    rmSync(made.script)
    expect(made.judge()).toBe('ABC')
  })

  it('is no suite', () => {
    const made = packageWith('A')
    mkdirSync(join(made.home, 'node_modules'))
    writeFileSync(join(made.home, 'compare.js'), '')
    keepScriptUse(made.directory, { path: join(made.home, 'compare.js'), args: [] }, [], true)
    expect(made.judge()).toBe('no suite that uses them has run here')
  })

  it('leaves no trace where nothing is installed, and no error where nothing can be written', () => {
    const made = packageWith('A')
    const script = { path: join(made.home, 'package.json'), args: [] }
    keepScriptUse(made.directory, script, [], true)
    expect(readdirSync(made.home)).not.toContain('node_modules')
    writeFileSync(join(made.home, 'node_modules'), 'a file in its place')
    expect(() => keepScriptUse(made.directory, script, [], true)).not.toThrow()
  })
})
