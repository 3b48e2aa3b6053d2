/** Builds the package: one ES module and one declaration file per door, everything else external. */
import type { UserConfig } from 'tsdown'

const config: UserConfig = {
  entry: {
    index: 'src/index.ts',
    vitest: 'src/vitest.ts',
    plugin: 'src/plugin.ts',
    reporter: 'src/reporters/vitest.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node22.12',
  dts: true,
  fixedExtension: false,
  hash: false,
  // Vite and Vitest are development dependencies here, so their types would be bundled into ours.
  deps: { neverBundle: true },
}

export default config
