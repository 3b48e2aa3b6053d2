/** The scorer in the real `runEvals`, with real agents and workflows; the packed package in a project of its own. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type JudgeServer, startJudgeServer } from '../judge-server.ts'
import { literalJudge } from '../literal-judge.ts'
import { createProject, type Project } from '../project.ts'

const shared = `
import { Mastra } from '@mastra/core'
import { Agent } from '@mastra/core/agent'
import { runEvals } from '@mastra/core/evals'
import { createTool } from '@mastra/core/tools'
import { InMemoryStore } from '@mastra/core/storage'
import { createStep, createWorkflow } from '@mastra/core/workflows'
import { MockLanguageModelV4 } from 'ai/test'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fromToolResults } from 'context-recall'
import { createContextRecallScorer } from 'context-recall/mastra'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
let calls = 0
/** Calls its tools once per turn, then says that it is done. */
function scriptedAgent(tools: string[] = ['search']): Agent {
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const isDone = prompt.at(-1)?.role === 'tool'
      const content = isDone
        ? [{ type: 'text' as const, text: 'done' }]
        : tools.map(toolName => ({ type: 'tool-call' as const, toolCallId: 'call-' + calls++, toolName, input: '{"q":"x"}' }))
      const unified = isDone ? ('stop' as const) : ('tool-calls' as const)
      return { content, finishReason: { unified, raw: unified }, usage, warnings: [] }
    },
  })
  const inputSchema = z.object({ q: z.string() })
  const search = createTool({ id: 'search', description: 's', inputSchema, execute: async () => ({ docs: ['Alpha holds.'] }) })
  const broken = createTool({
    id: 'broken',
    description: 'b',
    inputSchema,
    execute: async (): Promise<{ docs: string[] }> => {
      throw new Error('tool exploded')
    },
  })
  // the mock of another release of the AI SDK: only its types differ
  return new Agent({ id: 'agent', name: 'agent', instructions: 'search', model: model as never, tools: { search, broken } })
}
const model = { id: 'local/judge', url: process.env.JUDGE_URL ?? 'http://127.0.0.1:9/v1' }
const scorer = createContextRecallScorer({ model, options: { contextExtractor: fromToolResults(), maxCalls: 1000 } })
`

const tests = `${shared}
test('an agent, several items at once, a tool that throws', async () => {
  const items: { score: number; reason: string; preprocessStepResult: { claims: { text: string; status: string }[] } }[] = []
  const result = await runEvals({
    data: [
      { input: 'What holds?', groundTruth: 'Alpha holds. Beta holds.' },
      { input: 'What else?', groundTruth: 'Alpha holds.' },
      { input: 'No truth' },
    ],
    scorers: [scorer],
    target: scriptedAgent(['search', 'broken']),
    concurrency: 3,
    onItemComplete: ({ scorerResults }) => {
      items.push(scorerResults['context-recall-scorer'])
    },
  })
  expect(result.scores['context-recall-scorer']).toBe(0.5)
  expect(items.map(item => item.score).sort()).toEqual([0, 0.5, 1])
  const half = items.find(item => item.score === 0.5)
  expect(half?.reason).toContain('Not attributed: Beta holds')
  expect(half?.reason).toContain('1 failed or denied call is left out: broken')
  expect(half?.preprocessStepResult.claims.map(claim => [claim.text, claim.status])).toEqual([
    ['Alpha holds.', 'supported'],
    ['Beta holds.', 'missing'],
  ])
})

test('several turns', async () => {
  const result = await runEvals({
    data: [{ inputs: ['What holds?', 'And?'], groundTruth: 'Alpha holds.' }],
    scorers: [scorer],
    target: scriptedAgent(),
  })
  expect(result.scores['context-recall-scorer']).toBe(1)
})

test('a workflow', async () => {
  const inputSchema = z.object({ q: z.string() })
  const outputSchema = z.object({ found: z.array(z.string()) })
  const step = createStep({ id: 'search', inputSchema, outputSchema, execute: async () => ({ found: ['Alpha holds.'] }) })
  const target = createWorkflow({ id: 'workflow', inputSchema, outputSchema }).then(step).commit()
  const contextExtractor = (_: unknown, output: unknown) => (output as { found: string[] }).found
  const ofWorkflow = createContextRecallScorer({ model, options: { contextExtractor } })
  const result = await runEvals({
    data: [{ input: { q: 'x' }, groundTruth: 'Alpha holds.' }],
    scorers: { workflow: [ofWorkflow] },
    target,
  })
  expect(result.scores).toEqual({ workflow: { 'context-recall-scorer': 1 } })
})

