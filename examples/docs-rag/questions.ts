/** What developers ask of the documentation, and what a right answer says. */

/** A question with its ground truth, and the recall the retriever has to reach. */
export interface Question {
  question: string
  groundTruth: string
  min: number
}

export const questions: readonly Question[] = [
  {
    question: 'How many steps does a ToolLoopAgent run by default, and how do I change that?',
    groundTruth:
      'A ToolLoopAgent stops after 20 steps by default. The limit is changed with the stopWhen parameter, for ' +
      'example with isStepCount(50). isLoopFinished() removes the limit. When stopWhen is an array, the loop ' +
      'stops when any one of its conditions is met.',
    min: 1,
  },
  {
    question: 'What causes the error "Tool results are missing for tool calls"?',
    groundTruth:
      'The error is AI_MissingToolResultsError. It occurs when a new message is sent to the model while tool ' +
      'calls of a previous turn have not been resolved. A tool call is resolved when its tool-result is in the ' +
      'history. With tool approvals, a tool-approval-response resolves it too.',
    min: 1,
  },
  {
    question: 'How do I smooth a stream, and does that work for Japanese?',
    groundTruth:
      'smoothStream is passed to the experimental_transform option of streamText. It streams word by word by ' +
      'default. The delay between two chunks is 10 ms by default. Word based chunking does not work well for ' +
      'Japanese. Intl.Segmenter is recommended for Japanese.',
    // misses the parameters of smoothStream and their defaults
    min: 0.6,
  },
  {
    question:
      'Why does useChat only say "An error occurred", and how do I send the real error to the client?',
    groundTruth:
      'Error messages from streamText are masked by default so that no sensitive information leaks to the ' +
      'client. To forward error details, pass an onError function to toUIMessageStream. The error text of a ' +
      'failed tool call is not masked by default. Setting redactToolErrors masks the errors of failed tool calls.',
    min: 1,
  },
  {
    question: 'How do I measure how close in meaning two texts are?',
    groundTruth:
      'Embed both texts with embedMany. embedMany returns the embeddings in the order of the values. Compare ' +
      'two embeddings with the cosineSimilarity function. cosineSimilarity returns a number between -1 and 1. ' +
      'A value close to 1 means that the vectors are very similar.',
    // misses the order of the embeddings and the range of the similarity
    min: 0.6,
  },
  {
    question:
      'How do I get a typed object from generateText, and what if the answer does not match the schema?',
    groundTruth:
      'Set the output property of generateText to Output.object with a schema. The schema can be a Zod schema, ' +
      'a Valibot schema or a JSON schema. If the response cannot be parsed or validated against the schema, ' +
      'generateText rejects with a NoObjectGeneratedError. The text property of that error holds the text the ' +
      'model generated. Generating the structured output counts as a step.',
    // misses the page on structured data, which does not speak of typed objects
    min: 0.28,
  },
  {
    question: 'Is telemetry on by default, and how do I keep prompts out of it?',
    groundTruth:
      'OpenTelemetry collection requires the @ai-sdk/otel package. An integration is registered with ' +
      'registerTelemetry. Once an integration is registered, calls emit telemetry by default. Both inputs and ' +
      'outputs are recorded by default. Setting recordInputs to false keeps inputs from being recorded. Setting ' +
      'isEnabled to false turns telemetry off for a call.',
    // finds the migration guide, but not how to switch recording or telemetry off
    min: 0.33,
  },
  {
    question: 'What do I need to resume a chat stream after the page is reloaded?',
    groundTruth:
      'useChat has a resume option that reconnects to an active stream. Streams are stored in Redis through the ' +
      'resumable-stream package. A POST endpoint creates the stream and a GET endpoint resumes it. The GET ' +
      'endpoint returns 204 when no stream is active. Calling stop() closes the connection only and does not ' +
      'cancel the generation.',
    // misses what stop() does
    min: 0.83,
  },
  {
    question: 'Which transport should I use to connect to an MCP server in production?',
    groundTruth:
      'The HTTP transport is recommended for production. The stdio transport should only be used for local ' +
      'servers. SSE is an alternative HTTP-based transport. A client is created with createMCPClient from ' +
      '@ai-sdk/mcp. The client should be closed when it is no longer needed.',
    // misses that the client has to be closed
    min: 0.8,
  },
  {
    question: 'How can I unit test code that calls a language model without calling the provider?',
    groundTruth:
      'Mock providers are imported from ai/test. MockLanguageModelV4 is a mock language model. Its doGenerate ' +
      'function provides the result of generateText, and its doStream function provides the stream of ' +
      'streamText. simulateReadableStream is imported from ai and simulates a readable stream with delays.',
    // finds the list of mocks, but none of the examples that use them
    min: 0.66,
  },
  {
    question: 'How often is a failed call retried, and how do I set a timeout?',
    groundTruth:
      'maxRetries sets the maximum number of retries. maxRetries is 2 by default. Setting maxRetries to 0 ' +
      'disables retries. The timeout setting aborts a call that takes longer than the given number of ' +
      'milliseconds. timeout can also be an object with properties such as totalMs and stepMs. streamRetries ' +
      'retries provider errors that are received after streaming has begun.',
    // misses the timeout setting and stream retries
    min: 0.5,
  },
  {
    question: 'In which format should I store chat messages, and how do I check them when I load them?',
    groundTruth:
      'Messages should be stored in the useChat message format, UIMessage, and not as ModelMessage. They are ' +
      'stored in the onEnd callback of toUIMessageStream. Loaded messages with tools, metadata or data parts ' +
      'should be validated with validateUIMessages. A TypeValidationError says that stored messages do not match ' +
      'the current schemas.',
    // finds loading and validating, but neither the advice on the format nor saving
    min: 0.2,
  },
  {
    question: 'How do I use a Claude model through the AI Gateway?',
    groundTruth:
      'The AI Gateway is the default global provider. A model can therefore be named by a plain string such as ' +
      "'anthropic/claude-sonnet-5.5'. The API key is put into the environment variable AI_GATEWAY_API_KEY. The " +
      'gateway provider can also be imported from the ai package.',
    // misses the environment variable of the key
    min: 0.75,
  },
  {
    question: 'How can I cache or log every model call in one place?',
    groundTruth:
      'Language model middleware intercepts and modifies calls to a language model. wrapLanguageModel takes a ' +
      'model and a middleware and returns a new model. A middleware can implement transformParams, wrapGenerate ' +
      'and wrapStream. Several middlewares are applied in the order in which they are given.',
    // finds the examples of middleware, but not how it is applied
    min: 0.33,
  },
  {
    question: 'Long answers get cut off after I deploy. What can I do?',
    groundTruth:
      'With Fluid Compute a Vercel function may run for 300 seconds by default. The limit is raised with the ' +
      'maxDuration setting. Values above 300 seconds require a Pro or Enterprise plan. On a Pro plan a function ' +
      'may run for up to 800 seconds.',
    // finds an outdated guide, which says 10 seconds, and not the page on timeouts
    min: 0.25,
  },
]
