import { expect, it } from 'vitest'
import { JudgeError, UsageError } from '../../src/errors.ts'
import { packError, unpackError } from '../../src/judge/packed-error.ts'

const travel = (error: unknown): Error =>
  unpackError(JSON.parse(JSON.stringify(packError(error))) as ReturnType<typeof packError>)

it('brings a JudgeError with its data and its cause', () => {
  const data = { model: 'openai/small', kind: 'http', status: 429, body: 'slow down' } as const
  const error = travel(new JudgeError('It failed.', { ...data, cause: new TypeError('fetch failed') }))

  expect(error).toBeInstanceOf(JudgeError)
  expect(error).toMatchObject({ name: 'JudgeError', message: 'It failed.', ...data })
  expect(error.cause).toMatchObject({ name: 'TypeError', message: 'fetch failed' })
})

it('leaves out what a JudgeError has not', () => {
  const error = travel(new JudgeError('No key.', { model: 'openai/small', kind: 'no-key' }))

  expect(error).toMatchObject({ kind: 'no-key', status: undefined, body: undefined })
  expect('cause' in error).toBe(false)
})

it('brings a UsageError as one', () => {
  expect(travel(new UsageError('Bad option.'))).toBeInstanceOf(UsageError)
})

it('keeps name, message and stack of any other error', () => {
  const original = new RangeError('out of range')
  const error = travel(original)

  expect(error).toMatchObject({ name: 'RangeError', message: 'out of range', stack: original.stack })
})

it.each([
  ['text', 'text'],
  [undefined, 'undefined'],
  [null, 'null'],
])('brings %j, which is no error', (thrown, message) => {
  expect(travel(thrown)).toMatchObject({ name: 'Error', message })
})
