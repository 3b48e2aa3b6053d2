import { describe, expect, it } from 'vitest'
import { type Flight, shareCall } from '../../src/recordings/share-call.ts'

/** A call that a test settles by hand. */
function fakeCall() {
  const started: { signal: AbortSignal; resolve: (value: string) => void; reject: (error: Error) => void }[] =
    []
  const start = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => started.push({ signal, resolve, reject }))
  return { started, start }
}

const left = (): Error => new Error('left')

function setUp() {
  const flights = new Map<string, Flight<string>>()
  const call = fakeCall()
  const join = (signal?: AbortSignal, key = 'key') => shareCall(flights, key, call.start, { signal, left })
  return { flights, ...call, join }
}

describe('shareCall', () => {
  it('makes one call for all who wait, and charges one of them', async () => {
    const { started, join, flights } = setUp()
    const waiting = [join(), join(), join()]
    expect(started).toHaveLength(1)
    started[0]?.resolve('answer')
    const shared = await Promise.all(waiting)
    expect(shared.map(({ value }) => value)).toEqual(['answer', 'answer', 'answer'])
    expect(shared.filter(({ mine }) => mine)).toHaveLength(1)
    expect(flights.size).toBe(0)
  })

  it('makes a call per key', () => {
    const { started, join } = setUp()
    void join(undefined, 'one')
    void join(undefined, 'two')
    expect(started).toHaveLength(2)
  })

  it('makes a new call when the one before is over', async () => {
    const { started, join } = setUp()
    const first = join()
    started[0]?.resolve('one')
    await first
    const second = join()
    started[1]?.resolve('two')
    await expect(second).resolves.toEqual({ value: 'two', mine: true })
  })

  it('tells everyone of a failure and keeps nothing of it', async () => {
    const { started, join, flights } = setUp()
    const waiting = [join(), join()]
    started[0]?.reject(new Error('429'))
    const settled = await Promise.allSettled(waiting)
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(flights.size).toBe(0)
  })

  it('lets a waiter leave and goes on for the others, whom it charges', async () => {
    const { started, join } = setUp()
    const impatient = new AbortController()
    const first = join(impatient.signal)
    const second = join()
    impatient.abort()
    await expect(first).rejects.toThrow('left')
    expect(started[0]?.signal.aborted).toBe(false)
    started[0]?.resolve('answer')
    await expect(second).resolves.toEqual({ value: 'answer', mine: true })
  })

  it('abandons the call when all have left', async () => {
    const { started, join } = setUp()
    const controllers = [new AbortController(), new AbortController()]
    const waiting = controllers.map(({ signal }) => join(signal))
    controllers[0]?.abort()
    expect(started[0]?.signal.aborted).toBe(false)
    controllers[1]?.abort(new Error('test timed out'))
    expect(started[0]?.signal.aborted).toBe(true)
    expect(started[0]?.signal.reason).toEqual(new Error('test timed out'))
    await Promise.allSettled(waiting)
  })

  it('leaves no rejection unhandled when an abandoned call fails', async () => {
    const unhandled: unknown[] = []
    const collect = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', collect)
    const { started, join } = setUp()
    const controller = new AbortController()
    const waiting = join(controller.signal)
    controller.abort()
    await expect(waiting).rejects.toThrow('left')
    started[0]?.reject(new Error('aborted'))
    await new Promise(resolve => setImmediate(resolve))
    process.off('unhandledRejection', collect)
    expect(unhandled).toEqual([])
  })

  it('asks again for one who came after all had left, when nothing came of that call', async () => {
    const { started, join } = setUp()
    const controller = new AbortController()
    const gone = join(controller.signal)
    controller.abort()
    await expect(gone).rejects.toThrow('left')
    const late = join()
    started[0]?.reject(new Error('aborted'))
    await new Promise(resolve => setImmediate(resolve))
    expect(started).toHaveLength(2)
    started[1]?.resolve('answer')
    await expect(late).resolves.toEqual({ value: 'answer', mine: true })
  })

  it('gives one who came after all had left what that call still came to', async () => {
    const { started, join } = setUp()
    const controller = new AbortController()
    const gone = join(controller.signal)
    controller.abort()
    await expect(gone).rejects.toThrow('left')
    const late = join()
    started[0]?.resolve('answer')
    await expect(late).resolves.toEqual({ value: 'answer', mine: true })
    expect(started).toHaveLength(1)
  })

  it('starts nothing for one who has left already', async () => {
    const { started, join } = setUp()
    await expect(join(AbortSignal.abort())).rejects.toThrow('left')
    expect(started).toEqual([])
  })
})
