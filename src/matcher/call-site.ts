/** Where an assertion stands in the user's code, so that an error points there and not into this package. */
import { ContextRecallError } from '../errors.ts'

/** The directory of this module, and with it all the package's own stack frames. */
const own = new URL('.', import.meta.url).href.replace(/src\/matcher\/$/, 'src/')
const ownPath = decodeURIComponent(own.replace(/^file:\/\/(?=\/)/, ''))

/**
 * Runs `work`; an error of ours that it throws gets the stack of the call that led here, without the package's own
 * frames. Any other error is a fault of ours or of the user's function, and keeps its stack.
 */
export async function withCallSite<T>(work: () => Promise<T>): Promise<T> {
  const site = new Error()
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  Error.captureStackTrace(site, withCallSite)
  Error.stackTraceLimit = stackTraceLimit
  try {
    return await work()
  } catch (error) {
    if (ContextRecallError.isInstance(error)) pointTo(site, error)
    throw error
  }
}

function pointTo(site: Error, error: Error): void {
  const users = withoutOwn((site.stack ?? '').split('\n').slice(1))
  if (users.length > 0) error.stack = [`${error.name}: ${error.message}`, ...users].join('\n')
}

/** Stack frames, but those of this package. */
export function withoutOwn(frames: readonly string[]): string[] {
  return frames.filter(frame => !frame.includes(own) && !frame.includes(ownPath))
}
