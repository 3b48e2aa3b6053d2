/** `npm run docs`: writes `docs/options.md` from the comments of `src/options/options.ts` and `src/plugin.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Where options may be given, and the interface that lists those that no wider place has. */
const places = [
  ['Everywhere: in a call, the scorer, `configure()` and the plugin', 'ContextRecallOptions'],
  ['Of a run: the plugin, `configure()` and the scorer', 'RunOptions'],
  ['Of `configure()`', 'ConfigureOptions'],
  ['Of a call', 'CallOptions'],
  ['Of the matcher', 'MatcherOptions'],
  ['Of the scorer', 'ScorerOptions'],
  ["Of the plugin, and of Jest's reporter", 'PluginOptions'],
] as const

interface Option {
  name: string
  meaning: string
  initial: string
}

/** The page as it should be. */
export function optionsPage(): string {
  const source = ['src/options/options.ts', 'src/plugin.ts']
    .map(file => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  const sections = places.map(([title, name]) => {
    const rows = optionsOf(source, name).map(
      ({ name: option, meaning, initial }) => `| \`${option}\` | ${meaning} | ${initial} |`,
    )
    return [`## ${title}`, '', '| option | meaning | default |', '|---|---|---|', ...rows].join('\n')
  })
  const precedence =
    "A call's options win over `configure()`, which wins over the plugin's, which win over the environment. The plugin takes\n" +
    'what can be cloned; a model instance or a function goes to `configure()` in a setup file. An unknown option or value is\n' +
    'an error that names the closest valid one.'
  return `# Options\n\n${precedence}\n\n${sections.join('\n\n')}\n`
}

/** The documented members of an interface; throws for one without a comment. */
function optionsOf(source: string, name: string): Option[] {
  const body = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n(.*?)^\\}`, 'ms').exec(source)?.[1]
  if (body === undefined) throw new Error(`There is no interface ${name}`)
  const comments = /^ {2}\/\*\*(.*?)\*\/\n(?: {2}\/\/[^\n]*\n)*(?= {2}(\w+)\?)/gms
  const found = [...body.matchAll(comments)].map(([, comment = '', option = '']) => {
    const text = comment.replace(/\n *\* ?/g, ' ').replaceAll('|', String.raw`\|`)
    const [meaning = '', initial] = text.split('@default')
    return { name: option, meaning: meaning.trim(), initial: initial ? `\`${initial.trim()}\`` : '–' }
  })
  const members = [...body.matchAll(/^ {2}(\w+)\?/gm)].map(([, option]) => option)
  const silent = members.filter(option => !found.some(({ name: documented }) => documented === option))
  if (silent.length > 0) throw new Error(`${name}: no comment on ${silent.join(', ')}`)
  return found
}

if (import.meta.main) writeFileSync(join(root, 'docs/options.md'), optionsPage())
