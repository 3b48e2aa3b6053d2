import { expect, it } from 'vitest'
import { contextRecall } from '../src/plugin.ts'

/** As much of what Vitest hands a plugin as is used before a project in a browser is left alone. */
function configureInBrowser(name: string) {
  const warnings: string[] = []
  const config = { browser: { enabled: true }, setupFiles: [], root: '/' }
  const vitest = { logger: { warn: (text: string) => warnings.push(text) }, config: { reporters: [] } }
  const { configureVitest } = contextRecall({ model: 'local/judge' }) as unknown as {
    configureVitest: (context: object) => void
  }
  configureVitest({ project: { name, config }, vitest })
  return { warnings, setupFiles: config.setupFiles, reporters: vitest.config.reporters }
}

it('leaves projects that run in a browser alone, and says so', () => {
  expect(configureInBrowser('ui')).toEqual({
    warnings: [
      expect.stringMatching(/^context-recall: The project ui runs in a browser, .* runs in Node\.$/),
    ],
    setupFiles: [],
    reporters: [],
  })
  expect(configureInBrowser('').warnings).toEqual([expect.stringContaining('This project runs in a browser')])
})
