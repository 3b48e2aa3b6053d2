/** The command line: commands, their arguments and options, and what they exit with. */
import { Command, CommanderError } from 'commander'
import { ContextRecallError, UsageError } from '../errors.ts'
import { defaultDirectory } from '../recordings/recording-fault.ts'
import { audit, type AuditOptions } from './audit.ts'
import { diff } from './diff.ts'
import { estimate, type EstimateOptions } from './estimate.ts'
import { forget } from './forget.ts'
import { type CliIo, exit } from './io.ts'
import { list } from './list.ts'
import { openDirectory, type RecordingsDirectory } from './recordings-directory.ts'
import { prune, type PruneOptions } from './prune.ts'
import { reseal, type ResealOptions } from './reseal.ts'
import { show } from './show.ts'

type Action<Options> = (
  directory: RecordingsDirectory,
  argument: string,
  options: Options,
) => number | Promise<number>

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
    if (!ContextRecallError.isInstance(error)) throw error
    io.err(error.message)
    return UsageError.isInstance(error) ? exit.misuse : exit.found
  }
}

function createProgram(io: CliIo, finish: (code: number) => void): Command {
  const program = new Command('context-recall')
    .description('Looks after recordings of context recall.')
    .usage('<command> [options]')
    .helpOption('--help', 'say what a command does')
    .helpCommand(false)
    .showHelpAfterError('(--help says more)')
    .exitOverride()
    .configureOutput({
      writeOut: text => io.out(text.trimEnd()),
      writeErr: text => io.err(text.trimEnd()),
    })
  const add = <Options extends object>(
    usage: string,
    description: string,
    example: string,
    action: Action<Options>,
  ): Command => {
    const hasArgument = usage.includes(' ')
    return program
      .command(usage)
      .description(description)
      .option('--recordings <directory>', `where they are (default: ${defaultDirectory})`)
      .addHelpText('after', `\nExample:\n  npx context-recall ${example}`)
      .action(async (...given: unknown[]) => {
        const [argument, options] = (hasArgument ? given : ['', ...given]) as [
          string,
          Options & { recordings?: string },
        ]
        finish(await action(openDirectory(io, options.recordings), argument, options))
      })
  }
  addReading(io, add)
  addWriting(io, add)
  return program
}

type Add = <Options extends object>(
  usage: string,
  description: string,
  example: string,
  action: Action<Options>,
) => Command

function addReading(io: CliIo, add: Add): void {
  add<{ json?: boolean }>(
    'list',
    'Every recording: its recall, model, age and size.',
    'list',
    (directory, _, options) => list(io, directory, options),
  ).option('--json', 'print JSON')
  add(
    'show <recording>',
    'One recording, by name or the beginning of its hash.',
    'show 77ab3c',
    (directory, given) => show(io, directory, given),
  )
  add<{ json?: boolean }>(
    'diff <ref>',
    'How verdicts differ from those of a commit.',
    'diff main',
    (directory, given, options) => diff(io, directory, given, options),
  ).option('--json', 'print JSON')
  add<AuditOptions>(
    'audit',
    'Damaged, unmerged, ignored or secret; 1 when there is any.',
    'audit --strict',
    (directory, _, options) => audit(io, directory, options),
  )
    .option('--strict', 'fail for notes, too')
    .option('--allow-secret <text...>', 'part of what looks like a key and is none')
  add<EstimateOptions>(
    'estimate',
    'Calls and tokens of asking again.',
    'estimate --model openai/gpt-5.6-sol',
    (directory, _, options) => estimate(io, directory, options),
  )
    .option('--model <model>', 'with another model: claims, too')
    .option('--claims', 'claims, too')
    .option('--json', 'print JSON')
}

function addWriting(io: CliIo, add: Add): void {
  add<PruneOptions>(
    'prune',
    'Deletes recordings that no known suite used, after naming them.',
    'prune --dry-run',
    (directory, _, options) => prune(io, directory, options),
  )
    .option('--dry-run', 'only name them')
    .option('--yes', 'do not ask')
  add<{ yes?: boolean }>(
    'forget <recording>',
    'Deletes a recording, so that it is asked again.',
    'forget 77ab3c',
    (directory, given, options) => forget(io, directory, given, options),
  ).option('--yes', 'do not ask')
  add<ResealOptions>(
    'reseal <file>',
    'Takes over a verdict that was corrected by hand.',
    'reseal __recordings__/context-recall/einstein.attribution.77ab3c….jsonc',
    (directory, given, options) => reseal(io, directory, given, options),
  )
    .option('--empty', 'the ground truth makes no claim')
    .option('--allow-secret <text...>', 'part of what looks like a key and is none')
}
