/** The built package as a user has it: copied into the `node_modules` of a temporary project. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const repository = join(import.meta.dirname, '../..')
const linked = ['@ai-sdk/openai', 'ai', 'fastest-levenshtein', 'p-limit', 'vite', 'vitest', 'zod']

export interface Installation {
  /** The project's directory. */
  readonly root: string
  /** A path in it. */
  path(file: string): string
  write(file: string, content: string): void
  remove(): void
}

/**
 * Installs what `npm run build` made, or the package in another directory: a copy, so that a build meanwhile changes
 * nothing that is measured.
 */
export function installPackage(source: string = repository): Installation {
  const built = join(source, 'dist/index.js')
  if (!existsSync(built)) throw new Error(`There is no ${built}: run npm run build first.`)
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'context-recall-bench-')))
  const installation: Installation = {
    root,
    path: file => join(root, file),
    write(file, content) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), content)
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
  installation.write('package.json', JSON.stringify({ name: 'bench', private: true, type: 'module' }))
  for (const part of ['dist', 'package.json']) {
    cpSync(join(source, part), join(root, 'node_modules/context-recall', part), { recursive: true })
  }
  for (const name of linked) {
    const link = join(root, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(repository, 'node_modules', name), link, 'junction')
  }
  return installation
}

/** The public names of the package installed in `root`. */
export async function importInstalled(root: string): Promise<typeof import('../../src/index.ts')> {
  const door = pathToFileURL(join(root, 'node_modules/context-recall/dist/index.js')).href
  return (await import(door)) as typeof import('../../src/index.ts')
}
