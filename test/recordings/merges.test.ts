import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { layouts } from './merges/layouts.ts'
import { mergeBranches } from './merges/merge.ts'
import { makeScenarios } from './merges/scenarios.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const [ours, withoutSeal] = layouts
if (ours === undefined || withoutSeal === undefined) throw new Error('two layouts are needed')
const shape = { claims: 3, contexts: 5 }
const scenarios = makeScenarios(shape)

// each runs git a dozen times
describe('two branches that git merges', { timeout: 60_000 }, () => {
  it.each(
    Object.entries({
      'both add the same': 'right',
      'both add, with other answers': 'conflict',
      'both ask anew': 'conflict',
      'one asks anew, one prunes': 'conflict',
      'one changes the prompt, one asks anew': 'conflict',
      'one changes the prompt, one adds': 'missing',
      'one edits a context, one asks anew': 'conflict',
    }),
  )('where %s: %s, and never another answer', (name, outcome) => {
    const scenario = scenarios.find(each => each.name === name)
    if (scenario === undefined) throw new Error(`there is no scenario ${name}`)
    expect(mergeBranches(join(temporaryDirectory(), 'ours'), ours, scenario)).toBe(outcome)
  })

  it('are all looked at', () => {
    expect(scenarios).toHaveLength(7)
  })

  it('would come out wrong without key and seal, for git takes the one file for the other renamed', () => {
    const scenario = scenarios.find(({ name }) => name === 'one changes the prompt, one asks anew')
    if (scenario === undefined) throw new Error('there is no such scenario')
    expect(mergeBranches(join(temporaryDirectory(), 'plain'), withoutSeal, scenario)).toBe('wrong')
  })
})
