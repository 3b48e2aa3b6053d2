/** The port to where recordings live: a flat set of named texts. */
import { UsageError } from '../errors.ts'
import { recordingNamePattern } from './key.ts'

/**
 * Reads are synchronous, because replay is one small file per question. Every failure is a `StoreError`;
 * a name that could leave the store is a `UsageError`.
 */
export interface RecordingStore {
  /** Where it is, for messages: a directory path, or `memory`. */
  readonly location: string
  /** The text, or undefined when there is none under that name. */
  read(name: string): string | undefined
  /** Names of all recordings (`*.jsonc`), sorted by code unit. */
  list(): string[]
  /**
   * Makes `text` the recording of that name unless one is there already: the first writer wins.
   * Returns the text that stands afterwards, which is the other's when this one lost.
   */
  publish(name: string, text: string): string
  /** Makes `text` the recording of that name whatever is there. */
  replace(name: string, text: string): void
  /**
   * Makes `text` the recording of that name while `expected` still stands there: of several who found the same
   * damaged text, one replaces it. Returns the text that stands afterwards.
   */
  exchange(name: string, expected: string, text: string): string
  /** Removes a recording; nothing happens when there is none. */
  remove(name: string): void
}

/** The name itself, when it is one of a recording; otherwise a `UsageError`. */
export function checkName(name: string): string {
  if (recordingNamePattern.test(name)) return name
  throw new UsageError(
    `${JSON.stringify(name)} is not the name of a recording. ` +
      'Names are <slug>.claims.<16 hex>.jsonc or <slug>.attribution.<16 hex>.jsonc, without a directory.',
  )
}
