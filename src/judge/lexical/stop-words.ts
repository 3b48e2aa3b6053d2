/** Words so common in their language that finding them in a context says nothing. */

const lists = [
  // English
  `a an the this that these those i me my we us our you your he him his she her hers it its they them their who whom
  whose which what where when why how there here am is are was were be been being do does did done have has had having
  will would shall should can could may might must of in on at by for from to into onto with within about as than then
  and or but nor so if while because since until although though after before during between among through over under
  up down out off also too very just only such same other own more most some any each both all s t d ll ve re m
  however therefore thus moreover don doesn didn isn aren wasn weren hasn haven hadn wouldn couldn shouldn`,
  // German
  `der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren wird werden wurde wurden
  hat haben hatte hatten im in am an auf aus bei mit nach seit von vom zu zum zur für über unter durch um als wie es er
  sie wir ihr ihre ihren sein seine seinen sich auch noch nur so dass daß`,
  // French
  `le la les l un une des du de d et ou mais est sont était étaient a ont avait dans en sur sous par pour avec au aux ce
  cet cette ces il elle ils elles on nous vous son sa ses leur leurs qui que qu dont où se y aussi plus`,
  // Spanish, Portuguese, Italian
  `el los las una unos unas y o pero es son fue fueron era eran ha han había del al por para con como su sus lo se más
  um uma uns os as e ou mas foi foram são do da dos das no na nos nas pelo pela com ao à seu sua em il lo gli i uno ed
  ma sono è stato stata di dei delle della dello nel nella con che si più anche`,
  // Dutch, Swedish, Danish, Norwegian
  `het een en van op te zijn was waren werd werden heeft hebben had met voor door naar uit bij om dat die deze zich ook
  och att det som en ett är var av på för med till den har hade och er og til af ved fra`,
  // Polish, Russian, Turkish
  `w z na do i się jest był była było były to że od po za o и в на с со по к из у о от за что как это был была было были
  он она они его её их для ve bir bu da de ile için olarak olan`,
]

const stopWords: ReadonlySet<string> = new Set(lists.join(' ').normalize('NFC').trim().split(/\s+/))

/** Whether a folded word is a function word of one of the languages listed here. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word)
}
