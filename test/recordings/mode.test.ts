import { describe, expect, it } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import {
  type Action,
  decideAction,
  decideMode,
  type Found,
  type Mode,
  type Policy,
  whyCi,
} from '../../src/recordings/mode.ts'

describe('what says that this is CI', () => {
  type Variables = Record<string, string>
  const none = "the runner's update switch, none (as by --ci)"
  it.each<[Variables, Parameters<typeof whyCi>[1], string | undefined]>([
    [{}, undefined, undefined],
    [{}, 'new', undefined],
    [{}, 'none', none],
    [{ CI: 'true' }, 'none', 'CI=true'],
    [{ CI: '1' }, 'new', 'CI=1'],
    [{ CI: 'woodpecker' }, 'all', 'CI=woodpecker'],
    [{ CI: 'a long value, which is nobody’s business' }, 'new', 'CI'],
    [{ CI: '' }, 'new', undefined],
    [{ CI: ' ' }, 'new', undefined],
    [{ CI: '' }, 'none', none],
    [{ CI: 'false' }, 'new', undefined],
    [{ CI: 'False' }, 'new', undefined],
    [{ CI: '0' }, 'new', undefined],
    [{ CI: 'no' }, 'all', undefined],
    // Vitest says none for any value of CI
    [{ CI: 'false', VITEST: 'true' }, 'none', undefined],
    [{ CI: '0', VITEST: 'true' }, 'none', undefined],
    [{ CI: '', VITEST: 'true' }, 'none', none],
    // Jest for any but false, which leaves --ci
    [{ CI: '0' }, 'none', undefined],
    [{ CI: 'false' }, 'none', none],
    [{ GITHUB_ACTIONS: 'true' }, 'new', 'GITHUB_ACTIONS=true'],
    [{ JENKINS_URL: 'https://ci.example/' }, 'new', 'JENKINS_URL'],
    [{ CI: 'true', GITHUB_ACTIONS: 'true' }, 'new', 'CI=true'],
    [{ CI: 'false', GITHUB_ACTIONS: 'true' }, 'new', undefined],
  ])('in %j, the runner saying %s: %s', (variables, update, expected) => {
    expect(whyCi(variables, update)).toBe(expected)
  })
})

describe('decideMode', () => {
  type Input = Partial<Parameters<typeof decideMode>[0]>
  it.each<[string, Input, Policy]>([
    ['nothing is said', {}, { mode: 'auto', update: false, source: 'default' }],
    ['the option says so', { option: 'live' }, { mode: 'live', update: false, source: 'option' }],
    [
      'the variable says otherwise than the option',
      { environment: 'record', option: 'live' },
      { mode: 'record', update: false, source: 'environment' },
    ],
    ['the variable is empty', { environment: '' }, { mode: 'auto', update: false, source: 'default' }],
    ['CI is set', { ci: 'CI=true' }, { mode: 'replay', update: false, source: 'ci', ci: 'CI=true' }],
    [
      'CI is set and the option says live',
      { ci: 'CI=true', option: 'live' },
      { mode: 'replay', update: false, source: 'ci', ci: 'CI=true' },
    ],
    [
      'CI is set under -u',
      { ci: 'CI=true', update: 'all' },
      { mode: 'replay', update: false, source: 'ci', ci: 'CI=true' },
    ],
    [
      'CI is set under -u and the variable says auto',
      { ci: 'CI=true', update: 'all', environment: 'auto' },
      { mode: 'auto', update: false, source: 'environment' },
    ],
    [
      'CI is set and the variable says record',
      { ci: 'CI=true', environment: 'record' },
      { mode: 'record', update: false, source: 'environment' },
    ],
    [
      'the variable asks for an estimate, in CI and under -u',
      { ci: 'CI=true', update: 'all', environment: 'estimate', option: 'live' },
      { mode: 'estimate', update: false, source: 'environment' },
    ],
    ['-u is given', { update: 'all' }, { mode: 'auto', update: true, source: 'default' }],
    [
      '-u is given with another mode',
      { update: 'all', option: 'replay' },
      { mode: 'replay', update: false, source: 'option' },
    ],
    [
      'the runner writes new snapshots',
      { update: 'new' },
      { mode: 'auto', update: false, source: 'default' },
    ],
  ])('when %s', (_, input, policy) => {
    expect(decideMode({ update: undefined, ...input })).toEqual(policy)
  })

  it('names a bad variable, its value and the valid ones', () => {
    expect(() => decideMode({ environment: 'recrod', update: 'new' })).toThrow(
      new UsageError(
        'The environment variable CONTEXT_RECALL_MODE is "recrod". It must be auto, replay, record or live (or estimate, in the environment only).',
      ),
    )
  })

  it('names the closest valid one', () => {
    const closest = (value: string, candidates: readonly string[]): string | undefined =>
      value === 'recrod' ? candidates.find(candidate => candidate === 'record') : undefined
    expect(() => decideMode({ environment: 'recrod', ci: 'CI=true', update: 'new', closest })).toThrow(
      'Did you mean "record"?',
    )
  })

  it('refuses a bad option even where the variable or CI decides', () => {
    const option = 'Replay' as Mode
    expect(() => decideMode({ option, environment: 'auto', ci: 'CI=true', update: 'none' })).toThrow(
      'The option mode is "Replay"',
    )
  })
})

describe('decideAction', () => {
  const columns = ['found', 'older-prompt', 'missing', 'damaged', 'newer-format'] as const satisfies Found[]
  const table: Record<string, Record<'claims' | 'attribution', Action[]>> = {
    auto: {
      claims: ['replay', 'replay', 'record', 'error', 'error'],
      attribution: ['replay', 'replay', 'record', 'error', 'error'],
    },
    'auto -u': {
      claims: ['replay', 'record', 'record', 'replace', 'error'],
      attribution: ['replay', 'record', 'record', 'replace', 'error'],
    },
    replay: {
      claims: ['replay', 'replay', 'error', 'error', 'error'],
      attribution: ['replay', 'replay', 'error', 'error', 'error'],
    },
    record: {
      claims: ['replay', 'replay', 'record', 'replace', 'error'],
      attribution: ['replace', 'record', 'record', 'replace', 'error'],
    },
    live: {
      claims: ['call', 'call', 'call', 'call', 'call'],
      attribution: ['call', 'call', 'call', 'call', 'call'],
    },
  }
  const rows = Object.entries(table).flatMap(([row, kinds]) =>
    (['claims', 'attribution'] as const).flatMap(kind =>
      columns.map((found, index) => ({ row, kind, found, action: kinds[kind][index] })),
    ),
  )

  it.each(rows)('in $row, $kind $found: $action', ({ row, kind, found, action }) => {
    const [mode, update] = row.split(' ')
    const policy: Policy = { mode: mode as Mode, update: update !== undefined, source: 'option' }
    expect(decideAction(policy, found, kind)).toBe(action)
  })

  it.each<[Mode, boolean, Found]>([
    ['record', false, 'found'],
    ['record', false, 'older-prompt'],
    ['auto', true, 'older-prompt'],
  ])('keeps what a person corrected, in %s (update %s) when %s', (mode, update, found) => {
    expect(decideAction({ mode, update, source: 'option' }, found, 'attribution', true)).toBe('replay')
  })
})
