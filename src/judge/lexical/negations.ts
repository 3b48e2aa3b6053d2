/** Finds the words that negate, of many languages. */
import type { MappedText } from '../../evidence/mapped-text.ts'
import type { WordSequence } from '../../evidence/word-sequence.ts'

// Function words, and nothing that merely sounds negative. Words that another language uses every day (Italian "mai",
// Dutch "noch") are left out.
const negations = new Set(
  `
  no not none never nothing nobody nowhere neither nor cannot without non hardly scarcely barely rarely seldom
  unless except dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt shouldnt hasnt havent hadnt
  nicht nichts kein keine keinen keinem keiner keines nie niemals niemand nirgends weder ohne kaum
  ne pas jamais rien aucun aucune ni sans guère
  nunca jamás nada nadie ningún ninguno ninguna sin tampoco
  niente nulla nessuno nessuna nessun né senza neanche nemmeno neppure
  não jamais ninguém nenhum nenhuma nem sem
  niet niets geen nooit niemand nergens zonder
  inte ej aldrig ingen inget inga ikke aldri ingenting utan uden uten
  nie nigdy nic nikt żaden żadna żadne bez není nejsou nikdy žádný žádná
  не нет ни никогда ничего никто нельзя без немає
  δεν δε μην μη όχι χωρίς nu fără nem nincs sem değil yok hayır ei eivät không chưa tidak bukan tanpa belum`
    .trim()
    .split(/\s+/)
    .map(word => word.normalize('NFC')),
)
const signs = new Set(['!=', '!', '✗', '¬', '≉', '∄', '∉'])

// Scripts whose words are not separated, or not by our tables: looked for in the folded text.
const runOnNegations = new RegExp(
  [
    "n't(?![a-z])|(?<![a-z])n'(?=[a-zà-ÿ])",
    // Chinese, and 非 and 未 of Japanese, but not 非常 (very) and 未来 (future).
    '[不没沒無无勿]|非(?!常)|未(?![来來])',
    'な[いかくけし]|ません|ませぬ|[ずぬ]|まい',
    '[않없못]|아니|안(?= [가-힣])(?<![가-힣]안)',
    '(?<![ء-ي])(?:لا|لم|لن|ليس|ليست|غير|بدون)(?![ء-ي])',
    '(?<![א-ת])(?:לא|אין|בלי|ללא)(?![א-ת])',
    'नहीं|ไม่',
  ]
    .join('|')
    .normalize('NFC'),
  'g',
)

/**
 * The positions in the text as given, ascending, where a word says that something is not so; `folded` and `sequence`
 * were both made of it.
 */
export function negationsIn(folded: MappedText, sequence: WordSequence): number[] {
  const positions: number[] = []
  const { text } = sequence.words
  for (let start = 1; start < text.length; ) {
    const end = text.indexOf(' ', start)
    const word = text.slice(start, end)
    if (negations.has(word) || signs.has(word)) positions.push(sequence.words.startOf(start))
    start = end + 1
  }
  for (const found of folded.text.matchAll(runOnNegations)) positions.push(folded.startOf(found.index))
  return positions.sort((a, b) => a - b)
}
