/** Function words of common languages: they say nothing about what a text is about, begin sentences, and tell its language. */

// Two letters and fewer never count, so only longer ones need to be here; short ones tell languages apart.
const byLanguage: Readonly<Record<string, string>> = {
  en: `the and was were are has have had been being that this these those with from which who whom whose when where what
    for not but its his her hers their theirs they them she him you your our can could will would shall should may
    might must did does doing done also than then there here into onto over under about after before between during
    more most some any all each both such only very other another one ones out off while because although though
    however therefore thus moreover since until just same own too down how here if so up am my me us is of to in on at by as
    an it be he we or`,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber nicht ist sind war waren wird werden wurde
    wurden hat haben hatte hatten mit von vom bei für auf aus nach über unter durch als auch nur noch sich sie wir ihr
    ihre ihren seine seinen sein dass wenn weil wie was wer diese dieser dieses kann können zum zur im er es zu`,
  fr: `les des une est sont était étaient été être avoir ont avait dans par pour sur avec sans sous mais que qui quoi
    dont où ce cette ces son ses leur leurs il elle ils elles nous vous aux plus très aussi comme entre le la du et en
    un se au`,
  es: `los las una unos unas del que con por para sin sobre entre pero como más muy también fue era son está están ser
    han había este esta estos estas ese esa sus ellos ellas cuando donde el la de en un se su es y lo al`,
  it: `gli una uno del della dei delle degli dal dalla nel nella con per tra fra sono era erano stato stata che chi cui
    non più anche come quando dove questo questa questi queste suo sua suoi loro il lo la di in un è e`,
  pt: `os as um uma uns umas dos das nos nas pelo pela com por para sem sobre entre mas como mais muito também foi era
    são está estão ser têm que quem qual quando onde este esta isso seu sua seus suas o a de do da em no na é e ao`,
  nl: `het een van voor met aan bij door over onder naar uit ook maar niet als dat die deze dit zijn was waren wordt
    werden werd heeft hebben had zich haar hun wat wie waar toen nog wel meer veel de en in op te is`,
  ru: `это как что который которая которые для при или был была было были его её они она так уже также после перед
    между под над без из на по от до не в и с к у о`,
}

let known: { words: Set<string>; languages: [string, Set<string>][] } | undefined

function read(): NonNullable<typeof known> {
  const languages = Object.entries(byLanguage).map(([language, words]): [string, Set<string>] => [
    language,
    new Set(withoutMarks(words).split(/\s+/)),
  ])
  return { words: new Set(languages.flatMap(([, words]) => [...words])), languages }
}

/** A text without the accents on its letters. */
export function withoutMarks(text: string): string {
  // oxlint-disable-next-line no-control-regex -- most words of most texts
  if (/^[\u0000-\u007f]*$/.test(text)) return text
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
}

/** Whether a word, folded and without marks, says nothing about a subject in one of these languages. */
export function isFunctionWord(word: string): boolean {
  known ??= read()
  return known.words.has(word)
}

/** The languages, of those known here, that most of the words may be of; empty where none is recognised. */
export function languagesOf(words: readonly string[]): string[] {
  known ??= read()
  const counted = known.languages.map(([language, small]): [string, number] => [
    language,
    words.filter(word => small.has(word)).length,
  ])
  const most = Math.max(...counted.map(([, count]) => count))
  return most === 0 ? [] : counted.filter(([, count]) => count === most).map(([language]) => language)
}
