/** Which recordings a run of Vitest left unused. */
import { relative, resolve } from 'node:path'
import type { TestModule, TestProject, Vitest } from 'vitest/node'
import { defaultDirectory } from '../recordings/recording-fault.ts'
import { judgeObsolete } from './judge-obsolete.ts'
import { packageDirectory } from './suite-use.ts'
import { type EndedRun, whyIncomplete } from './vitest-completeness.ts'

/** The lines to print, and how many recordings are obsolete. */
export async function judgeVitestRun(
  vitest: Vitest,
  ended: EndedRun,
): Promise<{ lines: string[]; obsolete: number }> {
  const { root } = vitest.config
  const inPackage = (path: string): string =>
    relative(packageDirectory(root), path) || 'without a configuration'
  const { configFile, mode } = vitest.vite.config
  const config = typeof configFile === 'string' ? configFile : undefined
  const { modules } = ended
  const isLive = modules.some(module => module.meta().contextRecallUse?.live === true)
  return judgeObsolete({
    root,
    // a mode may choose other test files
    suite: `vitest, ${inPackage(config ?? root)}${mode === 'test' ? '' : `, mode ${mode}`}`,
    config,
    testFiles: modules.map(({ moduleId }) => moduleId),
    used: modules.flatMap(usedBy),
    directories: vitest.projects.flatMap(directoryOf),
    incomplete: isLive ? 'mode live uses none' : await whyIncomplete(vitest, ended),
  })
}

function usedBy(module: TestModule): string[] {
  const { root } = module.project.config
  return (module.meta().contextRecallUse?.files ?? []).map(file => resolve(root, file))
}

/** The directory of a project that has the plugin, whether or not a test used something of it. */
function directoryOf(project: TestProject): string[] {
  const provided = project.getProvidedContext().contextRecall
  return provided === undefined
    ? []
    : [resolve(provided.root, provided.options.recordings ?? defaultDirectory)]
}
