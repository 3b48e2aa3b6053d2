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

const config: UserConfig[] = [
  {
    ...shared,
    entry: {
      index: 'src/index.ts',
      vitest: 'src/vitest.ts',
      plugin: 'src/plugin.ts',
      reporter: 'src/reporters/vitest.ts',
      jest: 'src/jest.ts',
      'jest-reporter': 'src/reporters/jest.ts',
      mastra: 'src/mastra.ts',
      'judge-worker': 'src/judge/judge-worker.ts',
    },
    format: 'esm',
  },
  // For Jest without a flag of Node, and for require(). Both forms share their state, see src/config.ts.
  {
    ...shared,
    entry: { index: 'src/index.ts', jest: 'src/jest.ts', 'jest-reporter': 'src/reporters/jest.ts' },
    format: 'cjs',
    clean: false,
    checks: { legacyCjs: false },
  },
]

export default config
