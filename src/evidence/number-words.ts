/** What number words are worth: cardinals of a few languages, month names, words that multiply. */

// A row a value from two on: English, German, French, Spanish, Italian, Portuguese, Dutch, Chinese and Japanese.
const cardinals = `
  two both twice pair couple twin double zwei beide deux dos due dois duas twee 二 两 두 둘
  three thrice triple drei trois tres tre três drie 三 세 셋
  four vier quatre cuatro quattro quatro 四 네 넷
  five fünf cinq cinco cinque vijf 五 다섯
  six sechs seis sei zes 六 여섯
  seven sieben sept siete sette sete zeven 七 일곱
  eight acht huit ocho otto oito 八 여덟
  nine neun neuf nueve nove negen 九 아홉
  ten zehn dix diez dieci dez tien 十 열
  eleven elf onze once undici
  twelve dozen zwölf douze doce dodici doze twaalf`
const ordinals =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth ' +
  'fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'
const teens = 'thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const months =
  'january february march april may june july august september october november december ' +
  'jan feb mar apr _ jun jul aug sep oct nov dec _ _ _ _ _ _ _ _ sept _ _ _ ' +
  'januar februar märz _ mai juni juli _ _ oktober _ dezember ' +
  'janvier février mars avril _ juin juillet août septembre octobre novembre décembre ' +
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'

/** Multipliers that stand behind a number. */
export const scales: ReadonlyMap<string, number> = new Map([
  ...rowOf(1e3, 'k thousand thousands tausend mille mil duizend 千 천'),
  ...rowOf(1e4, '万 萬 만'),
  ...rowOf(1e6, 'm mn mio million millions millionen millón millones milioni milhão milhões miljoen'),
  ...rowOf(1e8, '億 亿 억'),
  ...rowOf(1e9, 'b bn billion billions mrd milliarde milliarden milliard milliards miljard'),
  ...rowOf(1e12, 'trillion trillions'),
  ...rowOf(1e5, 'lakh lakhs'),
  ...rowOf(1e7, 'crore crores'),
  ...rowOf(100, 'hundred hundreds'),
  ...rowOf(12, 'dozen dozens'),
])

function rowOf(value: number, words: string): [string, number][] {
  return words.split(' ').map(word => [word, value])
}

function readValues(): Map<string, number> {
  const values = new Map<string, number>([...rowOf(100, 'hundred'), ...rowOf(1000, 'thousand')])
  const add = (words: string, valueAt: (index: number) => number): void => {
    for (const [index, word] of words.split(' ').entries()) values.set(word, valueAt(index))
  }
  for (const [index, row] of cardinals.trim().split('\n').entries()) add(row.trim(), () => index + 2)
  add('one once single sole 一 한 하나', () => 1)
  add('zero no none null', () => 0)
  add('half halb', () => 50)
  add(ordinals, index => index + 1)
  add(teens, index => index + 13)
  add(tens, index => (index + 2) * 10)
  add(months, index => (index % 12) + 1)
  return values
}

let known: Map<string, number> | undefined

function valueOfWord(word: string): number | undefined {
  known ??= readValues()
  return known.get(word)
}

// Of these English compounds are made; ordinals may end one.
const compounded = new Set(
  `one two three four five six seven eight nine ten eleven twelve ${teens} ${tens} ${ordinals}`.split(' '),
)
const ordinalWords = new Set(ordinals.split(' '))
const largeScales = new Set('thousand million billion trillion'.split(' '))

/** A number in words where it stands in a text, such as `two hundred and five`. */
export interface NumberWords {
  token: string
  start: number
  /** What it is worth; then what its parts are where it may be two numbers side by side. */
  values: [number, ...number[]]
  /** Whether it is English and surely a number: `one` and `first` alone are too often none. */
  isLookedFor: boolean
}

/** The numbers of a text in words; compounds are read in English. */
export function numberWordsIn(text: string): NumberWords[] {
  const found: NumberWords[] = []
  let compound: Compound | undefined
  const close = (): void => {
    if (compound !== undefined) found.push(compound.read(text))
    compound = undefined
  }
  for (const { 0: written, index } of text.matchAll(/[a-zß-ɏ]+|[\u4e00-\u9fff\uac00-\ud7af]/gi)) {
    const word = written.toLowerCase()
    const end = index + written.length
    if (word === 'and' && compound?.isFollowedBy(text, index)) continue
    const value = largeScales.has(word) ? scales.get(word) : valueOfWord(word)
    if (
      compound !== undefined &&
      !(compound.isFollowedBy(text, index) && compound.add(word, value ?? 0, end))
    )
      close()
    if (value === undefined || compound !== undefined) continue
    if (compounded.has(word)) compound = new Compound(word, value, index, end)
    else found.push({ token: written, start: index, values: [value], isLookedFor: false })
  }
  close()
  return found
}

class Compound {
  private readonly start: number
  private end: number
  private readonly parts: number[]
  /** Of nineteen eighty-four the nineteen. */
  private century = 0
  private total = 0
  private current: number
  private isOrdinal: boolean

  constructor(word: string, value: number, start: number, end: number) {
    this.start = start
    this.end = end
    this.current = value
    this.parts = [value]
    this.isOrdinal = ordinalWords.has(word)
  }

  /** Whether nothing but a space, a hyphen or `and` parts it from what begins at `index`. */
  isFollowedBy(text: string, index: number): boolean {
    const between = this.isOrdinal || index - this.end > 7 ? '' : text.slice(this.end, index)
    return /^[\s‐‑-]$/.test(between) || (this.current % 100 === 0 && /^\sand\s$/i.test(between))
  }

  /** Draws the next word in; says whether it belongs to the number. */
  add(word: string, value: number, end: number): boolean {
    const rest = this.current % 100
    if (word === 'hundred' && this.current > 0 && this.current < 100) this.current *= 100
    else if (largeScales.has(word) && this.current > 0) {
      this.total += this.current * value
      this.current = 0
    } else if (!compounded.has(word)) return false
    else if (rest === 0 || (rest >= 20 && rest % 10 === 0 && value < 10)) this.current += value
    else if (this.total === 0 && this.century === 0 && this.current < 100 && rest > 9 && value > 9) {
      this.century = this.current
      this.current = value
    } else return false
    this.parts.push(value)
    this.isOrdinal = ordinalWords.has(word)
    this.end = end
    return true
  }

  read(text: string): NumberWords {
    const [first = 0] = this.parts
    const whole = this.total + this.century * 100 + this.current
    const values: NumberWords['values'] = this.century === 0 ? [whole] : [whole, this.century, this.current]
    const isLookedFor = this.parts.length > 1 || (first > 1 && !this.isOrdinal)
    return { token: text.slice(this.start, this.end), start: this.start, values, isLookedFor }
  }
}

/** Whether a word, lower-cased, is the name of a month. */
export function isMonth(word: string): boolean {
  return months.includes(word) && months.split(' ').includes(word)
}
