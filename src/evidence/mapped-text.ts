/** A text derived from another, that knows of each unit which part of the source it came from. */

/** Unit `i` of `text` came from `source.slice(startOf(i), endOf(i))`. */
export class MappedText {
  readonly text: string
  private readonly segments: Segments
  private readonly inner: MappedText | undefined
  private last = 0

  constructor(text: string, segments: Segments, inner?: MappedText) {
    this.text = text
    this.segments = segments
    this.inner = inner
  }

  startOf(index: number): number {
    const segment = this.segmentOf(index)
    const { at, start, end } = this.segments
    const first = start[segment] as number
    const own = end[segment] === RUN ? first + index - (at[segment] as number) : first
    return this.inner ? this.inner.startOf(own) : own
  }

  endOf(index: number): number {
    const segment = this.segmentOf(index)
    const { at, start, end } = this.segments
    const last = end[segment] as number
    const own = last === RUN ? (start[segment] as number) + index - (at[segment] as number) + 1 : last
    return this.inner ? this.inner.endOf(own - 1) : own
  }

  /** This text, derived from `inner.text`, mapped to what `inner` was derived from. */
  through(inner: MappedText): MappedText {
    return new MappedText(this.text, this.segments, this.inner ? this.inner.through(inner) : inner)
  }

  // Questions come in order of position mostly: the last answer or the one behind it is the likely one.
  private segmentOf(index: number): number {
    const { at } = this.segments
    let low = 0
    let high = at.length - 1
    if ((at[this.last] as number) <= index) {
      low = this.last
      if (low === high || (at[low + 1] as number) > index) return low
    }
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((at[middle] as number) <= index) low = middle
      else high = middle - 1
    }
    this.last = low
    return low
  }
}

/**
 * Parallel lists: units from `at` on came from `start` to `end`, all from the same part; where `end` is `RUN`
 * each came from one unit of the source, in order. Texts that differ little need few of them.
 */
interface Segments {
  at: number[]
  start: number[]
  end: number[]
}

const RUN = -1

// Allocating one for every text costs more than filling it.
let spare: Buffer | undefined
const largestSpare = 1 << 17

/** Builds a mapped text unit by unit. */
export class MappedTextBuilder {
  length = 0
  /** The last unit, or -1. */
  last = -1
  private bytes: Buffer
  private readonly segments: Segments = { at: [], start: [], end: [] }
  private nextOfRun = -1

  constructor(capacity: number) {
    const needed = 2 * capacity + 64
    this.bytes = spare && spare.length >= needed ? spare : Buffer.alloc(needed)
    spare = undefined
  }

  /** Adds one UTF-16 unit. */
  add(unit: number, start: number, end: number): void {
    const at = this.length * 2
    if (at === this.bytes.length) this.grow(at + 2)
    this.bytes[at] = unit & 0xff
    this.bytes[at + 1] = unit >> 8
    this.last = unit
    if (start === this.nextOfRun && end === start + 1) this.nextOfRun = end
    else this.addSegment(this.length, start, end)
    this.length++
  }

  /** Adds a text, not empty, whose units each came from one of the source, in order from `start` on. */
  addRun(text: string, start: number): void {
    const at = this.length * 2
    const needed = at + 2 * text.length
    if (needed > this.bytes.length) this.grow(needed)
    this.bytes.write(text, at, 'utf16le')
    this.last = text.charCodeAt(text.length - 1)
    if (start !== this.nextOfRun) this.addSegment(this.length, start, start + 1)
    this.nextOfRun = start + text.length
    this.length += text.length
  }

  /** Adds all units of `text`, each from the same part of the source. */
  addText(text: string, start: number, end: number): void {
    for (let index = 0; index < text.length; index++) this.add(text.charCodeAt(index), start, end)
  }

  /** Lets the last unit reach to `end` in the source. */
  extendLast(end: number): void {
    const { at, start, end: ends } = this.segments
    const segment = at.length - 1
    const first = start[segment] as number
    const offset = this.length - 1 - (at[segment] as number)
    if (ends[segment] === RUN && offset > 0) this.addSegment(this.length - 1, first + offset, end)
    else ends[segment] = end
    this.nextOfRun = -1
  }

  /** The text; nothing may be added afterwards. */
  build(inner?: MappedText): MappedText {
    // Bytes rather than units, so that the order of bytes is the same on every machine.
    const text = this.bytes.toString('utf16le', 0, this.length * 2)
    if (this.bytes.length <= largestSpare) spare = this.bytes
    return new MappedText(text, this.segments, inner)
  }

  private addSegment(at: number, start: number, end: number): void {
    const isRun = end === start + 1
    this.segments.at.push(at)
    this.segments.start.push(start)
    this.segments.end.push(isRun ? RUN : end)
    this.nextOfRun = isRun ? end : -1
  }

  private grow(needed: number): void {
    const bytes = Buffer.alloc(Math.max(needed, this.bytes.length * 2))
    bytes.set(this.bytes)
    this.bytes = bytes
  }
}
