/** `npm run demo`: what it looks like, offline and without a key, in a few seconds. */
import { readDemoArguments, usage } from './demo-arguments.ts'
import { runSuite } from './run-suite.ts'

const demanded = readDemoArguments(process.argv.slice(2))
if (demanded.what === 'nothing') {
  console.error(`${demanded.problem}\n\n${usage}`)
  process.exit(2)
}
if (demanded.what === 'help') {
  console.log(usage)
  process.exit()
}
if (demanded.what === 'ask') {
  const { askRetriever } = await import('./ask-retriever.ts')
  const told = await askRetriever(demanded.question, demanded.groundTruth).catch((error: Error) => error)
  if (!(told instanceof Error)) console.log(told)
  else console.error(told.message)
  process.exit(told instanceof Error ? 1 : 0)
}

const replay = { CONTEXT_RECALL_MODE: 'replay' }
// both at once: most of the time goes into starting Vitest
const [docs, failing] = await Promise.all([
  runSuite('docs-rag', 'verbose', replay),
  runSuite('failing', 'dot', replay),
])

console.log(`
── 1. A retriever under test ──────────────────────────────────────────────────────────────
A keyword search over the documentation of the AI SDK is asked what developers ask of it.
The judge's answers stand in examples/docs-rag/__recordings__: no key, no network, no cost.
${docs.printed}
── 2. When the retriever misses something ─────────────────────────────────────────────────
This test fails, and is meant to. Its message says what the contexts lack.
${failing.printed}
Ask it yourself: npm run demo -- --ask 'How do I stop a loop?' --truth 'stopWhen ends the loop.'

── 3. Your own ────────────────────────────────────────────────────────────────────────────
once                  npm i -D context-recall
in vitest.config.ts   plugins: [contextRecall({ model: 'openai/gpt-5.6-sol' })]
in a test             await expect(contexts).toHaveContextRecall('What a right answer says.', 0.9)
`)

if (docs.exitCode !== 0) {
  console.error('The demo is broken: the tests of part 1 were to pass.')
  process.exitCode = 1
}
if (failing.exitCode !== 1 || !failing.text.includes('Context recall 0.67 < 0.9')) {
  console.error('The demo is broken: the test of part 2 was to fail with "Context recall 0.67 < 0.9".')
  process.exitCode = 1
}
