/** What each suite of a run of Vitest used, and what that leaves unused. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TestCase, TestModule, TestProject, TestSpecification, Vitest } from 'vitest/node'
import { defaultDirectory } from '../recordings/recording-fault.ts'
import type { Ended, EndedTest, SuiteRun } from '../recordings/used-recordings.ts'
import { judgeRuns, testsByName } from './judge-obsolete.ts'
import { narrowingArgument } from './narrowing-argument.ts'

export interface EndedRun {
  specifications: readonly TestSpecification[]
  modules: readonly TestModule[]
  interrupted: boolean
}

/** The lines to print, and how many recordings are obsolete. */
export async function judgeVitestRun(
  vitest: Vitest,
  ended: EndedRun,
): Promise<{ lines: string[]; obsolete: number }> {
  const { mode } = vitest as { mode?: string }
  const projects = mode === 'benchmark' ? [] : vitest.projects.filter(project => hasSuite(project, ended))
  if (projects.length === 0) return { lines: [], obsolete: 0 }
  const specifications = await vitest.globTestSpecifications()
  return judgeRuns(projects.map(project => suiteRun(vitest, project, ended, specifications)))
}

/** Projects with the plugin or the setup file; Vitest 5 has projects for benchmarks. */
function hasSuite(project: TestProject, { modules }: EndedRun): boolean {
  const { benchmark, typecheck } = project.config as typeof project.config & {
    benchmark?: { enabled?: boolean }
  }
  if (benchmark?.enabled || (typecheck.enabled && typecheck.only)) return false
  return (
    directoriesOf(project).length > 0 || modules.some(module => module.project === project && hasUse(module))
  )
}

function hasUse(module: TestModule): boolean {
  return module.meta().contextRecallUse !== undefined
}

function suiteRun(
  vitest: Vitest,
  project: TestProject,
  run: EndedRun,
  specifications: readonly TestSpecification[],
): SuiteRun {
  const listed = specifications
    .filter(each => each.project === project && each.pool !== 'typescript')
    .map(({ moduleId }) => moduleId)
  const modules = run.modules.filter(
    module => module.project === project && (hasUse(module) || listed.includes(module.moduleId)),
  )
  return {
    ...suiteOf(vitest, project),
    files: new Map(
      modules
        .filter(module => module.state() !== 'queued')
        .map(module => [module.moduleId, testsOf(module, leavesOut(vitest, run))]),
    ),
    listed: isListShort(vitest) ? undefined : listed,
    directories: directoriesOf(project),
  }
}

/** By the project's own configuration, so that it is one suite wherever Vitest is started. */
function suiteOf(vitest: Vitest, project: TestProject): Pick<SuiteRun, 'runner' | 'config'> {
  const configOf = ({ vite, config }: TestProject | Vitest): string => {
    const { configFile } = vite.config
    return typeof configFile === 'string' ? configFile : config.root
  }
  const config = configOf(project)
  // projects within one configuration have nothing but their names to be told apart by
  const isInline = !project.isRootProject() && config === configOf(vitest)
  // a mode may choose other test files
  const { mode } = vitest.vite.config
  const mark = `${mode === 'test' ? '' : ` --mode ${mode}`}${isInline ? ` --project ${project.name}` : ''}`
  return { runner: `vitest${mark}`, config }
}

/** The directory of a project that has the plugin, whether or not a test used something of it. */
function directoriesOf(project: TestProject): string[] {
  const provided = project.getProvidedContext().contextRecall
  return provided === undefined
    ? []
    : [resolve(provided.root, provided.options.recordings ?? defaultDirectory)]
}

/** What Vitest takes off the list of test files itself, in which case it does not tell of all. */
function isListShort(vitest: Vitest): boolean {
  const { cliExclude = [], project } = vitest.config as typeof vitest.config & { cliExclude?: string[] }
  return cliExclude.length > 0 || project.length > 0 || narrowingArgument(['dir']) !== undefined
}

/** Whether a test that was skipped may be one that this run left out, and not its source. */
function leavesOut(vitest: Vitest, { specifications, modules, interrupted }: EndedRun): boolean {
  const { tagsFilter = [], bail = 0 } = vitest.config as typeof vitest.config & { tagsFilter?: unknown[] }
  const isNarrowed =
    vitest.getGlobalTestNamePattern() !== undefined ||
    tagsFilter.length > 0 ||
    specifications.some(each => [each.testLines, each.testIds].some(given => (given?.length ?? 0) > 0))
  const hasFailed = modules.some(module => module.state() === 'failed')
  return isNarrowed || interrupted || (bail > 0 && hasFailed)
}

function testsOf(module: TestModule, isNarrowed: boolean): Map<string, EndedTest> {
  const use = module.meta().contextRecallUse
  const { root } = module.project.config
  const pathsOf = (files: readonly string[] = []): string[] => files.map(file => resolve(root, file))
  const tests = [...module.children.allTests()]
  if (tests.length === 0 && module.state() === 'failed')
    return new Map([['', { ended: 'broken', used: pathsOf(use?.files['']) }]])
  const leavesOut = isNarrowed || hasOnly(module.moduleId)
  const ended = tests.map(test => {
    const used = pathsOf(use?.files[test.id])
    return { name: test.fullName, used, ended: endedOf(test, used.length > 0, leavesOut) }
  })
  // in mode live it uses none; without its use, the worker has died, or never had the setup file
  const isUnknown = use === undefined || use.live
  const isRun = (state: Ended): boolean => state === 'whole' || state === 'measured'
  return testsByName(
    ended.map(test => (isUnknown && isRun(test.ended) ? { ...test, ended: 'left out' } : test)),
    pathsOf(use?.files['']),
  )
}

function endedOf(test: TestCase, hasUsed: boolean, leavesOut: boolean): Ended {
  const { state, errors = [] } = test.result()
  if (state === 'passed') return 'whole'
  if (state === 'failed') {
    const missed = test.meta().contextRecall?.filter(({ pass, isNot }) => pass === isNot) ?? []
    const others = errors.filter(({ name }) => name === 'AssertionError')
    return hasUsed && missed.length + others.length >= errors.length ? 'measured' : 'broken'
  }
  if (isBrokenAbove(test)) return 'broken'
  if (state !== 'skipped' || leavesOut) return 'left out'
  return test.options.mode === 'todo' ? 'todo' : 'skipped'
}

/** Vitest does not run the tests of a suite whose hook failed. */
function isBrokenAbove({ parent }: TestCase): boolean {
  for (let above = parent; ; above = above.parent) {
    if (above.errors().length > 0) return true
    if (above.type === 'module') return false
  }
}

function hasOnly(file: string): boolean {
  return existsSync(file) && /\.only\b|\bonly: *true/.test(readFileSync(file, 'utf8'))
}
