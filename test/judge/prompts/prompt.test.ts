import { describe, expect, it } from 'vitest'
import { UsageError } from '../../../src/errors.ts'
import { type PromptOption, resolvePrompt } from '../../../src/judge/prompts/prompt.ts'
import type { RequestKind } from '../../../src/protocol.ts'

const kinds: RequestKind[] = ['claims', 'attribution']

describe.each(kinds)('the prompt for %s', kind => {
  it('is short, because every token is paid at each recording', () => {
    expect(resolvePrompt(kind).instructions.length / 4).toBeLessThan(350)
  })

  it('takes guidance after its own instructions', () => {
    const ours = resolvePrompt(kind)
    const guided = resolvePrompt(kind, 'Amounts are in euros.')
    expect(guided.instructions.startsWith(ours.instructions)).toBe(true)
    expect(guided.instructions.endsWith('Amounts are in euros.')).toBe(true)
    expect(guided.schema).toBe(ours.schema)
  })

  it('gives way to a replacement', () => {
    expect(resolvePrompt(kind, { replace: 'Be kind.' }).instructions).toBe('Be kind.')
  })

  it('has a digest for every wording, and the same one each time', () => {
    const options: (PromptOption | undefined)[] = [undefined, 'a', 'b', { replace: 'a' }]
    const digests = options.map(option => resolvePrompt(kind, option).digest)
    expect(new Set(digests).size).toBe(options.length)
    expect(options.map(option => resolvePrompt(kind, option).digest)).toEqual(digests)
    expect(digests.every(digest => /^[0-9a-f]{64}$/.test(digest))).toBe(true)
  })

  it('is made once per wording', () => {
    expect(resolvePrompt(kind, 'a')).toBe(resolvePrompt(kind, 'a'))
  })

  it.each<[string, unknown]>([
    ['a blank string', ' '],
    ['a blank replacement', { replace: '' }],
    ['a number', 3],
    ['null', null],
    ['another field', { replace: 'a', add: 'b' }],
    ['a list', ['a']],
  ])('refuses %s', (_, option) => {
    expect(() => resolvePrompt(kind, option as PromptOption)).toThrow(UsageError)
    expect(() => resolvePrompt(kind, option as PromptOption)).toThrow(`prompts: { ${kind}: { replace:`)
  })
})

it('has another digest for each kind', () => {
  expect(resolvePrompt('claims', { replace: 'a' }).digest).not.toBe(
    resolvePrompt('attribution', { replace: 'a' }).digest,
  )
})

// A change here makes users' recordings those of an earlier release: keep the old digest in `earlier`
it('keeps the digests that recordings carry', () => {
  expect(kinds.map(kind => resolvePrompt(kind).digest)).toMatchInlineSnapshot(`
    [
      "bd505b193aba6ae636bd4d4a9d0bc16c070941c36ee6afb0e20f9c5aaa746622",
      "4f01b9459c92dbe66803c4d28cd211f8489cf17be8eaa7adb3ec8d1cb4ab0357",
    ]
  `)
})
