import { contextRecall } from 'context-recall/plugin'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const config: ViteUserConfig = defineConfig({
  plugins: [
    contextRecall({
      model: {
        id: 'example/hand-judged',
        url: process.env.HAND_JUDGED_URL ?? 'http://127.0.0.1:4010/v1',
      },
    }),
  ],
})

export default config
