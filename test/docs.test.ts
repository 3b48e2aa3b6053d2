/** What README and docs say is there: links, commands, options. Their code runs in `test/e2e/docs.test.ts`. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { optionsPage } from '../.ci/options-page.ts'
import { runCli } from '../src/cli/program.ts'

const pages = ['README.md', 'CONTRIBUTING.md', 'examples/README.md', ...globSync('docs/*.md')]
const texts = pages.map(page => [page, readFileSync(page, 'utf8')] as const)

it('lists the options as their comments have them; npm run docs writes the page', () => {
  expect(readFileSync('docs/options.md', 'utf8')).toBe(optionsPage())
})

it.each(texts)('%s links to files that are there', (page, text) => {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].map(([, link = '']) => link)
  expect(links.filter(link => !existsSync(join(dirname(page), link)))).toEqual([])
})

it.each(texts)('%s names scripts that package.json has', (_, text) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }
  const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script)
  expect(named.filter(script => !(script in scripts))).toEqual([])
})

it.each(texts)('%s names commands that context-recall has', async (_, text) => {
  const named = [...text.matchAll(/(?:npx context-recall|`context-recall) ([a-z]+)/g)].map(
    ([, command = '']) => command,
  )
  for (const command of named) expect(await helpOf(command)).toContain(`Usage: context-recall ${command} `)
})

/** Of a command that is not there, the help of the whole. */
async function helpOf(command: string): Promise<string> {
  const lines: string[] = []
  await runCli([command, '--help'], {
    out: line => lines.push(line),
    err: line => lines.push(line),
    cwd: process.cwd(),
    environment: {},
    isTerminal: false,
    confirm: () => Promise.resolve(false),
    git: () => ({ ok: false, stdout: '' }),
    version: '0.0.0',
    start: () => Promise.resolve(0),
  })
  return lines.join('\n')
}

it.each([
  ['README.md', 140],
  ['CONTRIBUTING.md', 110],
])('%s has at most %i lines', (page, most) => {
  expect(readFileSync(page, 'utf8').split('\n').length).toBeLessThanOrEqual(most)
})
