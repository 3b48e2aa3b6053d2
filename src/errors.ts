/** The errors this package throws: each says what happened, where, and what to do, and carries its data. */

const marker = Symbol.for('context-recall.error')

type ErrorClass<T> = { readonly errorName: string } & (new (...args: never[]) => T)

/** The base of every error thrown by this package. `isInstance` also holds across module formats and realms. */
export class ContextRecallError extends Error {
  /** The `name` of its errors; unlike the class's own name it survives minification. */
  static readonly errorName: string = 'ContextRecallError'
  override readonly name: string = 'ContextRecallError'

  constructor(message: string, { cause }: { cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    Object.defineProperty(this, marker, { value: true })
  }

  /** Whether `error` is an error of this class, even when it was made by another copy of this package. */
  static isInstance<T extends ContextRecallError>(this: ErrorClass<T>, error: unknown): error is T {
    if (typeof error !== 'object' || error === null || !(marker in error)) return false
    const { errorName } = this
    return errorName === 'ContextRecallError' || ('name' in error && error.name === errorName)
  }
}

/** What an error is made with. */
type Fields<E, Needed extends keyof E, Optional extends keyof E = never> = Pick<E, Needed> &
  Partial<Pick<E, Optional>>

/** Bad input or a bad option: nothing was asked, nothing was spent. */
export class UsageError extends ContextRecallError {
  static override readonly errorName = 'UsageError'
  override readonly name = 'UsageError'
}

/** Why a judge gave no usable answer. */
export type JudgeErrorKind =
  | 'no-key'
  | 'not-loaded'
  | 'http'
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'cut-off'
  | 'refused'
  | 'filtered'
  | 'invalid-answer'
  | 'unanswered'
  | 'max-calls'
  | 'failed'

/** The judge failed. It is never a score and never a recording; no header is in it. */
export class JudgeError extends ContextRecallError {
  static override readonly errorName = 'JudgeError'
  override readonly name = 'JudgeError'
  readonly model!: string
  readonly kind!: JudgeErrorKind
  /** HTTP status, where the failure was an HTTP answer. */
  readonly status: number | undefined
  /** The beginning of the answer's body or text, control characters removed, at most 300 characters. */
  readonly body: string | undefined

  constructor(
    message: string,
    { cause, ...fields }: Fields<JudgeError, 'model' | 'kind', 'status' | 'body' | 'cause'>,
  ) {
    super(message, { cause })
    Object.assign(this, fields)
  }
}

/** A question that has to be asked so that a missing recording is there. */
export interface QuestionToRecord {
  /** The file its answer goes to, as far as that is known before anything is asked. */
  file?: string
  /** An estimate: UTF-8 bytes / 4 of what is sent. */
  inputTokens: number
}

/** Nothing is recorded for a judgement, and the mode does not allow asking the judge. */
export class MissingRecordingError extends ContextRecallError {
  static override readonly errorName = 'MissingRecordingError'
  override readonly name = 'MissingRecordingError'
  readonly kind!: 'claims' | 'attribution'
  readonly model!: string
  /** The file that was looked for. */
  readonly file!: string
  /** The recording nearest to what was asked, when there is one. */
  readonly nearest: string | undefined
  /** Why it is missing, in a few words that are the same for all that are missing for one cause. */
  readonly difference!: string
  /** The command that records it, where a runner told how it is run. */
  readonly rerun: string | undefined
  /** What that asks, as far as it is known. */
  readonly questions!: readonly QuestionToRecord[]

  constructor(
    message: string,
    fields: Fields<
      MissingRecordingError,
      'kind' | 'model' | 'file' | 'difference' | 'questions',
      'nearest' | 'rerun'
    >,
  ) {
    super(message)
    Object.assign(this, fields)
  }
}

/** What is wrong with a recording that is there but cannot be trusted. */
export type RecordingFault =
  | 'empty'
  | 'truncated'
  | 'not-json'
  | 'conflict-markers'
  | 'lfs-pointer'
  | 'not-a-recording'
  | 'newer-format'
  | 'seal-broken'
  | 'key-broken'
  | 'wrong-name'

/** A recording is there but damaged; it is never treated as missing. */
export class DamagedRecordingError extends ContextRecallError {
  static override readonly errorName = 'DamagedRecordingError'
  override readonly name = 'DamagedRecordingError'
  readonly file!: string
  readonly fault!: RecordingFault

  constructor(message: string, fields: Fields<DamagedRecordingError, 'file' | 'fault'>) {
    super(message)
    Object.assign(this, fields)
  }
}

/** The recordings directory or a file in it could not be read or written. */
export class StoreError extends ContextRecallError {
  static override readonly errorName = 'StoreError'
  override readonly name = 'StoreError'
  readonly path!: string
  /** The system's error code, such as `ENOSPC`. */
  readonly code: string | undefined

  constructor(message: string, { cause, ...fields }: Fields<StoreError, 'path', 'code' | 'cause'>) {
    super(message, { cause })
    Object.assign(this, fields)
  }
}

/** A text to be sent or stored contains what looks like a secret. The value is not in the error. */
export class SecretError extends ContextRecallError {
  static override readonly errorName = 'SecretError'
  override readonly name = 'SecretError'
  /** Where the secret stands, such as `context[2]`. */
  readonly field!: string

  constructor(message: string, fields: Fields<SecretError, 'field'>) {
    super(message)
    Object.assign(this, fields)
  }
}
