/** The command line: commands, their arguments and options, and what they exit with. */
import { Command, CommanderError } from 'commander'
import { ContextRecallError, StoreError, UsageError } from '../errors.ts'
import { codeOf, storeError } from '../recordings/file-system.ts'
import { defaultDirectory } from '../recordings/recording-fault.ts'
import { toOneLine } from '../text.ts'
import { audit, type AuditOptions } from './audit.ts'
import { demo } from './demo.ts'
import { diff } from './diff.ts'
import { estimate, type EstimateOptions, estimateRun } from './estimate.ts'
import { forget } from './forget.ts'
import { init, type InitOptions } from './init.ts'
import { type CliIo, exit, type Outcome } from './io.ts'
import { knownUse } from './known-use.ts'
import { list, type ListOptions } from './list.ts'
import {
  findRecording,
  type Found,
  openDirectories,
  type RecordingsDirectory,
  titleOf,
} from './recordings-directory.ts'
import { prune, type PruneOptions } from './prune.ts'
import { reseal, type ResealOptions } from './reseal.ts'
import { show, type ShowOptions } from './show.ts'

/** Runs a command; `args` are those after the program's name. Returns the exit code. */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  let code: number = exit.fine
  const program = createProgram(io, result => {
    code = result
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.fine : exit.misuse
    return tell(io, error)
  }
}

/** Says what went wrong, without a stack: what the system refused and faults of our own, too. */
function tell(io: CliIo, error: unknown): number {
  const told = ContextRecallError.isInstance(error) ? error : foreignError(error)
  io.err(told.message)
  if (UsageError.isInstance(told)) return exit.misuse
  return StoreError.isInstance(told) || told !== error ? exit.failed : exit.found
}

function foreignError(error: unknown): ContextRecallError {
  const { path } = Object(error) as NodeJS.ErrnoException
  if (codeOf(error) !== undefined && path !== undefined) return storeError('read', path, error)
  const [where = ''] = error instanceof Error ? (/\n +at .*/.exec(error.stack ?? '') ?? []) : []
  return new ContextRecallError(
    `context-recall failed, by a fault of its own: ${toOneLine(String(error))}\n  where  ${toOneLine(where)}\n  do     report it with these lines`,
  )
}

interface Shared {
  recordings?: string
  json?: boolean
}

type Texts = readonly [usage: string, description: string, example: string]
type Action<Argument, Options> = (
  io: CliIo,
  argument: Argument,
  options: Options,
) => Outcome | Promise<Outcome>
type DirectoryAction<Options> = (
  io: CliIo,
  directory: RecordingsDirectory,
  options: Options,
  argument: string,
) => Outcome | Promise<Outcome>
type Commands = ReturnType<typeof commandsOf>

function createProgram(io: CliIo, finish: (code: number) => void): Command {
  const program = new Command('context-recall')
    .description(
      'Sets context recall up, and looks after its recordings, in all directories below that have any.',
    )
    .usage('<command> [options]')
    .version(io.version, '--version', 'say which release this is')
    .helpOption('--help', 'say what a command does')
    .helpCommand(false)
    .showHelpAfterError('(--help says more)')
    .addHelpText(
      'after',
      '\nExit codes: 0 fine, 1 something wrong was found, 2 given wrongly, 3 the disk, the output or this program failed.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: text => io.out(text.trimEnd()),
      writeErr: text => io.err(text.trimEnd()),
    })
  const commands = commandsOf(program, io, finish)
  addStarting(commands)
  addReading(commands)
  addWriting(commands)
  return program
}

