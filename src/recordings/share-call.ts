/** One call at a time for what several wait for. */

/** A call under way, and how many wait for it. */
export interface Flight<T> {
  promise: Promise<T>
  waiting: number
  controller: AbortController
  /** Whether one of those who waited has taken the call's cost upon it. */
  claimed: boolean
}

/** What a shared call came to, and whether its cost is this waiter's: it is exactly one's. */
export interface Shared<T> {
  value: T
  mine: boolean
}

/**
 * Joins the call under `key`, or starts it. A waiter whose signal aborts leaves with what `left` makes; the call's own
 * signal aborts when the last has left, and what it still comes to is kept by whoever started it.
 */
export async function shareCall<T>(
  flights: Map<string, Flight<T>>,
  key: string,
  start: (signal: AbortSignal) => Promise<T>,
  waiter: { signal: AbortSignal | undefined; left: () => Error },
): Promise<Shared<T>> {
  for (;;) {
    if (waiter.signal?.aborted) throw waiter.left()
    const flight = flights.get(key) ?? takeOff(flights, key, start)
    const wasAbandoned = flight.controller.signal.aborted
    try {
      const value = await waitFor(flight, waiter)
      const mine = !flight.claimed
      flight.claimed = true
      return { value, mine }
    } catch (error) {
      // it was given up before this waiter came, which therefore asks for itself
      if (!wasAbandoned || waiter.signal?.aborted) throw error
    }
  }
}

function takeOff<T>(
  flights: Map<string, Flight<T>>,
  key: string,
  start: (signal: AbortSignal) => Promise<T>,
): Flight<T> {
  const controller = new AbortController()
  const promise = start(controller.signal).finally(() => flights.delete(key))
  // every waiter is told of a failure; when all have left, nobody is there to be told
  promise.catch(() => undefined)
  const flight = { promise, waiting: 0, controller, claimed: false }
  flights.set(key, flight)
  return flight
}

function waitFor<T>(
  flight: Flight<T>,
  { signal, left }: { signal: AbortSignal | undefined; left: () => Error },
): Promise<T> {
  flight.waiting++
  return new Promise<T>((resolve, reject) => {
    const leave = (): void => {
      flight.waiting--
      if (flight.waiting === 0) flight.controller.abort(signal?.reason)
      reject(left())
    }
    signal?.addEventListener('abort', leave, { once: true })
    const stay = (): void => signal?.removeEventListener('abort', leave)
    flight.promise.then(resolve, reject).finally(stay)
  })
}
