/** Makes a forgotten `await` fail the test in Vitest and Jest, as it does for Vitest's own asynchronous matchers. */
import { captured } from '../judge/captured.ts'
import { withoutOwn } from './call-site.ts'

/** The parts of a running test that tracking needs, as Vitest has them. */
export interface TrackedTest {
  /** Work that is waited for before the test is called finished. */
  promises?: Promise<unknown>[]
  context: { onTestFinished?: (callback: () => void) => void }
}

/** What stands for a test where the runner has no such object: in Jest, and outside of tests. */
export interface OpenAssertions extends TrackedTest {
  promises: Promise<unknown>[]
  /** Whether the body of the test is over. */
  isOver: boolean
  hasFailed?: () => boolean
  /** Throws the error of the first assertion that was not awaited; each is reported once. */
  check(): void
}

export function openAssertions(promises: Promise<unknown>[] = []): OpenAssertions {
  const checks: (() => void)[] = []
  const open: OpenAssertions = {
    promises,
    isOver: false,
    context: { onTestFinished: check => void checks.push(check) },
    check: () => {
      open.isOver = true
      for (const check of checks.splice(0)) check()
    },
  }
  return open
}

const nativeThen = Promise.prototype.then
const ignore = (): void => undefined

interface Tracker {
  taken: boolean
  promise: Promise<unknown> | undefined
}

/**
 * Runs `work` and returns a thenable that knows whether somebody took its result. `await`, `Promise.all`, `return`
 * and `.then` all read the promise's `constructor`, so a getter there tells; the promise stays a native one with a
 * single reaction, which keeps V8's asynchronous stack and with it the code frame at the assertion.
 * `links` says how often the runner chains once more before it hands the promise out.
 */
export function trackAwait<T>(
  test: TrackedTest,
  name: string,
  { links, below }: { links: number; below: (...input: never[]) => unknown },
  work: () => Promise<T>,
): PromiseLike<T> {
  const tracker: Tracker = { taken: false, promise: undefined }
  const callSite = new Error()
  Error.captureStackTrace(callSite, below)
  test.context.onTestFinished?.(() => {
    if (!tracker.taken) throw notAwaited(callSite, name)
  })
  const tracked = holdOpen(test, tracker, work)
  return {
    // Vitest calls this once with the callback that throws the failure, and hands on what it returns
    then: ((fulfilled: (value: T) => unknown, rejected: (reason: unknown) => unknown) =>
      handOut(
        tracker,
        tracked.then(value => withLocation(callSite, () => fulfilled(value)), rejected),
        links,
      )) as PromiseLike<T>['then'],
  }
}

/**
 * The same for `.resolves` of a runner that keeps its promise to itself: what is open when the body of the test is over
 * was not awaited. That of a test that failed is let be, since it may have timed out while it waited.
 */
export async function trackResolved<T>(
  test: OpenAssertions,
  name: string,
  callSite: Error,
  work: () => Promise<T>,
): Promise<T> {
  let isDone = false
  test.context.onTestFinished?.(() => {
    if (!isDone && test.hasFailed?.() !== true) throw notAwaited(callSite, name)
  })
  const settled = Promise.allSettled([work()])
  test.promises.push(settled)
  const [outcome] = await settled
  // a test that ends within this turn has waited for something else
  await new Promise<void>(resolve => captured.setTimeout(resolve, 0))
  // nobody is there to be told
  if (test.isOver) return new Promise(ignore)
  isDone = true
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** Runs the callback that throws the failure, which then points at the assertion. */
function withLocation<T>(callSite: Error, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error) pointAtCall(error, callSite)
    throw error
  }
}

/** In `return expect(…)…` nobody waits in the test's own code, so that the failure's own stack does not lead there. */
function pointAtCall(failure: Error, callSite: Error): void {
  const headline = `${failure.name}: ${failure.message}`
  const { stack = '' } = failure
  if (!stack.startsWith(headline)) return
  const thrown = withoutOwn(stack.slice(headline.length).split('\n').slice(1))
  const called = framesOf(callSite).filter(frame => !frame.includes('/node_modules/'))
  // recheck: of a line of a stack
  const files = called.flatMap(frame => /([^( ]+):\d+:\d+\)?$/.exec(frame)?.[1] ?? [])
  const leadsThere = thrown.some(frame => files.some(file => frame.includes(file)))
  failure.stack = [headline, ...(leadsThere ? thrown : called)].join('\n')
}

function framesOf({ stack = '' }: Error): string[] {
  return stack.split('\n').slice(1)
}

/** Keeps the test open until the work is over, so that an unawaited assertion cannot leak into another test. */
async function holdOpen<T>(test: TrackedTest, tracker: Tracker, work: () => Promise<T>): Promise<T> {
  const { promise: guard, resolve } = Promise.withResolvers<void>()
  const promises = (test.promises ??= [])
  promises.push(guard)
  try {
    return await work()
  } finally {
    promises.splice(promises.indexOf(guard), 1)
    resolve()
    // nobody took it, so nobody handles its rejection; the missing await is what gets reported
    if (!tracker.taken && tracker.promise !== undefined) {
      nativeThen.call(tracker.promise, ignore, ignore)
      tracker.taken = false // `then` read the constructor just now
    }
  }
}

function handOut<T>(tracker: Tracker, promise: Promise<T>, links: number): Promise<T> {
  if (links > 0)
    return Object.defineProperty(promise, 'then', {
      value: (...reactions: Parameters<Promise<unknown>['then']>) =>
        handOut(tracker, nativeThen.apply(promise, reactions), links - 1),
    })
  tracker.promise = promise
  return Object.defineProperty(promise, 'constructor', {
    configurable: true,
    get() {
      tracker.taken = true
      return Promise
    },
  })
}

function notAwaited(callSite: Error, name: string): Error {
  const headline = `expect(…).${name}(…) was not awaited, so its result was ignored. Write \`await expect(…).${name}(…)\`.`
  const frames = framesOf(callSite)
  callSite.message = headline
  callSite.stack = [`${callSite.name}: ${headline}`, ...frames].join('\n')
  return callSite
}
