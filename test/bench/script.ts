/** Scripts of the benchmark in processes of their own, so that nothing one of them loads or fills slows another. */
import { fork } from 'node:child_process'

const ours = /^(?:CI|CONTEXT_RECALL_.*|OPENAI_.*|AI_GATEWAY_.*|NODE_OPTIONS|NODE_ENV|VITEST.*)$/

/** The environment without what could change how this package, an SDK or a runner behaves. */
export function plainEnvironment(added: Record<string, string> = {}): Record<string, string> {
  const kept = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !ours.test(entry[0]),
  )
  return { ...Object.fromEntries(kept), NO_COLOR: '1', ...added }
}

/** Runs a script and returns what it hands to `report`. Rejects, with all it printed, when it fails. */
export function runScript<T>(script: URL, args: readonly string[], cwd?: string): Promise<T> {
  const child = fork(script, args, {
    env: plainEnvironment(),
    stdio: 'pipe',
    ...(cwd !== undefined && { cwd }),
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  }
  let reported: { value: T } | undefined
  child.on('message', message => {
    reported = message as { value: T }
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0 && reported !== undefined) resolve(reported.value)
      else reject(new Error(`${script.pathname} ended with ${code ?? signal}:\n${printed}`))
    })
  })
}

/** In a script: hands its result to the benchmark, or prints it when it was started by hand. */
export function report(value: unknown): void {
  if (process.send === undefined) console.log(JSON.stringify(value, null, 2))
  else process.send({ value }, () => process.disconnect())
}
