/** Reads a rendered request as its first line says to: lines that begin with the marker, and what is between them. */

export interface Block {
  label: string
  text: string
}

/**
 * The blocks in order. A line begins wherever any reader might see one begin, so that no text gets by with a line
 * break that the renderer does not know.
 */
export function readFraming(rendered: string): Block[] {
  const marker = /^Only lines that begin with (\[[0-9a-f]{12}\]) are markers\./.exec(rendered)?.[1]
  if (marker === undefined) throw new Error('There is no preface.')
  const escaped = marker.replaceAll(/[[\]]/g, String.raw`\$&`)
  const starts = [
    ...rendered.matchAll(new RegExp(`(?<=^|[\\n\\r\\v\\f\\u0085\\u2028\\u2029])${escaped} `, 'g')),
  ]
  return starts.map(({ index }, position) => {
    const next = starts[position + 1]
    // the line end before a marker belongs to it
    const block = rendered.slice(index + marker.length + 1, next === undefined ? undefined : next.index - 1)
    const end = block.indexOf('\n')
    return end === -1
      ? { label: block, text: '' }
      : { label: block.slice(0, end), text: block.slice(end + 1) }
  })
}

/** The blocks of a first question about these claims and contexts, if nothing in them is taken for framing. */
export function expectedBlocks(claims: readonly string[], contexts: readonly string[]): Block[] {
  return [
    ...contexts.map((text, index) => ({ label: `context ${index + 1}`, text })),
    ...claims.map((text, index) => ({ label: `claim ${index + 1}`, text })),
    { label: `end; answer claims 1 to ${claims.length}`, text: '' },
  ]
}
