/** Builds the package: a module and a declaration file per door, everything else external. */
import type { UserConfig } from 'tsdown'

const shared: UserConfig = {
  platform: 'node',
  target: 'node22.12',
  dts: true,
  fixedExtension: false,
  hash: false,
  // Vite and Vitest are development dependencies here, so their types would be bundled into ours.
  deps: { neverBundle: true },
}

/**
 * Every chunk costs a test file a third of a millisecond, and the sort by entries makes two dozen of them. `light` is
 * what a test file loads without an assertion, `options` what the plugin needs beside it, `core` what an assertion needs.
 * None of them may match a declaration file: its types would go into a chunk of JavaScript.
 */
const files =
  (pattern: RegExp) =>
  (id: string): boolean =>
    pattern.test(id.replaceAll('\\', '/'))
const chunks = [
  {
    name: 'light',
    test: files(
      /src\/(?:errors|text|options\/(?:config|closest)|recordings\/mode|judge\/captured|matcher\/(?:await-tracking|call-site|update-switch)|reporters\/vitest-(?:run|test-file))\.ts$/,
    ),
    priority: 3,
  },
  {
    name: 'options',
    test: files(
      /src\/(?:judge\/model|secret-shapes|options\/check-options|contexts\/(?!arrange)[a-z-]+)\.ts$/,
    ),
    priority: 2,
  },
  {
    name: 'core',
    test: files(
      /src\/(?:protocol|json|format-error|(?:evidence|verdicts|recordings|judge\/prompts)\/[a-z-]+|contexts\/arrange-contexts|options\/(?:configure|shared-run)|measure\/(?:compose|measure-context-recall|attribute|windows|merge-windows|split-text|text-breaks|tokens|ask-all|room-for|question-name|judge-report|noting-use)|matcher\/(?:core|to-have-context-recall|assertion-meta)|judge\/(?:ask|live-ask|limiter|process-wide|redact|failure|judge))\.ts$/,
    ),
    priority: 1,
  },
]

/** Comments are read in the declarations. */
const comments = { jsdoc: false }

const config: UserConfig[] = [
  {
    ...shared,
    outputOptions: { codeSplitting: { groups: chunks }, comments },
    entry: {
      index: 'src/index.ts',
      vitest: 'src/vitest.ts',
      plugin: 'src/plugin.ts',
      reporter: 'src/reporters/vitest.ts',
      jest: 'src/jest.ts',
      'jest-reporter': 'src/reporters/jest.ts',
      mastra: 'src/mastra.ts',
      bin: 'src/bin.ts',
      'judge-worker': 'src/judge/judge-worker.ts',
    },
    format: 'esm',
  },
  // For Jest without a flag of Node, and for require(). Both forms share their state, see src/config.ts.
  {
    ...shared,
    entry: { index: 'src/index.ts', jest: 'src/jest.ts', 'jest-reporter': 'src/reporters/jest.ts' },
    format: 'cjs',
    outputOptions: { comments },
    clean: false,
    checks: { legacyCjs: false },
  },
]

export default config
