/** Arguments of a runner that cannot be told from its configuration afterwards. */

/** The first of the options that was given on the command line, as `--name`; kebab case is the same option. */
export function narrowingArgument(
  options: readonly string[],
  args: readonly string[] = process.argv,
): string | undefined {
  const given = args.flatMap(argument => /^--([\w-]+)/.exec(argument)?.[1] ?? []).map(toCamelCase)
  const found = options.find(option => given.includes(option))
  return found === undefined ? undefined : `--${found}`
}

/** The value of an option, given as `--name value`, `--name=value` or by its letter. */
export function givenArgument(
  names: readonly string[],
  args: readonly string[] = process.argv,
): string | undefined {
  for (const [index, argument] of args.entries()) {
    const [, name = '', value] = /^--?([\w-]+)(?:=(.*))?$/.exec(argument) ?? []
    if (names.includes(name)) return value ?? args[index + 1]
  }
  return undefined
}

function toCamelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
