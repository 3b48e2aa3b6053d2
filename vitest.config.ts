/**
 * Three projects: `unit` reads the source, `e2e` installs the packed package in temporary projects, `compat` does so
 * with other runners and versions, which `test/compat` installs.
 */
import type { ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = {
  test: {
    // In CI too: the matcher asks Vitest's update switch, and CI must not test another mode than a developer does.
    update: 'new',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/compat/**', 'test/types/**', 'test/bench/**', '**/node_modules/**'],
          setupFiles: ['test/clean-environment.ts'],
          // A machine may be busy with other things; what is slow by itself is seen in the bench.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          exclude: ['test/e2e/compat/**'],
          globalSetup: ['test/e2e/pack.ts'],
          // Each test starts a Vitest of its own.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'compat',
          include: ['test/e2e/compat/**/*.test.ts'],
          globalSetup: ['test/e2e/pack.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
    coverage: { include: ['src/**/*.ts'] },
  },
}

export default config
