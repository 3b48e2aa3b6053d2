/** The code of README and docs, run and compiled as it stands there. */
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../../src/protocol.ts'
import { type JudgeServer, startJudgeServer } from '../judge-server.ts'
import { createProject, type Project } from '../project.ts'
import { runJest } from './jest-project.ts'

interface Block {
  language: string
  /** The path in its first line, where it names one. */
  file: string | undefined
  text: string
}

function blocksOf(page: string, section = ''): Block[] {
  const source = readFileSync(page, 'utf8')
  const from = section === '' ? 0 : source.indexOf(`\n## ${section}\n`)
  const end = section === '' ? -1 : source.indexOf('\n## ', from + 1)
  return [
    ...source.slice(from, end === -1 ? undefined : end).matchAll(/^( *)```([a-z]+)\n(.*?)^ *```$/gms),
  ].map(([, indent = '', language = '', code = '']) => {
    const text = code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    return { language, text, file: /^\/\/ (\S+\.[a-z]+)\n/.exec(text)?.[1] }
  })
}

function filesOf(page: string, section: string): Record<string, string> {
  return Object.fromEntries(
    blocksOf(page, section).flatMap(({ file, text }) => (file === undefined ? [] : [[file, text]])),
  )
}

/** What a model would answer to the questions of the pages. */
function judge({ kind }: { kind: string }): Answer {
  const evidence = [{ context: 1, quote: 'born on 14 March 1879' }]
  return kind === 'claims'
    ? { claims: ['Einstein was born in 1879.'] }
    : { verdicts: [{ claim: 1, status: 'supported', evidence, gap: '' }] }
}

let server: JudgeServer
beforeAll(async () => {
  server = await startJudgeServer(judge)
})
afterAll(() => server.close())
const online = (): Record<string, string> => ({ OPENAI_API_KEY: 'not-a-key', OPENAI_BASE_URL: server.url })

describe('the README', () => {
  const runners: [
    string,
    () => Project,
    (project: Project, env: Record<string, string>) => Promise<{ code: number | null; output: string }>,
  ][] = [
    [
      'Vitest',
      () => createProject({ files: filesOf('README.md', 'Vitest') }),
      (project, env) => project.run('vitest', ['run'], { env }),
    ],
    [
      'Jest',
      () =>
        createProject({
          compatPackages: ['jest'],
          files: {
            'package.json': { name: 'project-under-test', private: true },
            ...filesOf('README.md', 'Jest'),
          },
        }),
      (project, env) => runJest(project, [], { env }),
    ],
  ]
  test.each(runners)('has files for %s that record, then replay without a key', async (_, make, run) => {
    const project = make()
    const recorded = await run(project, online())
    expect(recorded).toMatchObject({ code: 0, output: expect.stringContaining('2 recorded') })
    expect(project.recordings()).toHaveLength(2)
    const replayed = await run(project, { CI: 'true' })
    expect(replayed).toMatchObject({ code: 0, output: expect.stringContaining('2 answers replayed') })
  })
})

describe('the docs', () => {
  test.each([
    ['docs/runners.md', 'node:test', ['--test']],
    ['docs/comparing.md', '', []],
    ['docs/errors.md', '', []],
  ])('%s %s runs', async (page, section, args) => {
    const [block] = blocksOf(page, section).filter(({ language }) => language === 'ts')
    const project = createProject({ files: { 'docs.test.ts': block?.text ?? '' } })
    const ran = await project.run('node', [...args, 'docs.test.ts'], { env: online() })
    expect(ran).toMatchObject({ code: 0 })
    expect(ran.output).not.toContain('undefined')
  })

  test('compile', async () => {
    const pages = ['README.md', ...globSync('docs/*.md')]
    const blocks = pages.flatMap(page => blocksOf(page).filter(({ language }) => language === 'ts'))
    expect(blocks.length).toBeGreaterThan(10)
    const files = blocks.map(({ text }, index) => [
      `block-${index}.ts`,
      `${missingIn(text)}${text}\nexport {}\n`,
    ])
    const project = createProject({
      packages: ['@ai-sdk/openai', 'ai'],
      compatPackages: ['@mastra/core'],
      files: {
        'tsconfig.json': {
          compilerOptions: {
            strict: true,
            noEmit: true,
            skipLibCheck: true,
            target: 'es2023',
            module: 'nodenext',
            types: ['node', 'context-recall/vitest'],
          },
        },
        ...Object.fromEntries(files),
      },
    })
    const compiled = await project.run('tsc', ['--project', 'tsconfig.json'])
    expect(compiled.output).toBe('')
  })
})

/** The list of context shapes is of calls alone. */
function missingIn(text: string): string {
  return text.startsWith('await expect(')
    ? "import { expect } from 'vitest'\ndeclare const vectorStore: any, index: any, agent: any, rows: unknown[], answer: { sources: string[] }, groundTruth: string, question: string\n"
    : ''
}
