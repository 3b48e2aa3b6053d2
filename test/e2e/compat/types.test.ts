/** What compiles and what does not, per runner and compiler version, against the packed declarations. */
import { describe, expect, test } from 'vitest'
import { createProject } from '../project.ts'

const accepted = `
declare const contexts: string[]
export async function accepted() {
  await expect(contexts).toHaveContextRecall('The right answer.')
  await expect(contexts).toHaveContextRecall('The right answer.', 0.9)
  await expect(contexts).toHaveContextRecall(['One claim.', 'Another.'], 0.9, { question: 'Which?' })
  await expect(contexts).toHaveContextRecall('The right answer.', { min: 0.9, mode: 'replay' })
  await expect(contexts).not.toHaveContextRecall('The right answer.')
  await expect(Promise.resolve(contexts)).resolves.toHaveContextRecall('The right answer.')
  const awaited: Promise<void> = expect(contexts).toHaveContextRecall('The right answer.')
  await awaited
}
`
const refused = `
export async function refused() {
  // @ts-expect-error -- the ground truth is missing
  await expect(contexts).toHaveContextRecall()
  // @ts-expect-error -- the ground truth is a text or texts
  await expect(contexts).toHaveContextRecall(5)
  // @ts-expect-error -- min is a number
  await expect(contexts).toHaveContextRecall('The right answer.', '0.9')
  // @ts-expect-error -- no such mode
  await expect(contexts).toHaveContextRecall('The right answer.', { mode: 'offline' })
  // @ts-expect-error -- misspelled
  await expect(contexts).toHaveContextRecal('The right answer.')
  // @ts-expect-error -- as an asymmetric matcher it would pass without having looked
  expect({ contexts }).toEqual({ contexts: expect.toHaveContextRecall('The right answer.') })
}
`

const runners = [
  {
    runner: 'Vitest 5',
    packages: [],
    head: `import 'context-recall/vitest'\nimport { expect } from 'vitest'`,
    types: ['node'],
  },
  {
    runner: 'Vitest 4.1',
    packages: ['vitest=vitest-4'],
    head: `import 'context-recall/vitest'\nimport { expect } from 'vitest'`,
    types: ['node'],
  },
  {
    runner: 'Jest with @types/jest',
    packages: ['@types/jest'],
    head: `import 'context-recall/jest'`,
    types: ['node', 'jest'],
  },
  {
    runner: 'Jest with @jest/globals',
    packages: ['@jest/globals', '@jest/expect', 'expect', 'jest'],
    head: `import 'context-recall/jest'\nimport { expect } from '@jest/globals'`,
    types: ['node'],
  },
]
const compilers = [
  { compiler: 'TypeScript 5.9', packages: ['typescript=typescript-5'], version: /^Version 5\.9\.\d+$/ },
  { compiler: 'TypeScript 6', packages: ['typescript=typescript-6'], version: /^Version 6\.\d+\.\d+$/ },
  { compiler: 'TypeScript 7', packages: [], version: /^Version 7\.\d+\.\d+$/ },
]

describe.each(runners)('$runner', ({ packages, head, types }) => {
  test.each(compilers)('with $compiler', async ({ packages: compiler, version }) => {
    const project = createProject({
      compatPackages: [...packages, ...compiler],
      files: {
        'recall.test.ts': `${head}\n${accepted}\n${refused}`,
        'tsconfig.json': {
          compilerOptions: {
            target: 'es2023',
            lib: ['es2024', 'dom'],
            module: 'nodenext',
            strict: true,
            noEmit: true,
            skipLibCheck: false,
            types,
          },
          include: ['*.test.ts'],
        },
      },
    })
    expect((await project.run('tsc', ['--version'])).stdout.trim()).toMatch(version)
    // declarations of other packages are looked into as well: whatever is said, of a file or of the whole, is a failure
    expect(await project.run('tsc', [])).toMatchObject({ code: 0, output: '' })
  })
})

test('a project laid out by create-vite finds the matcher after the one line of the README', async () => {
  const shared = {
    target: 'es2023',
    lib: ['es2023', 'dom'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  }
  const app = (types: string[]) => ({
    compilerOptions: { ...shared, composite: false, types },
    include: ['src'],
  })
  const project = createProject({
    files: {
      'src/recall.test.ts': `import { expect, test } from 'vitest'
test('recalls', async () => { await expect(['a']).toHaveContextRecall('a') })\n`,
      'vite.config.ts': `import { contextRecall } from 'context-recall/plugin'
import { defineConfig } from 'vitest/config'
export default defineConfig({ plugins: [contextRecall({ model: 'openai/gpt-5.6-sol' })] })\n`,
      'tsconfig.json': {
        files: [],
        references: [{ path: './tsconfig.app.json' }, { path: './tsconfig.node.json' }],
      },
      'tsconfig.app.json': app([]),
      'tsconfig.node.json': { compilerOptions: { ...shared, types: ['node'] }, include: ['vite.config.ts'] },
    },
  })
  expect((await project.run('tsc', ['-p', 'tsconfig.app.json'])).stdout).toContain(
    "'toHaveContextRecall' does not exist",
  )
  project.write('tsconfig.app.json', app(['context-recall/vitest']))
  expect(await project.run('tsc', ['-p', 'tsconfig.app.json'])).toMatchObject({ code: 0, stdout: '' })
  expect(await project.run('tsc', ['-p', 'tsconfig.node.json'])).toMatchObject({ code: 0, stdout: '' })
})

// ts-jest's default, which knows no exports
test.each(['vitest', 'plugin', 'reporter', 'jest', 'jest-reporter', 'mastra', ''])(
  'moduleResolution node10 finds the declarations of context-recall/%s',
  async door => {
    const name = door === '' ? 'context-recall' : `context-recall/${door}`
    const project = createProject({
      compatPackages: ['@types/jest', 'typescript=typescript-5', '@mastra/core'],
      files: {
        'recall.test.ts': `import door = require('${name}')\n${door === 'jest' ? accepted + refused : ''}
// @ts-expect-error -- not of type any, which is what a module without declarations has
const checked: { nothing: 'there' } = door
void checked\n`,
        'tsconfig.json': {
          compilerOptions: {
            target: 'es2023',
            lib: ['es2024', 'dom'],
            module: 'commonjs',
            moduleResolution: 'node10',
            esModuleInterop: true,
            strict: true,
            noEmit: true,
            skipLibCheck: true,
            types: ['node', 'jest'],
          },
          include: ['*.test.ts'],
        },
      },
    })
    expect(await project.run('tsc', [])).toMatchObject({ code: 0, output: '' })
  },
)
