/** Takes secrets out of the errors of a judge, whose words are a server's or a user's. */

const causesAtMost = 8

/** Hides in the texts of an error and of its causes, in place: class, data and stack remain. */
export function hideInError(error: unknown, hide: (text: string) => string): void {
  let each = error
  for (let depth = 0; depth < causesAtMost && typeof each === 'object' && each !== null; depth++) {
    const texts = each as { message?: unknown; stack?: unknown; body?: unknown; cause?: unknown }
    for (const name of ['message', 'stack', 'body'] as const) {
      const text = texts[name]
      if (typeof text !== 'string') continue
      const hidden = hide(text)
      if (hidden !== text) Object.defineProperty(texts, name, { value: hidden })
    }
    each = texts.cause
  }
}
