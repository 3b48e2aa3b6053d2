/** Arguments of a runner that narrow a run and cannot be told from its configuration afterwards. */

/** The first of the options that was given on the command line, as `--name`; kebab case is the same option. */
export function narrowingArgument(
  options: readonly string[],
  args: readonly string[] = process.argv,
): string | undefined {
  const given = args.flatMap(argument => /^--([\w-]+)/.exec(argument)?.[1] ?? []).map(toCamelCase)
  const found = options.find(option => given.includes(option))
  return found === undefined ? undefined : `--${found}`
}

function toCamelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
