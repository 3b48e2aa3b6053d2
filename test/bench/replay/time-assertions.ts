/** Times assertion after assertion, each different from the one before, in passes over all of them. */
import { shuffled } from '../random.ts'
import { median, type Summary, summarise } from '../statistics.ts'
import { makeQuestion, type Question } from './questions.ts'

/** What a contender's script reports. */
export interface Timed {
  /** The first pass of a fresh process: nothing is compiled yet. */
  first: Summary
  /** The passes after it. */
  later: Summary
  /** Of those, the medians for contexts that hold the quotes verbatim, and for others. */
  verbatim: number
  altered: number
}

/** How much is asked of a contender. */
export interface Load {
  /** Questions on record. */
  questions: number
  /** Questions asked in a pass. */
  asked: number
  passes: number
}

/** One assertion made ready: `ask` is timed, making it ready and checking what it returns are not. */
export interface Assertion {
  ask(): Promise<unknown>
  check(result: unknown): void
}

// made ready together, so that making one does not push the measured code out of the processor's caches
const batchSize = 100

/** Times all passes; the first stands apart. */
export async function timeAssertions(
  { questions, asked, passes }: Load,
  prepare: (question: Question, index: number) => Assertion,
): Promise<Timed> {
  const durations: number[][] = []
  const byQuotes: Record<'verbatim' | 'altered', number[]> = { verbatim: [], altered: [] }
  for (let pass = 0; pass <= passes; pass++) {
    const timed: number[] = []
    const order = shuffled(questions, pass + 1).slice(0, asked)
    for (let from = 0; from < order.length; from += batchSize) {
      const batch = order.slice(from, from + batchSize).map(index => {
        const question = makeQuestion(index)
        return {
          ...prepare(question, index),
          quotes: question.isAltered ? byQuotes.altered : byQuotes.verbatim,
        }
      })
      for (const { ask, check, quotes } of batch) {
        const start = performance.now()
        const result = await ask()
        const duration = performance.now() - start
        timed.push(duration)
        if (pass > 0) quotes.push(duration)
        check(result)
      }
    }
    durations.push(timed)
  }
  const [first = [], ...later] = durations
  return {
    first: summarise(first),
    later: summarise(later.flat()),
    verbatim: median(byQuotes.verbatim),
    altered: median(byQuotes.altered),
  }
}

/** The load in a script's arguments, from `position` on. */
export function loadFrom(args: readonly string[]): Load {
  const [questions = 0, asked = 0, passes = 0] = args.map(Number)
  return { questions, asked, passes }
}

export function argumentsOf({ questions, asked, passes }: Load): string[] {
  return [questions, asked, passes].map(String)
}
