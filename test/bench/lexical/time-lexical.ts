/** Script: builtin/lexical and plain word overlap on the same claims and contexts. Argument: installation. */
import { importInstalled } from '../installation.ts'
import { makeQuestion, type Question } from '../replay/questions.ts'
import { report } from '../script.ts'
import { median } from '../statistics.ts'

/** Milliseconds per claim and context, the whole of `measureContextRecall` included for the judge. */
export interface LexicalTimes {
  lexical: number
  overlap: number
  /** The median of the ratios within one question. */
  ratio: number
  /** Verdicts that are not those the texts were made for. */
  wrong: number
}

const [root = ''] = process.argv.slice(2)
const warmUp = 50
const measured = 200

const { measureContextRecall } = await importInstalled(root)
const lexical: number[] = []
const overlap: number[] = []
let wrong = 0
for (let index = 0; index < warmUp + measured; index++) {
  const question = makeQuestion(index)
  const { claims, contexts } = question.attributionRequest
  const pairs = claims.length * contexts.length
  const start = performance.now()
  const { attributed } = await measureContextRecall({
    groundTruth: claims,
    contexts: question.retrieved,
    model: 'builtin/lexical',
  })
  const between = performance.now()
  plainOverlap(question)
  const end = performance.now()
  if (attributed !== question.attributed) wrong++
  if (index < warmUp) continue
  lexical.push((between - start) / pairs)
  overlap.push((end - between) / pairs)
}

/** The share of a claim's words that the contexts hold. */
function plainOverlap({ attributionRequest: { claims, contexts } }: Question): number[] {
  const known = new Set(contexts.flatMap(wordsOf))
  return claims.map(claim => {
    const words = wordsOf(claim)
    return words.filter(word => known.has(word)).length / words.length
  })
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}

const times: LexicalTimes = {
  lexical: median(lexical),
  overlap: median(overlap),
  ratio: median(lexical.map((time, index) => time / (overlap[index] ?? 1))),
  wrong,
}
report(times)
