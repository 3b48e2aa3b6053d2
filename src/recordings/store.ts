/** The port to where recordings live: a flat set of named texts. */

/**
 * Reads are synchronous, because replay is one small file per question. Every failure is a `StoreError`;
 * a name that could leave the store is refused.
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
  /** Removes a recording; nothing happens when there is none. */
  remove(name: string): void
}
