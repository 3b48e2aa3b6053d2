/** English words that say nothing about what a text is about. */

const articlesAndPronouns = `
  a an the i me my mine we us our ours you your yours he him his she her hers it its they them their theirs
  this that these those one ones someone something anyone anything everyone everything no none nothing`
const auxiliaries = `
  am is are was were be been being do does did done doing have has had having
  can could may might must shall should will would get gets got let lets`
const prepositionsAndConjunctions = `
  about above after again against although among and any as at because before below between both but by down
  during each either else even ever every few for from further if in into just like many more most much
  neither nor not of off on only onto or other out over own per same since so some such than then there
  though through to too under until up upon very via while with within without yet`
const questionWords = 'how what when where which who whom whose why'

/** Function words: articles, pronouns, auxiliary verbs, prepositions, conjunctions, question words. */
export const stopWords: ReadonlySet<string> = new Set(
  [articlesAndPronouns, auxiliaries, prepositionsAndConjunctions, questionWords]
    .join(' ')
    .trim()
    .split(/\s+/),
)
