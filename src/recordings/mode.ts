/** What a run may do with recordings: the mode, where it comes from, and what follows for a question. */
import { UsageError } from '../errors.ts'
import type { RequestKind } from '../protocol.ts'

const modes = ['auto', 'replay', 'record', 'live'] as const

/** What the user asks for: replay and record what is missing, replay only, ask again, or ask and touch nothing. */
export type Mode = (typeof modes)[number]

/** The mode that holds, whether `-u` renews what is damaged or outdated, and who decided. */
export interface Policy {
  /** `estimate`, which only the environment can ask for, looks like `auto` and asks nothing. */
  mode: Mode | 'estimate'
  update: boolean
  source: 'environment' | 'option' | 'default' | 'ci'
  /** What says that this is CI, where that decided. */
  ci?: string
}

/** What the mode is decided from. */
export interface ModeInput {
  /** The value of `CONTEXT_RECALL_MODE`; empty counts as not set. */
  environment?: string | undefined
  option?: Mode | undefined
  /** What says that this is CI, see `whyCi`. */
  ci?: string | undefined
  /** The runner's update switch. */
  update: 'new' | 'all' | 'none' | undefined
  /** Finds the candidate a mistyped value comes closest to. */
  closest?: ((value: string, candidates: readonly string[]) => string | undefined) | undefined
}

// Those that some services set without CI; the value is shown where it is short
const services = [
  'GITHUB_ACTIONS',
  'GITLAB_CI',
  'TF_BUILD',
  'JENKINS_URL',
  'TEAMCITY_VERSION',
  'CODEBUILD_BUILD_ID',
]
const switchedOff = /^(?:false|0|no|off)$/i

/**
 * What says that this is CI: a variable, or the runner's update switch `none`. `CI=false` and its like say that it is
 * not, whatever else is set.
 */
export function whyCi(
  environment: { readonly [name: string]: string | undefined },
  update: ModeInput['update'],
): string | undefined {
  const isSet = (name: string): boolean => (environment[name] ?? '').trim() !== ''
  const { CI = '' } = environment
  const isOff = switchedOff.test(CI.trim())
  const name = isOff ? undefined : ['CI', ...services].find(isSet)
  if (name !== undefined)
    return /^\w{1,12}$/.test(environment[name] ?? '') ? `${name}=${environment[name]}` : name
  // Vitest takes CI=false for CI, too, and Jest all of these but CI=false
  const isOfRunner = !isOff || (!isSet('VITEST') && CI === 'false')
  return update === 'none' && isOfRunner ? "the runner's update switch, none (as by --ci)" : undefined
}

/** Decides the mode: the environment variable, in CI `replay`, the option, `auto`. A bad value is a `UsageError`. */
export function decideMode(input: ModeInput): Policy {
  const option = input.option === undefined ? undefined : checkMode(input.option, 'The option mode', input)
  const { ci, update } = input
  const renews = ci === undefined && update === 'all'
  if (input.environment === 'estimate') return { mode: 'estimate', update: false, source: 'environment' }
  if (input.environment !== undefined && input.environment !== '') {
    const mode = checkMode(input.environment, 'The environment variable CONTEXT_RECALL_MODE', input)
    return policyOf(mode, 'environment', renews)
  }
  if (ci !== undefined) return { ...policyOf('replay', 'ci', false), ci }
  return policyOf(option ?? 'auto', option === undefined ? 'default' : 'option', renews)
}

function policyOf(mode: Mode, source: Policy['source'], renews: boolean): Policy {
  return { mode, update: mode === 'auto' && renews, source }
}

function checkMode(value: string, where: string, { closest }: ModeInput): Mode {
  const mode = modes.find(known => known === value)
  if (mode !== undefined) return mode
  const nearest = closest?.(value, [...modes, 'estimate'])
  const guess = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  throw new UsageError(
    `${where} is ${JSON.stringify(value)}. It must be auto, replay, record or live (or estimate, in the environment only).${guess}`,
  )
}

/** What there is for a question: a recording, one made with an earlier default prompt, none, or one not to be trusted. */
export type Found = 'found' | 'older-prompt' | 'missing' | 'damaged' | 'newer-format'

/**
 * What to do: use the recording; ask and publish, the first one wins; ask and put the answer in the place of what is
 * there; ask and touch nothing; or fail.
 */
export type Action = 'replay' | 'record' | 'replace' | 'call' | 'error'

/** The one table of modes and what was found. `edited` recordings carry a person's correction and are kept. */
export function decideAction(policy: Policy, found: Found, kind: RequestKind, edited = false): Action {
  if (policy.mode === 'live') return 'call'
  switch (found) {
    case 'found':
      // other claims would orphan every attribution made with these
      return policy.mode === 'record' && kind === 'attribution' && !edited ? 'replace' : 'replay'
    case 'older-prompt': {
      const renew = policy.update || (policy.mode === 'record' && kind === 'attribution')
      return renew && !edited ? 'record' : 'replay'
    }
    case 'missing':
      return policy.mode === 'replay' ? 'error' : 'record'
    case 'damaged':
      return policy.update || policy.mode === 'record' ? 'replace' : 'error'
    case 'newer-format':
      return 'error'
  }
}
