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

/** What a word, lower-cased, is worth when it stands where a number could. */
export function valueOfWord(word: string): number | undefined {
  known ??= readValues()
  return known.get(word)
}

/** The cardinals that are looked for like figures: `one` is too often no number. */
export const countingWords: ReadonlySet<string> = new Set(
  `two three four five six seven eight nine ten eleven twelve ${teens} ${tens}`.split(' '),
)

/** Whether a word, lower-cased, is the name of a month. */
export function isMonth(word: string): boolean {
  return months.includes(word) && months.split(' ').includes(word)
}
