/** `npm run examples:record`: asks the hand-written answers over HTTP for whatever is not recorded yet. */
import { startHandJudgedServer } from './hand-judged/server.ts'
import { runSuite } from './run-suite.ts'

const server = await startHandJudgedServer()
const environment = { CONTEXT_RECALL_MODE: 'auto', HAND_JUDGED_URL: server.url }

try {
  const docs = await runSuite('docs-rag', 'default', environment)
  console.log(docs.printed)
  const failing = await runSuite('failing', 'dot', environment)
  console.log(failing.printed)

  process.env.HAND_JUDGED_URL = server.url
  await import('./mastra/run.ts')
  await import('./compare/run.ts')

  const asExpected = docs.exitCode === 0 && failing.text.includes('Context recall 0.67 < 0.9')
  console.log(
    `The server was asked ${server.answered} questions. ${asExpected ? 'Done.' : 'Not done: see above.'}`,
  )
  process.exitCode = asExpected ? 0 : 1
} finally {
  await server.close()
}
