/** The Vitest plugin: one line in vitest.config.ts brings setup file, options and reporter. */
import { basename, dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vitest/config'
import { liveTestTimeout } from './options/config.ts'
import { UsageError } from './errors.ts'
import Reporter from './reporters/vitest.ts'
import { checkOptions } from './options/check-options.ts'
import type { RunOptions } from './options/options.ts'
import type { ObsoletePolicy } from './reporters/vitest-types.ts'
import { quoteArgument } from './text.ts'

const vitestDefaultTimeout = 5000

/** Options of the run, and what is for the plugin only. */
export interface PluginOptions extends RunOptions {
  /**
   * Whether recordings that no test used fail a complete run, or are only listed.
   * @default 'warn'
   */
  obsolete?: ObsoletePolicy | undefined
}

/**
 * Registers the matcher in every test file and reports after the run. Options reach the workers, so they must be
 * values that can be cloned: a model instance or a function goes to `configure()` in a setup file.
 * Throws a `UsageError` for an unknown option, a bad value, or one that cannot be cloned.
 */
export function contextRecall(given: PluginOptions = {}): Plugin {
  checkOptions(given, 'plugin')
  const { obsolete = 'warn', ...options } = given
  refuseWhatCannotBeCloned(options)
  let testTimeoutIsSet = false
  return {
    name: 'context-recall',
    config: ({ test = {} }) => {
      testTimeoutIsSet = test.testTimeout !== undefined
      const testTimeout = testTimeoutIsSet ? undefined : liveTestTimeout(undefined, options)
      const inline = inlineSetup(test.server?.deps?.inline)
      return {
        test: {
          ...(testTimeout !== undefined && { testTimeout: Math.max(testTimeout, vitestDefaultTimeout) }),
          ...(inline.length > 0 && { server: { deps: { inline } } }),
        },
      }
    },
    configureVitest({ project, vitest }) {
      if (project.config.browser.enabled) return vitest.logger.warn(notInBrowsers(project.name))
      const { root } = project.config
      const command = runCommand(root, project.vite.config.configFile)
      project.provide('contextRecall', { options, root, command, testTimeoutIsSet, obsolete })
      const setup = setupFile()
      if (!project.config.setupFiles.includes(setup)) project.config.setupFiles.unshift(setup)
      const reporters = vitest.config.reporters as unknown[]
      if (!reporters.some(Reporter.isOne)) reporters.push(new Reporter())
    },
  }
}

/** What is added to what is inlined already: nothing when everything is, or when another instance did. */
function inlineSetup(inlined: true | readonly (string | RegExp)[] | undefined): RegExp[] {
  const pattern = setupPattern()
  if (inlined === true || inlined?.some(other => String(other) === String(pattern))) return []
  return [pattern]
}

function notInBrowsers(project: string): string {
  const named = project === '' ? 'This project' : `The project ${project}`
  return (
    `context-recall: ${named} runs in a browser, where neither recordings nor a judge can be reached. ` +
    'Its tests have no toHaveContextRecall; put those that need it in a project that runs in Node.'
  )
}

function setupFile(): string {
  return fileURLToPath(new URL('./vitest.js', import.meta.url))
}

/** For evaluation anew in each test file even without isolation: the file's hooks belong to the test file that runs. */
function setupPattern(): RegExp {
  const literal = setupFile()
    .replaceAll('\\', '/')
    .replaceAll(/[.*+?^${}()|[\]]/g, String.raw`\$&`)
  // recheck: a path, escaped, and its end
  return new RegExp(`${literal}$`)
}

function refuseWhatCannotBeCloned(options: RunOptions): void {
  for (const [name, value] of Object.entries(options)) {
    try {
      structuredClone(value)
    } catch (error) {
      throw new UsageError(
        `contextRecall({ ${name} }) cannot be cloned, but tests run in other threads or processes.\n` +
          `  do  set it in a setup file instead: configure({ ${name}: … })`,
        { cause: error },
      )
    }
  }
}

function runCommand(root: string, configFile: string | undefined | false): string {
  const directory = process.cwd()
  const inRoot = `npx vitest run${resolve(root) === directory ? '' : ` --root ${quoteArgument(relative(directory, root))}`}`
  if (typeof configFile !== 'string') return inRoot
  const isDefault = /^vite(st)?\.config\.[cm]?[jt]s$/.test(basename(configFile))
  if (isDefault && dirname(configFile) === directory) return 'npx vitest run'
  if (isDefault && dirname(configFile) === resolve(root)) return inRoot
  return `npx vitest run --config ${quoteArgument(relative(directory, configFile))}`
}

// with it come the matcher's types, wherever the configuration is part of the program
export type { ContextRecallMatchers } from './reporters/vitest-types.ts'
