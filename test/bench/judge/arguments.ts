/** The command line of `npm run bench:judge`. */
import { parseArgs } from 'node:util'
import { UsageError } from '../../../src/errors.ts'
import type { ModelArguments } from './model-from.ts'
import type { Selection } from './read-labelled.ts'

export interface Arguments {
  files: string[]
  judge: ModelArguments
  selection: Selection
  recordings?: string | undefined
  /** Files whose text is added to the instructions. */
  prompts: { claims?: string | undefined; attribution?: string | undefined }
  concurrency: number
  maxCalls: number
  timeout?: number | undefined
  json: boolean
  dryRun: boolean
}

export const help = `npm run bench:judge -- <file.jsonl>… --model <model> [options]

Measures a judge on labelled data, one JSON object a line:
  { id, claim, contexts, supported, label? }  balanced accuracy: is the claim supported by the contexts?
  { id, text, before?, gold_claims }          precision, recall, F1: which claims does the text make?

  --model <model>          'provider/model', 'builtin/lexical', or a module (./judge.mjs) whose default export is a model
  --url <url>              of an OpenAI-compatible server, with --model 'server/model'
  --api-key-env <NAME>     the environment variable that holds the key of that server
  --model-id <id>          the id under which a module's or a server's answers are recorded; another id, other recordings
  --rows all|odd|even      only these line numbers, the first being 1
  --limit <n>              only so many items of each file: the first ones,
  --sample <seed>          or a random choice, the same for the same seed
  --prompt-claims <file>, --prompt-attribution <file>
                           text added to the instructions
  --recordings <dir>       where answers are kept (.bench-judge/<model>); a later run asks only what is missing
  --concurrency <n>        calls at once (4)
  --max-calls <n>          stop after so many calls
  --timeout <ms>           of one call (60000)
  --dry-run                only say how many calls and about how many tokens it takes
  --json                   JSON in place of tables; with npm run --silent nothing else is on stdout

What is not on record is asked, in CI too: CI and CONTEXT_RECALL_MODE are not looked at. Ctrl-C finishes the calls under
way and prints what there is. Exit code: 0, 1 when an item failed or the run stopped early, 2 for wrong arguments or
data, 130 after Ctrl-C.`

const options = {
  model: { type: 'string' },
  'model-id': { type: 'string' },
  url: { type: 'string' },
  'api-key-env': { type: 'string' },
  rows: { type: 'string', default: 'all' },
  limit: { type: 'string' },
  sample: { type: 'string' },
  'prompt-claims': { type: 'string' },
  'prompt-attribution': { type: 'string' },
  recordings: { type: 'string' },
  concurrency: { type: 'string', default: '4' },
  'max-calls': { type: 'string' },
  timeout: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Reads the arguments; undefined when help was asked for. Throws a `UsageError` that says which is wrong. */
export function readArguments(args: readonly string[]): Arguments | undefined {
  const { values, positionals: files } = parse(args)
  if (values.help) return undefined
  const { model, rows, sample } = values
  if (model === undefined || model === '') throw new UsageError('--model is missing: who judges?')
  if (files.length === 0) throw new UsageError('No file of labelled data is given.')
  if (rows !== 'all' && rows !== 'odd' && rows !== 'even')
    throw new UsageError(`--rows is '${rows}'. It must be all, odd or even.`)
  const limit = wholeNumber('limit', values.limit, 1)
  if (sample !== undefined && limit === undefined)
    throw new UsageError('--sample chooses among the items: say how many with --limit.')
  return {
    files,
    judge: { model, id: values['model-id'], url: values.url, apiKeyVariable: values['api-key-env'] },
    selection: { rows, limit, sample: wholeNumber('sample', sample, 0) },
    recordings: values.recordings,
    prompts: { claims: values['prompt-claims'], attribution: values['prompt-attribution'] },
    concurrency: wholeNumber('concurrency', values.concurrency, 1) ?? 4,
    maxCalls: wholeNumber('max-calls', values['max-calls'], 0) ?? Number.MAX_SAFE_INTEGER,
    timeout: wholeNumber('timeout', values.timeout, 1),
    json: values.json,
    dryRun: values['dry-run'],
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

function wholeNumber(name: string, value: string | undefined, least: number): number | undefined {
  if (value === undefined) return undefined
  const number = Number(value)
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= least) return number
  throw new UsageError(`--${name} is '${value}'. It must be a whole number from ${least}.`)
}
