/** The test file that is about to run, read for what it names. */
import { existsSync, readFileSync } from 'node:fs'

/** Whether a word stands anywhere in the file; false when it cannot be read as a file, and nothing is lost then. */
export function namesWord(file: string | undefined, word: string): boolean {
  return file !== undefined && existsSync(file) && readFileSync(file, 'utf8').includes(word)
}