test('storage keeps score, reason and verdicts', async () => {
  const storage = new InMemoryStore()
  const mastra = new Mastra({ agents: { agent: scriptedAgent() }, scorers: { recall: scorer }, storage, logger: false })
  await runEvals({ data: [{ input: 'Kept?', groundTruth: 'Alpha holds.' }], scorers: [scorer], target: mastra.getAgent('agent') })
  const store = await storage.getStore('scores')
  const kept = await store?.listScoresByScorerId({
    scorerId: 'context-recall-scorer',
    pagination: { page: 0, perPage: 10 },
  })
  expect(kept?.scores).toMatchObject([
    { score: 1, reason: expect.stringContaining('1 of 1 claims'), preprocessStepResult: { total: 1, attributed: 1 } },
  ])
})

test('fifty items', async () => {
  const data = Array.from({ length: 50 }, (_, index) => ({
    input: 'Question ' + index,
    groundTruth: 'Alpha holds. Fact ' + index + ' holds.',
  }))
  const result = await runEvals({ data, scorers: [scorer], target: scriptedAgent(), concurrency: 10 })
  expect(result.scores['context-recall-scorer']).toBe(0.5)
})
`

const failures = `${shared}
test('a judge that fails on one item makes that one not scorable', async () => {
  const flaky = {
    id: 'flaky/judge',
    judge: async () => {
      throw new Error('down')
    },
  }
  const ofFlaky = createContextRecallScorer({ model: flaky, options: { contextExtractor: fromToolResults(), mode: 'live' } })
  const outcomes: unknown[] = []
  const result = await runEvals({
    data: [{ input: 'a', groundTruth: 'Alpha holds.' }, { input: 'b' }],
    scorers: [ofFlaky],
    target: scriptedAgent(),
    onItemComplete: ({ scorerResults }) => {
      outcomes.push(scorerResults['context-recall-scorer'].notScorable?.reason)
    },
  })
  expect(result.summary.notScorable).toEqual({ 'context-recall-scorer': 1 })
  expect(outcomes).toEqual([expect.stringContaining('The judge flaky/judge failed'), undefined])
})

test('a missing recording throws', async () => {
  const replaying = createContextRecallScorer({ model, options: { contextExtractor: fromToolResults(), mode: 'replay' } })
  const running = runEvals({ data: [{ input: 'a', groundTruth: 'Nobody asked this.' }], scorers: [replaying], target: scriptedAgent() })
  let error = await running.then(() => undefined, (failure: unknown) => failure)
  const names: string[] = []
  for (; error instanceof Error; error = error.cause) names.push(error.name)
  expect(names).toContain('MissingRecordingError')
})
`

let server: JudgeServer
let project: Project
beforeAll(async () => {
  server = await startJudgeServer(literalJudge)
  project = createProject({
    compatPackages: ['@mastra/core'],
    files: { 'evals.test.ts': tests, 'failures.test.ts': failures },
  })
})
afterAll(async () => {
  project.remove()
  await server.close()
})

const run = (file: string, env: Record<string, string> = {}) =>
  project.run('vitest', ['run', file, '--testTimeout=60000'], { env: { JUDGE_URL: server.url, ...env } })

describe('in runEvals', () => {
  test('agents, turns, workflows and fifty items are scored and recorded, then replayed without a call', async () => {
    const first = await run('evals.test.ts')
    expect(first, first.output).toMatchObject({ code: 0 })
    expect(server.count()).toBeGreaterThan(100)
    const asked = server.count()
    const second = await run('evals.test.ts', { CI: '1' })
    expect(second, second.output).toMatchObject({ code: 0 })
    expect(server.count()).toBe(asked)
  })

  test('a failing judge spares the other items, a missing recording does not', async () => {
    const result = await run('failures.test.ts')
    expect(result, result.output).toMatchObject({ code: 0 })
  })
})

test('TypeScript takes the scorer without a cast', async () => {
  project.write('tsconfig.json', {
    compilerOptions: {
      target: 'es2023',
      module: 'nodenext',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
    },
    include: ['*.test.ts'],
  })
  expect(await project.run('tsc', [])).toMatchObject({ code: 0, stdout: '' })
})
