/** Setup file of the unit tests: takes away what the surrounding environment could change in this package. */

const ours = /^(?:CI|CONTEXT_RECALL_.*|OPENAI_.*|AI_GATEWAY_.*)$/

for (const name of Object.keys(process.env)) if (ours.test(name)) delete process.env[name]
