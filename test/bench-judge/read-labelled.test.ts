import { describe, expect, it } from 'vitest'
import { readLabelled, selectItems } from '../bench/judge/read-labelled.ts'

const support = { id: 's', claim: 'It rains.', contexts: ['Rain.'], supported: true, label: 'entailment' }
const text = { id: 't', text: 'It rains.', before: 'Weather?', gold_claims: ['It rains.'] }

describe('labelled lines', () => {
  it('are read with their line numbers, blank lines passed over', () => {
    const lines = `\uFEFF${JSON.stringify({ ...support, source: 'x' })}\r\n\r\n${JSON.stringify({ ...support, label: undefined, supported: false })}\n`
    expect(readLabelled(lines, 'file')).toEqual({
      faults: [],
      items: [
        { kind: 'support', line: 1, ...support },
        { kind: 'support', line: 3, ...support, supported: false, label: 'not supported' },
      ],
    })
  })

  it('of texts may come without what is before them', () => {
    const lines = [text, { ...text, before: undefined }, { ...text, before: ' ', gold_claims: [] }]
    expect(readLabelled(lines.map(line => JSON.stringify(line)).join('\n'), 'file').items).toEqual([
      {
        kind: 'decomposition',
        id: 't',
        line: 1,
        text: text.text,
        before: 'Weather?',
        goldClaims: ['It rains.'],
      },
      { kind: 'decomposition', id: 't', line: 2, text: text.text, goldClaims: ['It rains.'] },
      { kind: 'decomposition', id: 't', line: 3, text: text.text, goldClaims: [] },
    ])
  })

  it.each<[unknown, string]>([
    ['{', 'it is no JSON'],
    [[], 'it is no JSON object'],
    [{ id: 'x' }, 'it has neither claim nor text'],
    [{ ...support, id: 1 }, 'id is no text'],
    [{ ...support, claim: ' ' }, 'claim is no text'],
    [{ ...support, contexts: 'Rain.' }, 'contexts is no array of texts'],
    [{ ...support, contexts: [1] }, 'contexts is no array of texts'],
    [{ ...support, supported: 'true' }, 'supported is neither true nor false'],
    [{ ...support, label: '' }, 'label is no text'],
    [text, 'a line for decomposition in a file that begins with support'],
  ])('that are wrong are named: %j', (line, fault) => {
    const given = typeof line === 'string' ? line : JSON.stringify(line)
    const { faults, items } = readLabelled(`${JSON.stringify(support)}\n\n${given}`, 'data/a.jsonl')
    expect(faults).toEqual([`data/a.jsonl:3: ${fault}`])
    expect(items).toHaveLength(1)
  })

  it.each<[unknown, string]>([
    [{ ...text, text: '' }, 'text is no text'],
    [{ ...text, id: undefined }, 'id is no text'],
    [{ ...text, before: 1 }, 'before is no text'],
    [{ ...text, gold_claims: undefined }, 'gold_claims is no array of texts'],
  ])('of texts that are wrong are named: %j', (line, fault) => {
    expect(readLabelled(JSON.stringify(line), 'b').faults).toEqual([`b:1: ${fault}`])
  })

  it('are missed in an empty file', () => {
    expect(readLabelled('\n', 'b').faults).toEqual(['b: there is no line in it'])
  })
})

describe('a selection', () => {
  const items = [1, 2, 4, 5, 7, 8].map(line => ({ line }))
  const lines = (chosen: readonly { line: number }[]): number[] => chosen.map(({ line }) => line)

  it.each([
    ['all', undefined, [1, 2, 4, 5, 7, 8]],
    ['odd', undefined, [1, 5, 7]],
    ['even', undefined, [2, 4, 8]],
    ['even', 2, [2, 4]],
    ['all', 9, [1, 2, 4, 5, 7, 8]],
  ] as const)('of %s rows, at most %s, has the lines %j', (rows, limit, expected) => {
    expect(lines(selectItems(items, { rows, limit }))).toEqual(expected)
  })

  it('by a seed is the same for the same seed, in the order of the file', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ line: index + 1 }))
    const [one, again, other] = [1, 1, 2].map(sample =>
      lines(selectItems(many, { rows: 'even', limit: 10, sample })),
    )
    expect(one).toEqual(again)
    expect(one).not.toEqual(other)
    expect(one).toHaveLength(10)
    expect(one).toEqual(one?.toSorted((a, b) => a - b))
    expect(one?.every(line => line % 2 === 0)).toBe(true)
    expect(one?.at(-1)).toBeGreaterThan(20)
  })
})
