/** `npm run example:mastra`: the scorer on an agent's answer, with contexts that are given and that its tools returned. */
import { createContextRecallScorer, fromToolResults, type JudgeModel } from 'context-recall'

const model: JudgeModel = {
  id: 'example/hand-judged',
  url: process.env.HAND_JUDGED_URL ?? 'http://127.0.0.1:4010/v1',
}
const recordings = 'examples/mastra/__recordings__'

const greenTea = createContextRecallScorer({
  model,
  options: {
    recordings,
    context: [
      'Green tea is rich in antioxidants, above all catechins such as EGCG.',
      'A cup of green tea has about 30 mg of caffeine, a third of what coffee has.',
      'The leaves are steamed or pan-fired soon after picking, which keeps them green.',
    ],
  },
})
const tea = await greenTea.run({
  input: 'What is in green tea?',
  output: 'Antioxidants, caffeine and L-theanine.',
  groundTruth:
    'Green tea contains antioxidants. It contains less caffeine than coffee. It contains L-theanine.',
})
console.log(`green tea       ${tea.score}\n  ${tea.reason}\n`)

const photosynthesis = createContextRecallScorer({
  model,
  options: { recordings, scale: 10, contextExtractor: fromToolResults({ tools: ['search'] }) },
})
const leaves = await photosynthesis.run({
  // the format in which Mastra hands an agent's run to a scorer
  input: {
    inputMessages: [message('1', 'user', [{ type: 'text', text: 'How does photosynthesis work?' }])],
    rememberedMessages: [],
    systemMessages: [],
    taggedSystemMessages: {},
  },
  output: [
    message('2', 'assistant', [
      toolCall('a', 'photosynthesis energy', [
        'In photosynthesis, plants turn light energy into chemical energy that is stored in sugars.',
      ]),
      toolCall('b', 'photosynthesis where', ['Photosynthesis takes place in the chloroplasts of a cell.']),
      { type: 'text', text: 'Plants turn light into sugar in their chloroplasts and give off oxygen.' },
    ]),
  ],
  groundTruth:
    'Photosynthesis turns light energy into chemical energy. It takes place in chloroplasts. It releases oxygen.',
})
console.log(`photosynthesis  ${leaves.score} of 10\n  ${leaves.reason}`)

function message(id: string, role: string, parts: object[]): object {
  return { id, role, createdAt: new Date(0), content: { format: 2, parts } }
}

function toolCall(toolCallId: string, query: string, docs: string[]): object {
  const toolInvocation = {
    state: 'result',
    toolCallId,
    toolName: 'search',
    args: { query },
    result: { docs },
  }
  return { type: 'tool-invocation', toolInvocation }
}
