/** `fetch`, timers and the clock as they were when the package loaded: fake timers and stubs of a test stay in the test. */

interface Captured {
  readonly fetch: typeof globalThis.fetch
  readonly setTimeout: (callback: () => void, milliseconds: number) => unknown
  readonly clearTimeout: (timer: unknown) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

const { setTimeout, clearTimeout, fetch } = globalThis
const { now } = Date

/** Load this module before any test code runs; it costs nothing. */
export const captured: Captured = {
  fetch: (input, init) => fetch(input, init),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: timer => clearTimeout(timer as NodeJS.Timeout),
  now,
}
