import { describe, expect, it } from 'vitest'
import { readDemoArguments } from '../examples/demo-arguments.ts'

describe('the arguments of the demo', () => {
  it.each<[string[], object]>([
    [[], { what: 'examples' }],
    [['--help'], { what: 'help' }],
    [['-h', '--ask', 'a'], { what: 'help' }],
    [['--ask', 'Why?', '--truth', 'So.'], { what: 'ask', question: 'Why?', groundTruth: 'So.' }],
    [['--ask=Why?', '--truth=So.'], { what: 'ask', question: 'Why?', groundTruth: 'So.' }],
    [['--ask', 'Why?'], { what: 'nothing', problem: '--truth is missing: what does a right answer say?' }],
    [['--truth', 'So.'], { what: 'nothing', problem: '--ask is missing: what is the retriever asked?' }],
    [
      ['--ask', ' ', '--truth', 'So.'],
      { what: 'nothing', problem: '--ask is missing: what is the retriever asked?' },
    ],
    [['--questoin', 'Why?'], { what: 'nothing', problem: expect.stringContaining('--questoin') }],
    [['--ask'], { what: 'nothing', problem: expect.stringContaining('--ask') }],
    [['Why?'], { what: 'nothing', problem: expect.stringContaining('Why?') }],
  ])('%j are read', (given, read) => {
    expect(readDemoArguments(given)).toEqual(read)
  })
})
