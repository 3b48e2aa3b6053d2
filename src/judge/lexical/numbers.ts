/** Numbers as they are written, in digits and in words, brought to one form. */

const words = new Map<string, number>()
for (const [index, entry] of `
  zero,null one,once,first,eins,un,uno two,twice,second,zwei,deux,dos three,thrice,third,drei,trois,tres
  four,fourth,vier,quatre,cuatro five,fifth,fünf,cinq,cinco six,sixth,sechs seven,seventh,sieben,sept,siete
  eight,eighth,acht,huit,ocho nine,ninth,neun,neuf,nueve ten,tenth,zehn,dix,diez eleven,eleventh,elf twelve,twelfth,dozen,zwölf
  thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty`
  .normalize('NFC')
  .trim()
  .split(/\s+/)
  .entries())
  for (const word of entry.split(',')) words.set(word, index)
for (const [index, word] of 'thirty forty fifty sixty seventy eighty ninety hundred'.split(' ').entries())
  words.set(word, 30 + 10 * index)

const multipliers = new Map<string, number>([
  ...['thousand', 'tausend', 'mille', 'mil', 'k'].map((word): [string, number] => [word, 1e3]),
  ...['million', 'millions', 'millionen', 'millones', 'mn', 'mio', 'm'].map((word): [string, number] => [
    word,
    1e6,
  ]),
  ...['billion', 'billions', 'bn', 'b', 'milliarde', 'milliarden', 'milliards'].map(
    (word): [string, number] => [word, 1e9],
  ),
  ['trillion', 1e12],
  ['千', 1e3],
  ['천', 1e3],
  ...['万', '萬', '만'].map((word): [string, number] => [word, 1e4]),
  ...['億', '亿', '억'].map((word): [string, number] => [word, 1e8]),
])

/** The factor that a word means behind a number: million, bn, 万. A letter alone means it only when joined. */
export function multiplierOf(word: string, isJoined: boolean): number | undefined {
  return /^[a-z]$/.test(word) && !isJoined ? undefined : multipliers.get(word)
}

/** The value of a number in words, such as `seven` or `third`, as a key. */
export function numberInWords(word: string): string | undefined {
  return words.get(word)?.toString()
}

/** A number in digits, split into its key and the letters behind it: `1,200`, `1200` and `1200.0` have one key. */
export function readNumber(word: string): { key: string; suffix: string } | undefined {
  const match = /^(-?\.?\d(?:[\d.,'_]*\d)?)[.,']?(\p{L}*)$/u.exec(word)
  if (match === null) return undefined
  const [, digits = '', suffix = ''] = match
  const value = Number(plainDigits(digits))
  return {
    key: Number.isFinite(value) ? `${value}` : digits,
    suffix: /^(?:st|nd|rd|th|s)$/.test(suffix) ? '' : suffix,
  }
}

function plainDigits(digits: string): string {
  const plain = digits.replace(/['_]/g, '')
  const decimal = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  if (decimal === -1) return plain
  const sign = plain[decimal]
  const isGrouping =
    plain.indexOf(sign as string) !== decimal || (sign === ',' && /^-?\d{1,3},\d{3}$/.test(plain))
  return isGrouping
    ? plain.replace(/[.,]/g, '')
    : `${plain.slice(0, decimal).replace(/[.,]/g, '')}.${plain.slice(decimal + 1)}`
}
