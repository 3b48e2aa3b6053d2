import { expect, it } from 'vitest'
import type { Asked } from '../../src/judge/ask.ts'
import { processMemory } from '../../src/judge/ai-sdk-judge.ts'
import { counted, shareOf, type SharedRun } from '../../src/options/shared-run.ts'

function fakeRun(workers: number): SharedRun & { events: string[] } {
  const events: string[] = []
  return {
    workers,
    events,
    isFirstToAsk: () => true,
    schemaInPrompt: processMemory,
    refusedKeys: new Map<string, string>(),
    count: event => events.push(event),
  }
}

it.each([
  [8, 2, 4],
  [undefined, 2, 2],
  [4, 3, 1],
  [4, 8, 1],
])('of %s calls at once each of %s workers gets %s', (concurrency, workers, share) => {
  expect(shareOf(concurrency, workers)).toBe(share)
})

it('leaves the concurrency of a process on its own as it is', () => {
  expect(shareOf(7, 1)).toBe(7)
  expect(shareOf(undefined, 1)).toBe(4)
})

it('counts what is asked, answered and failed, and passes both on', async () => {
  const run = fakeRun(1)
  const answer: Asked = { answers: [], usage: { inputTokens: 0, outputTokens: 0 }, calls: 1 }
  const request = { kind: 'claims', groundTruth: 'One.' } as const
  await expect(counted(async () => answer, run)(request)).resolves.toBe(answer)
  const fault = new Error('refused')
  await expect(counted(() => Promise.reject(fault), run)(request)).rejects.toBe(fault)
  expect(run.events).toEqual(['asked', 'answered', 'asked', 'failed'])
})
