/** What is in the package: the doors, and nothing of where it was built. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'

const root = inject('packedPackage')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => statSync(join(root, file)).isFile())

test('holds what is built, what describes it and its licence', () => {
  const others = files.filter(
    // the recordings are of the command demo
    file => !/^dist\/[\w-]+\.(js|cjs|d\.ts|d\.cts)$|^examples\/failing\/__recordings__\//.test(file),
  )
  expect(files.filter(file => file.endsWith('.jsonc'))).toHaveLength(2)
  expect(others.toSorted()).toEqual(
    ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'].filter(file => others.includes(file)),
  )
  expect(others).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
})

test('has a file for every door that package.json names', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object }
  const named = JSON.stringify(exports).match(/\.\/dist\/[\w.-]+/g) ?? []
  expect(named.length).toBeGreaterThan(10)
  for (const file of named) expect(files).toContain(file.slice(2))
})

test('has every file that another one imports', () => {
  const imported = files
    .filter(file => file.startsWith('dist/'))
    .flatMap(file => {
      const specifiers = readFileSync(join(root, file), 'utf8').matchAll(
        /(?:from|import\(|require\()\s*"\.\/([\w.-]+)"/g,
      )
      // a declaration file names the module, and stands for it
      const asDeclared = (name: string): string => name.replace(/\.(c?)js$/, '.d.$1ts')
      return [...specifiers].map(([, name = '']) => (/\.d\.c?ts$/.test(file) ? asDeclared(name) : name))
    })
  expect(imported.length).toBeGreaterThan(20)
  expect(imported.filter(name => !files.includes(`dist/${name}`))).toEqual([])
})

test('says nothing of the place where it was built', () => {
  const repository = join(import.meta.dirname, '../..')
  for (const file of files) expect(readFileSync(join(root, file), 'utf8'), file).not.toContain(repository)
})

test('stays below one megabyte unpacked', () => {
  const size = files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0)
  expect(size).toBeLessThan(1_000_000)
})
