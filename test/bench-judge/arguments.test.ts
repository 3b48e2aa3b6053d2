import { describe, expect, it } from 'vitest'
import { help, readArguments } from '../bench/judge/arguments.ts'

const least = ['a.jsonl', '--model', 'a/b']

describe('arguments', () => {
  it('have defaults', () => {
    expect(readArguments(least)).toEqual({
      files: ['a.jsonl'],
      judge: { model: 'a/b', id: undefined, url: undefined, apiKeyVariable: undefined },
      selection: { rows: 'all', limit: undefined, sample: undefined },
      recordings: undefined,
      prompts: { claims: undefined, attribution: undefined },
      concurrency: 4,
      maxCalls: Number.MAX_SAFE_INTEGER,
      timeout: undefined,
      json: false,
      dryRun: false,
    })
  })

  it('are read', () => {
    const given = '--rows odd --limit 5 --sample 0 --concurrency 2 --max-calls 9 --timeout 8 --json --dry-run'
    expect(readArguments([...least, 'b.jsonl', ...given.split(' ')])).toMatchObject({
      files: ['a.jsonl', 'b.jsonl'],
      selection: { rows: 'odd', limit: 5, sample: 0 },
      concurrency: 2,
      maxCalls: 9,
      timeout: 8,
      json: true,
      dryRun: true,
    })
  })

  it.each<[string[], string]>([
    [['a.jsonl'], '--model is missing'],
    [['--model', 'a/b'], 'No file'],
    [[...least, '--rows', 'evn'], "--rows is 'evn'"],
    [[...least, '--sample', '1'], 'how many with --limit'],
    [[...least, '--limit', '0'], 'a whole number from 1'],
    [[...least, '--limit', '1.5'], 'a whole number from 1'],
    [[...least, '--max-calls', '1e3'], 'a whole number from 0'],
    [[...least, '--key', 'x'], "Unknown option '--key'"],
  ])('are refused: %j', (args, message) => {
    expect(() => readArguments(args)).toThrow(message)
  })

  it('ask for help', () => {
    expect(readArguments(['--help'])).toBeUndefined()
    expect(readArguments(['-h', '--model', 'x'])).toBeUndefined()
  })

  it('are all in the help', () => {
    const named = [...help.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, name]) => name)
    expect(named.toSorted()).toEqual([
      '--api-key-env',
      '--concurrency',
      '--dry-run',
      '--json',
      '--limit',
      '--max-calls',
      '--model',
      '--model-id',
      '--prompt-claims',
      '--recordings',
      '--rows',
      '--sample',
      '--timeout',
      '--url',
    ])
  })
})
