/** Global setup of the end-to-end tests: builds and packs the package once, as `npm publish` would. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The unpacked tarball: the directory a user gets as `node_modules/context-recall`. */
    packedPackage: string
  }
}

const execute = promisify(execFile)
const repository = join(import.meta.dirname, '../..')

/** Provides `packedPackage` and returns what removes it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await execute('npm', ['run', 'build'], { cwd: repository })
  const directory = await mkdtemp(join(tmpdir(), 'context-recall-pack-'))
  const packed = await execute('npm', ['pack', '--silent', '--pack-destination', directory], {
    cwd: repository,
  })
  await execute('tar', ['-xzf', packed.stdout.trim()], { cwd: directory })
  project.provide('packedPackage', join(directory, 'package'))
  return () => rm(directory, { recursive: true, force: true })
}
