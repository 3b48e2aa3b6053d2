/**
 * Fails for a regular expression of `src` that takes more than linear time on some text. One whose texts are short by
 * what the code does says so in a comment `// recheck: <why>` on its line or on one of the two before it.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { check, type Diagnostics } from 'recheck'
import { parseAst } from 'vite'

interface Found {
  file: string
  line: number
  source: string
  flags: string
}

const root = resolve(process.argv[2] ?? join(import.meta.dirname, '../src'))
const files = globSync('**/*.ts', { cwd: root, exclude: ['**/*.d.ts'] }).map(file =>
  file.replaceAll('\\', '/'),
)

/** What makes a module compile the expressions that it makes only when needed. */
const uses: Record<string, (module: never) => unknown> = {
  'secret-shapes.ts': ({ hideKeys }: { hideKeys(...texts: string[]): string }) => hideKeys('', ''),
}

const found: Found[] = []
const faults: string[] = []

/** Literals are read from the source; the places that make an expression of parts are returned. */
function readLiterals(file: string): { line: number }[] {
  const code = readFileSync(join(root, file), 'utf8')
  const lineAt = (start: number): number => code.slice(0, start).split('\n').length
  const made: { line: number }[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start, regex, callee } = node as {
      type?: string
      start: number
      regex?: { pattern: string; flags: string }
      callee?: { name?: string }
    }
    if (type === 'Literal' && regex)
      found.push({ file, line: lineAt(start), source: regex.pattern, flags: regex.flags })
    if (callee?.name === 'RegExp') made.push({ line: lineAt(start) })
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(code, { lang: 'ts' }))
  return made
}

/** What is made of parts is only known when it is made: the modules are run with a constructor that takes notes. */
async function readMade(places: Map<string, { line: number }[]>): Promise<void> {
  const notes: Found[] = []
  const note = (stack: string, { source, flags }: RegExp): void => {
    for (const [, path = '', line] of stack.matchAll(/(?:file:\/\/)?([^\s()]+):(\d+):\d+/g)) {
      const file = relative(root, decodeURI(path)).replaceAll('\\', '/')
      if (places.has(file)) return void notes.push({ file, line: Number(line), source, flags })
    }
  }
  const Original = RegExp
  Error.stackTraceLimit = 50
  globalThis.RegExp = new Proxy(Original, {
    construct(target, given: [string, string?]) {
      const made = new target(...given)
      note(new Error('made here').stack ?? '', made)
      return made
    },
  })
  for (const file of places.keys()) {
    const module = (await import(pathToFileURL(join(root, file)).href)) as never
    uses[file]?.(module)
  }
  globalThis.RegExp = Original
  found.push(...notes)
  for (const [file, lines] of places)
    for (const { line } of lines)
      if (!notes.some(made => made.file === file && made.line === line) && !takeExcuse(file, line))
        faults.push(`${file}:${line} makes an expression when it is used: use it in .ci/check-regexps.ts`)
}

const excuses = new Map(
  files.map(file => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    return [file, new Set(lines.flatMap((text, index) => (text.includes('// recheck: ') ? [index + 1] : [])))]
  }),
)
const taken = new Set<string>()

function takeExcuse(file: string, line: number): boolean {
  const at = [line, line - 1, line - 2].find(each => excuses.get(file)?.has(each))
  if (at !== undefined) taken.add(`${file}:${at}`)
  return at !== undefined
}

const places = new Map(files.map(file => [file, readLiterals(file)]))
await readMade(new Map([...places].filter(([, made]) => made.length > 0)))

// One after the other and by steps instead of time, so that a busy machine finds what an idle one finds.
const bySteps = {
  timeout: 120_000,
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 2_000_000,
  maxIteration: 5,
  maxGenerationSize: 50,
  maxInitialGenerationSize: 200,
}
const results = new Map<string, Diagnostics>()
for (const { file, line, source, flags } of found) {
  if (takeExcuse(file, line)) continue
  const expression = `/${source}/${flags}`
  const result = results.get(expression) ?? (await check(source, flags, bySteps))
  results.set(expression, result)
  if (result.status === 'safe') continue
  const what =
    result.status === 'unknown'
      ? `cannot be decided (${result.error.kind}): make it simpler`
      : `takes ${result.complexity.summary} time, as on ${result.attack.pattern}`
  faults.push(`${file}:${line} ${what}\n    ${expression}`)
}
for (const [file, lines] of excuses)
  for (const line of lines)
    if (!taken.has(`${file}:${line}`)) faults.push(`${file}:${line} excuses nothing: take the comment out`)

for (const fault of faults.sort()) console.log(fault)
console.log(`${found.length} regular expressions, ${faults.length} at fault`)
process.exitCode = faults.length === 0 ? 0 : 1
