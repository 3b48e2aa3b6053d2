/** The numbers that texts state, by value, and those of a claim that they do not. */
import { figuresIn, numbersIn, type NumberInText } from './number-in-text.ts'
import { numberWordsIn } from './number-words.ts'

// A text with more of them is no claim.
const mostLookedFor = 256

/** The numbers of some texts, read once for all claims that are held against them. */
export class StatedNumbers {
  private readonly texts: readonly string[]
  private readStated: Stated | undefined

  constructor(texts: readonly string[]) {
    this.texts = texts
  }

  /** The numbers of a claim that none of the texts state, as they stand in the claim. */
  notStated(claim: string): string[] {
    return distinct(this.absent(claim))
  }

  /**
   * The same without those that may follow from what the texts state: small counts of what they list, and bounds of
   * other numbers.
   */
  notBorne(claim: string): string[] {
    const mayFollow = (number: NumberInText): boolean => number.isCount || number.isBound
    const absent = this.absent(claim)
    return distinct(absent.filter(number => this.versionsOf(number) !== undefined || !mayFollow(number)))
  }

  /** The versions of a claim that the texts only have as another one of the same value: 3.1 for 3.10. */
  otherVersions(claim: string): string[] {
    return distinct(this.absent(claim).filter(number => this.versionsOf(number) !== undefined))
  }

  private get stated(): Stated {
    this.readStated ??= readNumbers(this.texts)
    return this.readStated
  }

  private absent(claim: string): NumberInText[] {
    return numbersIn(claim)
      .slice(0, mostLookedFor)
      .filter(number => !this.has(number))
  }

  private has(number: NumberInText): boolean {
    const versions = this.versionsOf(number)
    if (versions !== undefined) return versions.has(number.token)
    const { values } = this.stated
    const { span } = number
    return number.values.some(value => values.has(value)) || (span !== undefined && hasBetween(values, span))
  }

  /** How the texts write what may be a version; undefined where it is none, or they have only another form of number. */
  private versionsOf(number: NumberInText): ReadonlySet<string> | undefined {
    return number.mayBeVersion ? this.stated.versions.get(Number(number.token)) : undefined
  }
}

// Over the values there are, not over those there could be: a century may be any number.
function hasBetween(values: ReadonlySet<number>, [low, high]: readonly [number, number]): boolean {
  for (const value of values) if (value > low && value < high) return true
  return false
}

interface Stated {
  /** In figures or in words. */
  values: ReadonlySet<number>
  /** By value what has two parts or begins with them, as written: `3.1`, and `3.10` of `3.10.2`, for 3.1. */
  versions: ReadonlyMap<number, ReadonlySet<string>>
}

function readNumbers(texts: readonly string[]): Stated {
  const values = new Set<number>()
  const versions = new Map<number, Set<string>>()
  for (const text of texts) {
    for (const number of figuresIn(text)) {
      for (const value of number.values) values.add(value)
      const [version] = /^\d+\.\d+(?![^.])/.exec(number.token) ?? []
      if (version !== undefined)
        versions.set(Number(version), (versions.get(Number(version)) ?? new Set()).add(version))
    }
    for (const words of numberWordsIn(text)) for (const value of words.values) values.add(value)
  }
  return { values, versions }
}

function distinct(numbers: readonly NumberInText[]): string[] {
  return [...new Set(numbers.map(({ token }) => token))]
}
