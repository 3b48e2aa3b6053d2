/**
 * `npm test` is `unit`, which reads the source, and `smoke`, which installs the packed package in a project of Vitest and
 * one of Jest. `npm run check` has the rest: `slow`, which starts many processes or repositories; `e2e`, the packed
 * package in all it is used for; `compat`, with other runners and versions, which `test/compat` installs.
 */
import type { TestProjectInlineConfiguration, ViteUserConfig } from 'vitest/config'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(
    `The tests need Node 22.12 or later, and this is ${process.versions.node}. Run them by npm test, after npm ci, which brings Node 24.`,
  )
  process.exit(1)
}

/** Tests of the package as it is packed; each starts runners of its own. */
function packed(name: string, include: string): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include: [include],
      globalSetup: ['test/e2e/pack.ts'],
      testTimeout: 120_000,
      hookTimeout: 120_000,
    },
  }
}

const config: ViteUserConfig = {
  test: {
    // In CI too: the matcher asks Vitest's update switch, and CI must not test another mode than a developer does.
    update: 'new',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/e2e/**',
            'test/compat/**',
            'test/types/**',
            'test/bench/**',
            '**/*.slow.test.ts',
            '**/node_modules/**',
          ],
          setupFiles: ['test/clean-environment.ts'],
          // A machine may be busy with other things; what is slow by itself is seen in the bench.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'slow',
          include: ['test/**/*.slow.test.ts'],
          setupFiles: ['test/clean-environment.ts'],
          testTimeout: 120_000,
        },
      },
      packed('smoke', 'test/e2e/smoke.test.ts'),
      packed('e2e', 'test/e2e/*.test.ts'),
      packed('compat', 'test/e2e/compat/*.test.ts'),
    ],
    coverage: { include: ['src/**/*.ts'] },
  },
}

export default config
