import { describe, expect, it, test } from 'vitest'
import { findDoubts, isSoft, settleVerdicts } from '../../src/recall/verdicts.ts'
import type { AnsweredVerdict } from '../../src/wire.ts'

const claims = ['Einstein was born in 1879.']
const contexts = ['Albert Einstein was born on 14 March 1879 in Ulm.', 'The office is open on weekdays.']

function verdict(status: AnsweredVerdict['status'], ...quotes: string[]): AnsweredVerdict {
  return { claim: 1, status, evidence: quotes.map(quote => ({ context: 1, quote })), gap: '' }
}

function reasonsOf(...verdicts: AnsweredVerdict[]) {
  return findDoubts({ verdicts }, claims, contexts).map(({ reason }) => reason)
}

describe('a verdict is in doubt', () => {
  it.each<[string, AnsweredVerdict[], string[]]>([
    ['when there is none', [], ['unanswered']],
    ['when there are two', [verdict('missing'), verdict('missing')], ['answered-twice']],
    ['when it is supported without evidence', [verdict('supported')], ['no-evidence']],
    ['when a quote is not found', [verdict('supported', 'born in 1879')], ['quote-not-found']],
    ['when its number is in no evidence', [verdict('supported', 'Einstein was born')], ['number-not-quoted']],
    ['when a number in another quote is', [verdict('supported', 'Einstein was born', '14 March 1879')], []],
    ['not when it is not supported', [verdict('partial', 'Einstein was born')], []],
    ['not when it is contradicted', [verdict('contradicted', 'open on weekdays')], []],
  ])('%s', (_, verdicts, reasons) => {
    expect(reasonsOf(...verdicts)).toEqual(reasons)
  })

  it('when its evidence has no word of the claim', () => {
    const unrelated = { verdicts: [verdict('supported', 'open on weekdays')] }
    expect(findDoubts(unrelated, ['Einstein played the violin.'], contexts)).toEqual([
      { claim: 1, reason: 'unrelated-evidence', quotes: [] },
    ])
  })

  it('for one reason, the one that must be settled before the one that need not', () => {
    const doubts = findDoubts(
      { verdicts: [verdict('supported', 'Einstein was born', 'in 1880')] },
      claims,
      contexts,
    )
    expect(doubts).toEqual([{ claim: 1, reason: 'quote-not-found', quotes: ['in 1880'] }])
    expect(doubts.some(isSoft)).toBe(false)
  })
})

describe('after a second question', () => {
  const doubtful = verdict('supported', 'Einstein was born')
  const unfound = verdict('supported', 'born in 1880')

  test.each<[string, AnsweredVerdict[], AnsweredVerdict[], string, string[]]>([
    [
      'a doubtful verdict that is confirmed stands',
      [doubtful],
      [doubtful],
      'supported',
      ['Einstein was born'],
    ],
    [
      'other evidence takes its place',
      [doubtful],
      [verdict('supported', '14 March 1879')],
      'supported',
      ['14 March 1879'],
    ],
    ['it may turn missing', [doubtful], [verdict('missing')], 'missing', []],
    ['it may turn partial', [doubtful], [verdict('partial', 'in Ulm')], 'partial', ['in Ulm']],
    ['it may turn contradicted', [doubtful], [verdict('contradicted', 'in Ulm')], 'contradicted', ['in Ulm']],
    ['it stands when left out', [doubtful], [], 'supported', ['Einstein was born']],
    [
      'it stands when answered twice',
      [doubtful],
      [doubtful, verdict('missing')],
      'supported',
      ['Einstein was born'],
    ],
    ['it stands beside a quote not found', [doubtful], [unfound], 'supported', ['Einstein was born']],
    ['it stands beside no evidence', [doubtful], [verdict('supported')], 'supported', ['Einstein was born']],
    [
      'a quote not found is not saved by another',
      [unfound],
      [verdict('supported', '1881')],
      'unverified',
      [],
    ],
    ['nor by a first verdict that was not supported', [verdict('missing')], [unfound], 'unverified', []],
    ['nor by one of two', [doubtful, doubtful], [unfound], 'unverified', []],
  ])('%s', (_, first, second, status, quotes) => {
    const [settled] = settleVerdicts([{ verdicts: first }, { verdicts: second }], claims, contexts)
    expect(settled).toMatchObject({ status, attributed: status === 'supported', answered: true })
    expect(settled?.evidence.map(({ quote }) => quote)).toEqual(quotes)
  })
})
