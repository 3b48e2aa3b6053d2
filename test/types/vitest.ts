/** What a test in TypeScript may and may not write; compiled against the built package, never run. */
import type { ContextRecallResult } from 'context-recall'
import { assertContextRecall, measureContextRecall } from 'context-recall'
import 'context-recall/vitest'
import { contextRecall } from 'context-recall/plugin'
import { expect } from 'vitest'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

declare const contexts: string[]

export const config: ViteUserConfig = defineConfig({
  plugins: [contextRecall({ model: 'openai/gpt-5.6-sol' })],
})

export async function accepted(): Promise<void> {
  await expect(contexts).toHaveContextRecall('The right answer.')
  await expect(contexts).toHaveContextRecall('The right answer.', 0.9)
  await expect(contexts).toHaveContextRecall(['One claim.', 'Another.'], 0.9, { question: 'Which?' })
  await expect(contexts).toHaveContextRecall('The right answer.', { min: 0.9, mode: 'replay' })
  await expect(contexts).not.toHaveContextRecall('The right answer.')
  await expect(Promise.resolve(contexts)).resolves.toHaveContextRecall('The right answer.')
  await expect.soft(contexts).toHaveContextRecall('The right answer.')
  await assertContextRecall(contexts, 'The right answer.', 0.9)
}

export function returned(): Promise<void> {
  return expect(contexts).toHaveContextRecall('The right answer.')
}

export function measured(): Promise<ContextRecallResult> {
  return measureContextRecall({ groundTruth: 'The right answer.', contexts })
}

export async function refused(): Promise<void> {
  // @ts-expect-error -- the ground truth is missing
  await expect(contexts).toHaveContextRecall()
  // @ts-expect-error -- min is a number
  await expect(contexts).toHaveContextRecall('The right answer.', '0.9')
  // @ts-expect-error -- no such mode
  await expect(contexts).toHaveContextRecall('The right answer.', { mode: 'offline' })
  // @ts-expect-error -- no such option
  await expect(contexts).toHaveContextRecall('The right answer.', { threshold: 0.9 })
  // @ts-expect-error -- as an asymmetric matcher it would pass without having looked
  expect({ contexts }).toEqual({ contexts: expect.toHaveContextRecall('The right answer.') })
  // @ts-expect-error -- functions do not reach the workers
  contextRecall({ redact: (text: string) => text })
}
