import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** The packages that are loaded by importing a file of `src/`. */
function packagesOf(file: string, then = ''): string[] {
  const script = `
    import { registerHooks } from 'node:module'
    const packages = new Set()
    registerHooks({ load(url, context, next) {
      const name = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1]
      if (name !== undefined) packages.add(name)
      return next(url, context)
    } })
    const module = await import(${JSON.stringify(new URL(`../../src/${file}`, import.meta.url).href)})
    ${then}
    console.log(JSON.stringify([...packages]))`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
  )
}

it.each([
  'judge/ask.ts',
  'judge/captured.ts',
  'judge/limiter.ts',
  'judge/model.ts',
  'judge/prompts/prompt.ts',
  'judge/resolve-model.ts',
])('loads no package with %s', file => {
  expect(packagesOf(file)).toEqual([])
})

it('loads the SDK once a model is resolved', () => {
  const resolved = `await module.resolveJudge('openai/gpt-5.6-sol', { environment: { OPENAI_API_KEY: 'a' }, root: '/' })`
  expect(packagesOf('judge/resolve-model.ts', resolved)).toEqual(
    expect.arrayContaining(['ai', '@ai-sdk/openai']),
  )
})
