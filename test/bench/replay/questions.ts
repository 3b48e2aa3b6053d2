/** The questions every contender is asked: five contexts of 1,500 characters, three claims, known answers. */
import type {
  AttributionAnswer,
  AttributionRequest,
  ClaimsAnswer,
  ClaimsRequest,
} from '../../../src/protocol.ts'
import { seededRandom } from '../random.ts'

const contextCount = 5
const contextLength = 1500

const words = (
  'the of a in to and was for with by from as that it on its were which this had river council bridge charter ' +
  'harbour market theory archive parliament treaty observatory railway physicist orchestra cathedral province ' +
  'founded opened published restored measured described elected improved annual northern medieval scientific ' +
  'industrial considerable temporary public early later several'
).split(' ')

/** One assertion: what is retrieved, what it is judged against, and what the judge says. */
export interface Question {
  claimsRequest: ClaimsRequest
  attributionRequest: AttributionRequest
  claimsAnswer: ClaimsAnswer
  attributionAnswer: AttributionAnswer
  /** The contexts in the order of retrieval; those of the request are sorted. */
  retrieved: string[]
  /** Of three claims. */
  attributed: number
  /** Whether the contexts say what is quoted with other white space or with markup. */
  isAltered: boolean
}

/**
 * Question `index`, the same in every process; its texts are new strings each time. In half of them the contexts hold
 * the quotes verbatim, in the others over a line break or past markup. In half of either the third claim is missing.
 */
export function makeQuestion(index: number): Question {
  const random = seededRandom(index + 1)
  const isAltered = index % 2 === 1
  const isComplete = index % 4 < 2
  const sentences = [0, 1, 2].map(part => `Report ${index}.${part} ${sentence(random, 12)}`)
  const stated = isAltered ? sentences.map(alter) : sentences.slice()
  if (!isComplete) stated.length = 2
  const retrieved = Array.from({ length: contextCount }, (_, place) =>
    makeContext(random, stated[place] ?? ''),
  )
  const contexts = retrieved.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const verdicts = sentences.map((quote, claim) =>
    claim < 2 || isComplete
      ? {
          claim: claim + 1,
          status: 'supported' as const,
          evidence: [{ context: contexts.indexOf(retrieved[claim] ?? '') + 1, quote }],
          gap: '',
        }
      : {
          claim: claim + 1,
          status: 'missing' as const,
          evidence: [],
          gap: 'no context mentions this report',
        },
  )
  return {
    claimsRequest: { kind: 'claims', groundTruth: sentences.join(' ') },
    attributionRequest: { kind: 'attribution', claims: sentences, contexts },
    claimsAnswer: { claims: sentences },
    attributionAnswer: { verdicts },
    retrieved,
    attributed: isComplete ? 3 : 2,
    isAltered,
  }
}

/** The first sentence stays as it is, the second is wrapped, the third has markup in it. */
function alter(text: string, place: number): string {
  if (place === 0) return text
  return place === 1
    ? text.replace(/^(\S+ \S+ \S+) /, '$1\n')
    : text.replace(/^(\S+ \S+) (\S+) /, '$1 **$2** ')
}

/** The question a text of it belongs to. */
export function indexIn(text: string): number {
  const digits = /Report (\d+)\./.exec(text)?.[1]
  if (digits === undefined) throw new Error(`no question is asked like this: ${text.slice(0, 200)}`)
  return Number(digits)
}

function makeContext(random: () => number, stated: string): string {
  const parts: string[] = []
  let length = stated.length
  while (length < contextLength) {
    parts.push(sentence(random, 14))
    length += (parts.at(-1)?.length ?? 0) + 1
  }
  // in the first half: the end is cut off
  if (stated !== '') parts.splice(Math.floor((random() * parts.length) / 2), 0, stated)
  return parts.join(' ').slice(0, contextLength)
}

function sentence(random: () => number, length: number): string {
  const chosen = Array.from({ length }, () => words[Math.floor(random() * words.length)])
  return `${chosen.join(' ')} ${1500 + Math.floor(random() * 500)}.`
}
