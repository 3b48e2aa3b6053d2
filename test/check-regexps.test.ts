/** The check of regular expressions finds what it is there to find. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from './recordings/temporary-directory.ts'

function check(...lines: string[]): { status: number | null; faults: string[] } {
  const directory = temporaryDirectory()
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(directory, 'a.ts'), lines.join('\n'))
  const { status, stdout } = spawnSync(process.execPath, ['.ci/check-regexps.ts', directory], {
    encoding: 'utf8',
  })
  return { status, faults: stdout.split('\n').filter(line => line.startsWith('a.ts')) }
}

it('finds a literal and an expression made of parts that take more than linear time', () => {
  const { status, faults } = check(
    'export const literal = /(a+)+$/',
    "const part: string = 'b+'",
    'export const made = new RegExp(`^(${part})*c`)',
    String.raw`export const polynomial = /\s+$/`,
  )
  expect(status).toBe(1)
  expect(faults).toEqual([
    expect.stringMatching(/^a\.ts:1 takes exponential time/),
    expect.stringMatching(/^a\.ts:3 takes exponential time/),
    expect.stringMatching(/^a\.ts:4 takes 2nd degree polynomial time/),
  ])
})

it('finds an expression that it cannot see, and an excuse of nothing', () => {
  const { status, faults } = check(
    'export const later = (text: string): RegExp => new RegExp(text)',
    '',
    '',
    '// recheck: of one word',
    'export const fine = 1',
  )
  expect(status).toBe(1)
  expect(faults).toEqual([
    expect.stringContaining('a.ts:1 makes an expression when it is used'),
    expect.stringContaining('a.ts:4 excuses nothing'),
  ])
})

it('lets pass what is linear, and what says why its texts are short', () => {
  const { status, faults } = check(
    'export const fine = /^a+b/',
    '// recheck: of 24 characters',
    String.raw`export const short = /\s+$/`,
  )
  expect({ status, faults }).toEqual({ status: 0, faults: [] })
})
