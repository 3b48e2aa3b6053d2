/** The same two questions as they are asked through the AI SDK, which every other contender stands behind. */
import { createOpenAI, type OpenAIProviderSettings } from '@ai-sdk/openai'
import { generateText, jsonSchema, type LanguageModel, Output } from 'ai'
import { resolvePrompt } from '../../../src/judge/prompts/prompt.ts'
import { renderRequest } from '../../../src/judge/prompts/render-request.ts'
import type { Answer, RecallRequest } from '../../../src/protocol.ts'
import { indexIn, makeQuestion, type Question } from './questions.ts'
import type { Assertion } from './time-assertions.ts'

const baseURL = 'https://judge.invalid/v1'

/** Where the model is asked; nothing answers there but what a contender puts in the way. */
export const address: string = `${baseURL}/responses`

export function judgeModel(
  settings: OpenAIProviderSettings = {},
): Exclude<LanguageModel, string> & { specificationVersion: 'v4' } {
  return createOpenAI({ baseURL, apiKey: 'unused', ...settings })('judge-1')
}

/** Both questions, rendered beforehand; asked one after the other, as an assertion has to. */
export function askThroughSdk(model: LanguageModel, question: Question): Assertion {
  const generations = [question.claimsRequest, question.attributionRequest].map(request =>
    prepareGeneration(model, request),
  )
  const expected = [question.claimsAnswer, question.attributionAnswer]
  return {
    async ask() {
      const answers: Answer[] = []
      for (const generate of generations) answers.push(await generate())
      return answers
    },
    check(result) {
      if (JSON.stringify(result) !== JSON.stringify(expected))
        throw new Error(`answered something else: ${JSON.stringify(result)}`)
    },
  }
}

function prepareGeneration(model: LanguageModel, request: RecallRequest): () => Promise<Answer> {
  const { instructions, schema } = resolvePrompt(request.kind)
  const prompt = renderRequest(request)
  // without a validator: what the SDK does least
  const output = Output.object({ name: request.kind, schema: jsonSchema<Answer>(schema) })
  return async () => (await generateText({ model, instructions, prompt, maxRetries: 0, output })).output
}

/** What the server answers to a request's body, in the format of the Responses API. */
export function respond(body: string): object {
  const { input, text } = JSON.parse(body) as {
    input: { role: string; content: { text?: string }[] }[]
    text: { format: { name: string } }
  }
  const prompt = input.find(({ role }) => role === 'user')?.content[0]?.text ?? ''
  const { claimsAnswer, attributionAnswer } = makeQuestion(indexIn(prompt))
  return responseOf(text.format.name === 'claims' ? claimsAnswer : attributionAnswer)
}

/** An answer in the format of the Responses API. */
export function responseOf(answer: Answer): object {
  const content = [{ type: 'output_text', text: JSON.stringify(answer), annotations: [] }]
  return {
    id: 'resp_1',
    object: 'response',
    created_at: 0,
    status: 'completed',
    model: 'judge-1',
    output: [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content }],
    usage: { input_tokens: 2000, output_tokens: 100, total_tokens: 2100 },
  }
}
