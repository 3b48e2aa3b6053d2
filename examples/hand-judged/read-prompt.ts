/** Reads what is asked out of a judge's prompt, as a person would: by its numbered blocks. */

/** What a prompt asks; `claims` and `contexts` are in the order of their numbers. */
export interface Asked {
  groundTruth: string | undefined
  claims: string[]
  contexts: string[]
}

/**
 * Reads a prompt whose first line names its marker, `[…]`; every line that begins with the marker opens a block.
 * Throws when there is no marker.
 */
export function readPrompt(prompt: string): Asked {
  const marker = /\[[0-9a-f]+\]/.exec(prompt)?.[0]
  if (marker === undefined) throw new Error('The prompt names no marker in its first line.')

  const asked: Asked = { groundTruth: undefined, claims: [], contexts: [] }
  for (const block of prompt.split(`\n${marker} `).slice(1)) {
    const labelEnd = block.indexOf('\n')
    const label = labelEnd === -1 ? block : block.slice(0, labelEnd)
    const text = labelEnd === -1 ? '' : block.slice(labelEnd + 1)
    const numbered = /^(claim|context) (\d+)$/.exec(label)

    if (label === 'reference answer') asked.groundTruth = text
    else if (numbered?.[1] === 'claim') asked.claims[Number(numbered[2]) - 1] = text
    else if (numbered?.[1] === 'context') asked.contexts[Number(numbered[2]) - 1] = text
  }
  return asked
}
