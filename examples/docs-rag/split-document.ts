/** Cuts a documentation page into pieces of readable size, each under the headings it stands under. */

/** One piece of a page: what it is about, and its text. */
export interface Piece {
  /** Page title and headings above the text, such as `Loop Control > Stop Conditions`. */
  heading: string
  text: string
}

const smallest = 600
const largest = 1500

interface Block {
  text: string
  /** 1 to 6 for a heading, 0 for everything else. */
  level: number
}

/** Cuts an `.mdx` page at headings and paragraphs into pieces of about 600 to 1,500 characters. */
export function splitDocument(source: string): Piece[] {
  const { title, body } = readFrontMatter(source.replaceAll('\r\n', '\n'))
  const pieces: Piece[] = []
  const path: string[] = [title]
  let heading = title
  let text = ''

  const close = (): void => {
    if (text !== '') pieces.push({ heading, text })
    text = ''
  }
  for (const block of toBlocks(body)) {
    const tooLong = text.length + block.text.length > largest
    if (tooLong || (block.level > 0 && text.length >= smallest)) close()
    // the page's own `# Title` repeats the front matter
    if (block.level > 1) {
      path.length = Math.min(path.length, block.level - 1)
      path.push(block.text.replace(/^#+ /, ''))
    }
    if (text === '') heading = path.join(' > ')
    text = text === '' ? block.text : `${text}\n\n${block.text}`
  }
  close()
  return pieces
}

function readFrontMatter(source: string): { title: string; body: string } {
  const matter = /^---\n([\s\S]*?)\n---\n/.exec(source)
  const title = /^title: *(.+)$/m.exec(matter?.[1] ?? '')?.[1] ?? 'Untitled'
  return { title: title.replace(/^(['"])(.*)\1$/, '$2'), body: source.slice(matter?.[0].length ?? 0) }
}

/** Headings, paragraphs and code blocks; a code block is never cut at its blank lines. */
function toBlocks(body: string): Block[] {
  const blocks: Block[] = []
  let lines: string[] = []
  let inCode = false

  const close = (): void => {
    for (const text of cutLongBlock(lines)) blocks.push({ text, level: 0 })
    lines = []
  }
  for (const line of body.split('\n')) {
    const fence = /^\s*```/.test(line)
    if (fence) inCode = !inCode
    const level = inCode || fence ? 0 : (/^(#{1,6}) /.exec(line)?.[1]?.length ?? 0)
    if (level > 0) {
      close()
      blocks.push({ text: line, level })
    } else if (line.trim() === '' && !inCode) close()
    else lines.push(line)
  }
  close()
  return blocks
}

function cutLongBlock(lines: readonly string[]): string[] {
  const texts: string[] = []
  let text = ''
  for (const line of lines) {
    if (text !== '' && text.length + line.length > largest) {
      texts.push(text)
      text = ''
    }
    text = text === '' ? line : `${text}\n${line}`
  }
  return text === '' ? texts : [...texts, text]
}
