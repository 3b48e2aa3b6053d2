/** What a run in mode `estimate` says in the place of its summary. */
import type { MeasuredAssertion } from '../matcher/assertion.ts'
import type { EstimatedCall } from '../protocol.ts'

const indent = ' '.repeat('Context recall  '.length)

/** The lines, or none of a run in another mode. A question that several assertions ask is asked once. */
export function tellEstimate(assertions: readonly MeasuredAssertion[]): string[] {
  const estimated = assertions.filter(({ estimate }) => estimate !== undefined)
  if (estimated.length === 0) return []
  const calls = new Map<string, EstimatedCall>()
  for (const { estimate = [] } of estimated) for (const call of estimate) calls.set(call.key, call)
  const sum = (of: (call: EstimatedCall) => number): number =>
    [...calls.values()].reduce((total, call) => total + of(call), 0)
  const number = (value: number, noun: string): string =>
    `${value.toLocaleString('en')} ${noun}${value === 1 ? '' : 's'}`
  const tokens = `${number(
    sum(call => call.inputTokens),
    'input token',
  )} and ${number(
    sum(call => call.outputTokens),
    'output token',
  )}`
  const isPriced = [...calls.values()].every(({ money }) => money !== undefined)
  const money = isPriced ? `, ${shownMoney(sum(call => call.money ?? 0))} at the prices given` : ''
  return [
    `Context recall  estimate: nothing was measured, and no assertion could fail`,
    calls.size === 0
      ? `${indent}${number(estimated.length, 'assertion')}, all on record: a run asks nothing`
      : `${indent}${number(estimated.length, 'assertion')}; to record what is missing takes about ${number(calls.size, 'call')}, ${tokens}${money}`,
    ...(calls.size === 0
      ? []
      : [
          `${indent}claims not on record count as 2 for each sentence of the ground truth; tokens as UTF-8 bytes / 4,`,
          `${indent}without thinking, second questions and retries`,
        ]),
  ]
}

/** Two decimals, and more of what would be nothing. */
export function shownMoney(money: number): string {
  return money === 0 || money >= 0.01 ? money.toFixed(2) : money.toPrecision(1)
}
