/** `npm run bench:judge`: measures a judge on labelled data whose paths are given. */
import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { UsageError } from '../../../src/errors.ts'
import { builtinLexical, type JudgeModel, modelIdOf } from '../../../src/judge/model.ts'
import { type Arguments, help, readArguments } from './arguments.ts'
import { measureItem } from './measure-item.ts'
import type { MeasuredFile } from './measured.ts'
import { modelFrom } from './model-from.ts'
import { planQuestions } from './plan.ts'
import { type LabelledItem, readLabelled, selectItems } from './read-labelled.ts'
import { renderReport } from './report-text.ts'
import { composeReport } from './report.ts'
import { runItems } from './run-items.ts'

const say = (text: string): void => console.error(text)

interface InputFile {
  name: string
  kind: LabelledItem['kind']
  items: LabelledItem[]
}

type Prompts = Partial<Record<'claims' | 'attribution', string>>

interface Setup {
  model: JudgeModel
  id: string
  directory: string
  prompts: Prompts
}

async function main(args: readonly string[]): Promise<number> {
  const given = readArguments(args)
  if (given === undefined) {
    console.log(help)
    return 0
  }
  const files = readFiles(given)
  const setup = setUp(given)
  sayPlan(files, setup)
  if (given.dryRun) return 0
  const stop = new AbortController()
  const interrupted = stopOnInterrupt(stop)
  const measured = await measureFiles(files, given, setup, stop)
  const stopped = stop.signal.aborted ? String(stop.signal.reason) : undefined
  const report = composeReport(measured, { model: setup.id, selection: given.selection, stopped })
  console.log(given.json ? JSON.stringify(report, null, 2) : renderReport(report))
  if (interrupted()) return 130
  return stopped !== undefined || report.failures.length > 0 ? 1 : 0
}

/** All files are read before anything is asked. */
function readFiles({ files, selection }: Arguments): InputFile[] {
  const names = files.map(file => basename(file))
  const read = files.map((path, index) => {
    const shown = names[index] as string
    const name = names.indexOf(shown) === names.lastIndexOf(shown) ? shown : path
    return { name, ...readLabelled(textOf(path), path) }
  })
  const faults = read.flatMap(file => file.faults)
  if (faults.length > 0) {
    const left = faults.length - 20
    throw new UsageError([...faults.slice(0, 20), ...(left > 0 ? [`and ${left} more`] : [])].join('\n'))
  }
  return read.map(({ name, items }) => ({
    name,
    kind: items[0]?.kind ?? 'support',
    items: selectItems(items, selection),
  }))
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

function setUp({ judge, recordings, prompts }: Arguments): Setup {
  const model = modelFrom(judge, process.env)
  const id = modelIdOf(model)
  const slug = id.toLowerCase().replace(/[^a-z0-9.]+/g, '-')
  const read: Prompts = {}
  for (const kind of ['claims', 'attribution'] as const) {
    const file = prompts[kind]
    if (file !== undefined) read[kind] = textOf(file)
  }
  return { model, id, directory: resolve(recordings ?? join('.bench-judge', slug)), prompts: read }
}

function sayPlan(files: readonly InputFile[], { id, directory, prompts }: Setup): void {
  const items = files.flatMap(file => file.items)
  if (id === builtinLexical) return say(`${items.length} items; ${id} answers by rule, without any call.`)
  const plan = planQuestions(items, { model: id, directory, prompts })
  const open = plan.questions - plan.recorded
  say(
    `${items.length} items make ${plan.questions} questions: ${plan.recorded} are on record in ${directory}, ${open} will be asked of ${id}.\n` +
      `That is ${open} calls with about ${plan.inputTokens} input tokens (UTF-8 bytes / 4), and a call more for each question that has to be asked twice.`,
  )
}

/** Ctrl-C once: what is under way is finished; twice: the end. */
function stopOnInterrupt(stop: AbortController): () => boolean {
  let first: number | undefined
  process.on('SIGINT', () => {
    first ??= performance.now()
    // npm passes on the signal that the terminal has sent already
    if (stop.signal.aborted && performance.now() - first > 500) process.exit(130)
    if (!stop.signal.aborted) say('Interrupted: waiting for the calls under way.')
    stop.abort('interrupted; the same command goes on from here.')
  })
  return () => first !== undefined
}

async function measureFiles(
  files: readonly InputFile[],
  { concurrency, maxCalls, timeout }: Arguments,
  { model, directory, prompts }: Setup,
  stop: AbortController,
): Promise<MeasuredFile[]> {
  // In CI nothing would be asked; who runs this wants it asked.
  process.env.CONTEXT_RECALL_MODE = 'auto'
  const door = new URL('../../../dist/index.js', import.meta.url).href
  const built = (await import(door)) as typeof import('../../../src/index.ts')
  built.configure({
    model,
    recordings: directory,
    concurrency,
    maxCalls,
    prompts,
    ...(timeout !== undefined && { timeout }),
  })
  const measured: MeasuredFile[] = []
  for (const { name, kind, items } of files) {
    const start = performance.now()
    const progress = tellProgress(name, items.length)
    const measure = (item: LabelledItem) => measureItem(item, built)
    const run = await runItems(items, { measure, concurrency, stop, progress })
    const notRun = items.length - run.outcomes.length - run.failures.length
    measured.push({ name, kind, ...run, notRun, seconds: (performance.now() - start) / 1000 })
  }
  return measured
}

/** A line every few seconds, and one at the end. */
function tellProgress(name: string, items: number): (done: number, failed: number) => void {
  let told = performance.now()
  return (done, failed) => {
    if (done < items && performance.now() - told < 3000) return
    told = performance.now()
    say(`${name}: ${done} of ${items}${failed === 0 ? '' : `, ${failed} failed`}`)
  }
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!UsageError.isInstance(error)) throw error
  say(`${error.message}\nnpm run bench:judge -- --help`)
  process.exitCode = 2
}
