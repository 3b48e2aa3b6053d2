/** Errors on their way between threads, as JSON: class and data arrive, on whatever side. */
import { JudgeError, type JudgeErrorKind, UsageError } from '../errors.ts'

/** An error as plain data. */
export interface PackedError {
  name: string
  message: string
  stack?: string | undefined
  cause?: PackedError | undefined
  /** What a `JudgeError` carries. */
  judge?: { model: string; kind: JudgeErrorKind; status?: number | undefined; body?: string | undefined }
}

/** Takes apart what a judge's thread can throw: the errors of this package, and any other value. */
export function packError(error: unknown): PackedError {
  if (typeof error !== 'object' || error === null) return { name: 'Error', message: String(error) }
  const { name = 'Error', message = '', stack, cause } = error as Partial<Error>
  const packed: PackedError = {
    name,
    message,
    stack,
    cause: cause === undefined ? undefined : packError(cause),
  }
  if (!JudgeError.isInstance(error)) return packed
  const { model, kind, status, body } = error
  return { ...packed, judge: { model, kind, status, body } }
}

/** The error again: a `JudgeError` or `UsageError` is one of this side, any other keeps name, message and stack. */
export function unpackError({ name, message, stack, cause, judge }: PackedError): Error {
  const unpackedCause = cause === undefined ? undefined : unpackError(cause)
  if (judge !== undefined) return new JudgeError(message, { ...judge, cause: unpackedCause })
  const options = unpackedCause === undefined ? undefined : { cause: unpackedCause }
  if (name === 'UsageError') return new UsageError(message, options)
  const error = new Error(message, options)
  Object.defineProperty(error, 'name', { value: name })
  if (stack !== undefined) Object.defineProperty(error, 'stack', { value: stack })
  return error
}
