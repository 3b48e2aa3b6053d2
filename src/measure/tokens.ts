/** How many tokens a text counts as where a budget is kept: an estimate made without any model's tokenizer. */

/**
 * A token of a byte-level tokenizer holds at least one byte, so a text never has more than twice the tokens counted
 * here. Prose in any script, code, Markdown and tables hold 2.1 to 7 bytes a token for those of GPT-4 and later and of
 * Llama 3; only dumps of numbers, base64, hex and emoji hold less than two.
 */
const bytesPerToken = 2

/** The marker line that stands before a text in a question. */
const markerTokens = 16

/** The tokens that a text and its marker count as in a question. */
export function tokensIn(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / bytesPerToken) + markerTokens
}

/** The bytes of UTF-8 that a text may have to count as no more than `tokens`. */
export function bytesFor(tokens: number): number {
  return Math.max(0, tokens - markerTokens) * bytesPerToken
}
