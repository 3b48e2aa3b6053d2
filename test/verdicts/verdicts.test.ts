import { describe, expect, it, test } from 'vitest'
import { findDoubts, isSoft, settleVerdicts } from '../../src/verdicts/verdicts.ts'
import type { AnsweredVerdict } from '../../src/protocol.ts'

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
    ['when a quote leaves words out', [verdict('supported', 'Einstein … born')], ['left-out']],
    ['not when a context has its number', [verdict('supported', 'Einstein was born')], []],
    ['not when it is not supported', [verdict('partial', 'Einstein was born')], []],
    ['not when it is contradicted', [verdict('contradicted', 'open on weekdays')], []],
  ])('%s', (_, verdicts, reasons) => {
    expect(reasonsOf(...verdicts)).toEqual(reasons)
  })

  it('when no context states its number', () => {
    const answer = { verdicts: [verdict('supported', 'Einstein was born')] }
    expect(findDoubts(answer, ['Einstein was born in 1880.'], contexts)).toEqual([
      { claim: 1, reason: 'number-not-stated', quotes: [], numbers: ['1880'] },
    ])
  })

  it('when a quote has another version than the claim, whatever else the contexts have', () => {
    const texts = ['Since Python 3.1 it sorts.', 'Since Python 3.10 it matches.']
    const doubts = (claim: string, quote: string) =>
      findDoubts({ verdicts: [verdict('supported', quote)] }, [claim], texts)
    expect(doubts('Python 3.10 sorts.', 'Since Python 3.1 it sorts')).toEqual([
      { claim: 1, reason: 'number-not-stated', quotes: [], numbers: ['3.10'] },
    ])
    expect(doubts('Python 3.10 matches.', 'Since Python 3.10 it matches')).toEqual([])
  })

  it('when quotes leave words out, with the quotes that do', () => {
    const answer = { verdicts: [verdict('supported', 'Einstein … born', 'in Ulm')] }
    expect(findDoubts(answer, claims, contexts)).toEqual([
      { claim: 1, reason: 'left-out', quotes: ['Einstein … born'] },
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
