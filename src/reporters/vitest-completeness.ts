/** Whether a run of Vitest ran all tests of its suite: only then is a recording that was not used obsolete. */
import type { TestModule, TestSpecification, Vitest } from 'vitest/node'
import { narrowingArgument } from './narrowing-argument.ts'

export interface EndedRun {
  specifications: readonly TestSpecification[]
  modules: readonly TestModule[]
  unhandledErrors: number
  interrupted: boolean
}

/** Why the run was not complete, in a few words; undefined when it was. */
export async function whyIncomplete(vitest: Vitest, run: EndedRun): Promise<string | undefined> {
  return (
    whyNarrowed(vitest) ??
    (run.specifications.some(({ testLines }) => (testLines?.length ?? 0) > 0)
      ? 'a line was given'
      : undefined) ??
    whyUnfinished(run) ??
    (await whyPartial(vitest, run))
  )
}

function whyNarrowed(vitest: Vitest): string | undefined {
  const { changed, related, project, shard, tagsFilter, mergeReports, cliExclude } =
    vitest.config as typeof vitest.config & {
      tagsFilter?: readonly unknown[]
    }
  if (isBenchmark(vitest)) return 'benchmarks were run'
  if (vitest.getGlobalTestNamePattern() !== undefined) return 'a test name was given'
  const { filenamePattern = [] } = vitest as { filenamePattern?: readonly string[] | undefined }
  if (filenamePattern.length > 0) return 'a file was given'
  if (changed !== undefined && changed !== false) return 'only what changed was run'
  if (related !== undefined && related.length > 0) return 'only related files were run'
  if (project.length > 0) return 'a project was given'
  if (tagsFilter !== undefined && tagsFilter.length > 0) return 'tags were given'
  if (cliExclude !== undefined && cliExclude.length > 0) return 'files were excluded'
  if (narrowingArgument(['dir']) !== undefined) return 'a directory was given'
  if (vitest.projects.some(({ config }) => config.typecheck.enabled && config.typecheck.only))
    return 'only types were checked'
  if (shard !== undefined && mergeReports === undefined) return 'a shard is a part; merge the reports'
  return undefined
}

/** Vitest 5 has projects for them, Vitest 4 a mode. */
function isBenchmark(vitest: Vitest): boolean {
  const { mode } = vitest as { mode?: string }
  const projects = vitest.projects as readonly { config: { benchmark?: { enabled?: boolean } } }[]
  return (
    mode === 'benchmark' ||
    (projects.length > 0 && projects.every(({ config }) => config.benchmark?.enabled === true))
  )
}

function whyUnfinished({ modules, unhandledErrors, interrupted }: EndedRun): string | undefined {
  if (interrupted) return 'it was interrupted'
  if (modules.length === 0) return 'no test file was run'
  if (unhandledErrors > 0) return 'there were errors outside of tests'
  const tests = modules.flatMap(module => [...module.children.allTests()])
  const failed = modules.some(module => module.state() === 'failed') || tests.some(isFailed)
  if (failed) return 'tests failed'
  const isOpen = tests.some(test => !test.ok() || test.result().state !== 'passed')
  return isOpen ? 'tests were skipped, or others run only' : undefined
}

function isFailed(test: { result(): { state: string } }): boolean {
  return test.result().state === 'failed'
}

/** In watch mode a rerun has the files that changed; a merge has those whose reports are there. */
async function whyPartial(vitest: Vitest, { modules }: EndedRun): Promise<string | undefined> {
  const run = new Set(modules.map(({ moduleId }) => moduleId))
  const all = await vitest.globTestSpecifications()
  return all.every(({ moduleId }) => run.has(moduleId)) ? undefined : 'not all test files were run'
}
