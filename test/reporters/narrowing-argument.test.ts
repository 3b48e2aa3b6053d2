import { expect, it } from 'vitest'
import { givenArgument, narrowingArgument } from '../../src/reporters/narrowing-argument.ts'

it.each<[string[], string | undefined]>([
  [['node', 'jest', '--testMatch', 'a'], '--testMatch'],
  [['node', 'jest', '--test-match=a'], '--testMatch'],
  [['node', 'jest', '--roots=a', '--ci'], '--roots'],
  [['node', 'jest', '--testMatchless', '-roots', 'roots'], undefined],
  [['node', 'jest'], undefined],
])('finds in %j %s', (args, expected) => {
  expect(narrowingArgument(['testMatch', 'roots'], args)).toBe(expected)
})

it.each<[string[], string | undefined]>([
  [['node', 'jest', '--config', 'a.js'], 'a.js'],
  [['node', 'jest', '--config=a.js', '--ci'], 'a.js'],
  [['node', 'jest', '--ci', '-c', 'a.js'], 'a.js'],
  [['node', 'jest', '--configs', 'a.js', 'config'], undefined],
])('finds in %j the value %s', (args, expected) => {
  expect(givenArgument(['config', 'c'], args)).toBe(expected)
})
