import { expect, test } from 'vitest'
import * as errors from '../src/errors.ts'

const { ContextRecallError, JudgeError, StoreError, UsageError } = errors
const judgeError = new JudgeError('No answer.', { model: 'a/b', kind: 'http', status: 500 })

test('isInstance tells the class', () => {
  expect(JudgeError.isInstance(judgeError)).toBe(true)
  expect(ContextRecallError.isInstance(judgeError)).toBe(true)
  expect(UsageError.isInstance(judgeError)).toBe(false)
  expect(StoreError.isInstance(judgeError)).toBe(false)
})

test.each([undefined, null, 'JudgeError', new Error('x'), { name: 'JudgeError' }])(
  'isInstance is false for what is none of ours: %s',
  value => {
    expect(ContextRecallError.isInstance(value)).toBe(false)
    expect(JudgeError.isInstance(value)).toBe(false)
  },
)

test('isInstance holds for errors of another copy of the package, whatever its classes are called', async () => {
  const another = '../src/errors.ts?another'
  const copy = (await import(another)) as typeof errors
  expect(copy.JudgeError).not.toBe(JudgeError)
  expect(JudgeError.isInstance(new copy.JudgeError('x', { model: 'a/b', kind: 'network' }))).toBe(true)
})

test.each(Object.values(errors))('%s names its errors as it names itself', errorClass => {
  const data = { model: '', kind: 'claims', file: '', fault: 'empty', path: '', field: '' }
  const error = Reflect.construct(errorClass, ['x', data]) as Error
  expect(error.name).toBe(errorClass.errorName)
  expect(errorClass.name).toBe(errorClass.errorName)
})
