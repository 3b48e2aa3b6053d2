import { expect, it } from 'vitest'
import { narrowingArgument } from '../../src/reporters/narrowing-argument.ts'

it.each<[string[], string | undefined]>([
  [['node', 'jest', '--testMatch', 'a'], '--testMatch'],
  [['node', 'jest', '--test-match=a'], '--testMatch'],
  [['node', 'jest', '--roots=a', '--ci'], '--roots'],
  [['node', 'jest', '--testMatchless', '-roots', 'roots'], undefined],
  [['node', 'jest'], undefined],
])('finds in %j %s', (args, expected) => {
  expect(narrowingArgument(['testMatch', 'roots'], args)).toBe(expected)
})
