/** The numbers that texts state, by value, and those of a claim that they do not. */
import { figuresIn, numbersIn, type NumberInText } from './number-in-text.ts'
import { valueOfWord } from './number-words.ts'

// A text with more of them is no claim.
const mostLookedFor = 256

/** The numbers of some texts, read once for all claims that are held against them. */
export class StatedNumbers {
  private readonly texts: readonly string[]
  private readValues: ReadonlySet<number> | undefined

  constructor(texts: readonly string[]) {
    this.texts = texts
  }

  /** The numbers of a claim that none of the texts state, as they stand in the claim. */
  notStated(claim: string): string[] {
    return distinct(this.absent(claim))
  }

  /**
   * The same without those that a text may bear without stating: part of a name, unless the texts have the name with
   * another number (they may say "it"), small counts of what the texts do not count (they may list it), and bounds of
   * other numbers.
   */
  notBorne(claim: string): string[] {
    const absent = this.absent(claim)
    if (absent.length === 0) return []
    const others = this.texts.flatMap(numbersIn)
    const names = new Set(others.map(other => other.name))
    const counted = new Set(others.map(other => other.counted))
    const unborne = absent.filter(number => {
      if (number.isBound && this.values.size > 0) return false
      const { name } = number
      if (name !== undefined) return names.has(name)
      return !number.isCount || (number.counted !== '' && counted.has(number.counted))
    })
    return distinct(unborne)
  }

  private get values(): ReadonlySet<number> {
    this.readValues ??= valuesIn(this.texts)
    return this.readValues
  }

  private absent(claim: string): NumberInText[] {
    const lookedFor = numbersIn(claim).slice(0, mostLookedFor)
    return lookedFor.filter(number => {
      if (number.values.some(value => this.values.has(value))) return false
      const { span } = number
      return span === undefined || !hasBetween(this.values, span)
    })
  }
}

// Over the values there are, not over those there could be: a century may be any number.
function hasBetween(values: ReadonlySet<number>, [low, high]: readonly [number, number]): boolean {
  for (const value of values) if (value > low && value < high) return true
  return false
}

/** Every value that the texts state, in figures or in words. */
function valuesIn(texts: readonly string[]): Set<number> {
  const values = new Set<number>()
  for (const text of texts) {
    for (const number of figuresIn(text)) for (const value of number.values) values.add(value)
    const words = text.toLowerCase().match(/[a-zß-ɏ]+|[\u4e00-\u9fff\uac00-\ud7af]/g) ?? []
    for (const [index, word] of words.entries()) {
      const value = valueOfWord(word)
      if (value === undefined) continue
      values.add(value)
      const unit = valueOfWord(words[index + 1] ?? '')
      if (value >= 20 && value < 100 && unit !== undefined && unit < 10) values.add(value + unit)
    }
  }
  return values
}

function distinct(numbers: readonly NumberInText[]): string[] {
  return [...new Set(numbers.map(({ token }) => token))]
}
