/** What a runner tells a matcher, and the update switch in it. */
import type { RunnerContext } from '../options/config.ts'

/** What a runner tells a matcher about itself and the assertion; every runner fills in less or more. */
export interface MatcherState {
  isNot?: boolean
  promise?: string | boolean
  poll?: boolean
}

/** The update switch, under the names Vitest and Jest give it. */
export interface RunnerState extends MatcherState {
  snapshotState?: { snapshotUpdateState?: unknown; _updateSnapshot?: unknown } | undefined
}

/** The runner's update switch, where it has one. */
export function updateSwitch({ snapshotState }: RunnerState): RunnerContext['update'] {
  const state = snapshotState?.snapshotUpdateState ?? snapshotState?._updateSnapshot
  return state === 'new' || state === 'all' || state === 'none' ? state : undefined
}