function commandsOf(program: Command, io: CliIo, finish: (code: number) => void) {
  const add = <Options extends object, Argument>(
    [usage, description, example]: Texts,
    action: Action<Argument, Options & Shared>,
  ): Command =>
    program
      .command(usage)
      .description(description)
      .option('--recordings <directory>', `the one directory to look at (such as ${defaultDirectory})`)
      .option('--json', 'print JSON')
      .addHelpText('after', `\nExample:\n  npx context-recall ${example}`)
      .action(async (...given: unknown[]) => {
        const [argument, options] = (usage.includes(' ') ? given : ['', ...given]) as [
          Argument,
          Options & Shared,
        ]
        // lines go nowhere, and nobody is asked, where a program reads
        const its = options.json === true ? { ...io, out: () => undefined, isTerminal: false } : io
        const { code, json } = await action(its, argument, options)
        if (options.json === true) io.out(JSON.stringify(json, null, 2))
        finish(code)
      })
  return {
    add,
    /** Works on no recordings. */
    plain: (
      [usage, description, example]: Texts,
      action: (io: CliIo, options: InitOptions) => Promise<number>,
    ) =>
      program
        .command(usage)
        .description(description)
        .addHelpText('after', `\nExample:\n  npx context-recall ${example}`)
        .action(async (options: InitOptions) => finish(await action(io, options))),
    /** Works on one recording. */
    one: <Options extends object>(texts: Texts, action: Action<Found, Options>) =>
      add<Options, string>(texts, (its, given, options) =>
        action(its, findRecording(openDirectories(its, options.recordings), its, given), options),
      ),
    /** Works on each directory; what fails in one does not keep the others from it. */
    each: <Options extends object>(texts: Texts, action: DirectoryAction<Options>) =>
      add<Options, string>(texts, async (its, argument, options) => {
        const results: Outcome[] = []
        const directories = openDirectories(its, options.recordings)
        for (const [index, directory] of directories.entries()) {
          try {
            if (directories.length > 1) its.out(`${index === 0 ? '' : '\n'}${titleOf(directory)}:`)
            results.push(await action(its, directory, options, argument))
          } catch (error) {
            results.push({ code: tell(its, error), json: [] })
          }
        }
        return {
          code: Math.max(...results.map(({ code }) => code)),
          json: results.flatMap(({ json }) => json),
        }
      }),
  }
}

function addStarting({ plain }: Commands): void {
  plain(['demo', 'What the matcher says, replayed: no key, no network.', 'demo'], demo)
  plain(['init', 'Writes configuration, setup and a first test, after showing them.', 'init'], init)
    .option('--model <model>', 'who judges (default: openai/gpt-5.6-sol)')
    .option('--yes', 'do not ask')
}

function addReading({ add, one, each }: Commands): void {
  each<ListOptions>(['list', 'Every recording: its recall, model, age and size.', 'list --below 0.8'], list)
    .option('--below <recall>', 'only of a lower recall')
    .option('--uncommitted', 'only what git has not as it is')
    .option('--model <id>', 'only of this judge')
  one<ShowOptions>(
    ['show <recording>', 'One recording, by name or the beginning of its hash.', 'show 77ab3c'],
    (io, found, options) => show(io, found, options, knownUse()),
  ).option('--contexts', 'with the contexts whole')
  each(
    ['diff <ref>', 'Claims lost and won since a commit, and other changes.', 'diff main'],
    (io, directory, _, reference) => diff(io, directory, reference, knownUse()),
  )
  each<AuditOptions>(
    ['audit', 'Damaged, unmerged, ignored or secret; 1 when there is any.', 'audit --strict'],
    audit,
  )
    .option('--strict', 'fail for notes, too')
    .option('--allow-secret <text...>', 'part of what looks like a key and is none')
  add<EstimateOptions, string[]>(
    [
      'estimate [command...]',
      'Calls and tokens of asking again, or of what a test command would ask.',
      'estimate --prices 1.25,10 -- npx vitest run',
    ],
    (io, command, options) =>
      command.length > 0
        ? estimateRun(io, command, options)
        : estimate(io, openDirectories(io, options.recordings), options),
  )
    .option('--model <model>', 'with another model: claims, too')
    .option('--claims', 'claims, too')
    .option('--prices <in,out>', 'of a million input and a million output tokens')
}

function addWriting({ one, each }: Commands): void {
  each<PruneOptions>(
    ['prune', 'Deletes recordings that no known suite used, after naming them.', 'prune --dry-run'],
    prune,
  )
    .option('--dry-run', 'only name them')
    .option('--yes', 'do not ask')
  one<{ yes?: boolean }>(
    ['forget <recording>', 'Deletes a recording, so that it is asked again.', 'forget 77ab3c'],
    forget,
  ).option('--yes', 'do not ask')
  one<ResealOptions>(
    [
      'reseal <file>',
      'Takes over a verdict that was corrected by hand.',
      'reseal __recordings__/context-recall/einstein.attribution.77ab3c….jsonc',
    ],
    reseal,
  )
    .option('--empty', 'the ground truth makes no claim')
    .option('--allow-secret <text...>', 'part of what looks like a key and is none')
}
