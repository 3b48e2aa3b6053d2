/**
 * Whatever reads a text reads a hostile one in time that grows with its length, not with a power of it. A fault is
 * only what is slow *and* grows too fast, in processor time of this process: a busy machine makes no difference.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { CliIo } from '../../src/cli/io.ts'
import { show } from '../../src/cli/show.ts'
import { openDirectories } from '../../src/cli/recordings-directory.ts'
import { answerLexically } from '../../src/judge/lexical/lexical-judge.ts'
import { nearestIn } from '../../src/judge/lexical/nearest.ts'
import { readAnswer } from '../../src/judge/answer.ts'
import { createRedactor } from '../../src/judge/redact.ts'
import { arrangeContexts } from '../../src/contexts/arrange-contexts.ts'
import { countedClaims, findAddedNumbers, uniqueClaims } from '../../src/verdicts/claims.ts'
import { composeFailureMessage } from '../../src/verdicts/failure-message.ts'
import { findLostSentences } from '../../src/verdicts/lost-sentences.ts'
import { locateQuote } from '../../src/evidence/locate-quote.ts'
import { composeResult } from '../../src/verdicts/result.ts'
import { sentencesOf } from '../../src/evidence/sentences.ts'
import { findDoubts, settleVerdicts } from '../../src/verdicts/verdicts.ts'
import { planWindows } from '../../src/measure/windows.ts'
import { sha256 } from '../../src/json.ts'
import { keyRequest } from '../../src/recordings/key.ts'
import { memoryStore } from '../../src/recordings/memory-store.ts'
import { missingRecording } from '../../src/recordings/miss.ts'
import { makeRecording } from '../../src/recordings/recording-making.ts'
import { parseRecording, serialiseRecording } from '../../src/recordings/recording.ts'
import { findSecret, hideSecrets, refuseSecrets } from '../../src/recordings/secrets.ts'
import { readToolData } from '../../src/contexts/context-shapes.ts'
import { contextsOfList } from '../../src/contexts/read-contexts.ts'
import { isBlank, shorten, toOneLine } from '../../src/text.ts'
import type { AttributionAnswer } from '../../src/protocol.ts'

type Reader = (text: string) => unknown

const short = 'The valve closes at 80 degrees, as figure 3 shows.'
const judgeParts = { model: 'local/judge', promptDigest: sha256('the prompt'), settings: {} }
const report = {
  model: 'local/judge',
  calls: 0,
  replayed: 0,
  usage: { inputTokens: 0, outputTokens: 0 },
  recordings: [],
}
const redact = createRedactor(['k7Qp2wXz'])
const cwd = mkdtempSync(join(tmpdir(), 'context-recall-'))
const silent = (): void => {}
const io = { out: silent, err: silent, cwd, environment: {}, isTerminal: false } as unknown as CliIo
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

function supported(...quotes: string[]): AttributionAnswer {
  const evidence = quotes.map(quote => ({ context: 1, quote }))
  return { verdicts: [{ claim: 1, status: 'supported', evidence, gap: '' }] }
}

function recordingOf(context: string, quote: string) {
  const keyed = keyRequest({ kind: 'attribution', claims: [short], contexts: [context] }, judgeParts)
  return { keyed, text: serialiseRecording(makeRecording(keyed, { answers: [supported(quote)] })) }
}

function measured(contexts: string[], quote: string, claim: string): void {
  const answer = supported(quote)
  findDoubts(answer, [claim], contexts)
  const arranged = arrangeContexts(contexts)
  const verdicts = settleVerdicts([answer], [claim], contexts)
  const result = composeResult({ verdicts, uncovered: [] }, contexts, arranged, 1, report)
  composeFailureMessage(result, { min: 1, isNot: false, how: 'replayed', contexts })
}

function missOf(recorded: string, asked: string): void {
  const { keyed, text } = recordingOf(recorded, 'valve')
  const store = memoryStore()
  store.replace(keyed.name, text)
  const request = { kind: 'attribution', claims: [short], contexts: [asked] } as const
  const policy = { mode: 'replay', update: false, source: 'option' } as const
  void missingRecording({ store, policy }, keyRequest(request, judgeParts), { groundTruth: short }).message
}

function shown(text: string): void {
  const { keyed, text: recording } = recordingOf(text, text.slice(0, 300))
  mkdirSync(join(cwd, 'recordings'), { recursive: true })
  writeFileSync(join(cwd, 'recordings', keyed.name), recording)
  for (const directory of openDirectories(io, 'recordings'))
    show(io, { directory, name: keyed.name }, {}, () => [])
}

/** Errors are as good as results here. */
const may =
  (run: Reader): Reader =>
  text => {
    try {
      return run(text)
    } catch (error) {
      return error
    }
  }

const readers: Record<string, Reader> = {
  refuseSecrets: may(text => refuseSecrets([['context[0]', text]], { environment: {}, allow: [] })),
  hideSecrets: text => hideSecrets(text, { environment: { A_SECRET: 'a1b2c3d4e5f6g7h8' }, allow: [] }),
  'findSecret in the environment': text => findSecret(short, { A_TOKEN: text, B: text }),
  redact,
  toOneLine: text => shorten(toOneLine(text), 300),
  isBlank,
  'parseRecording of a text': may(text => parseRecording(text, 'file')),
  'parseRecording of a recording': may(text =>
    parseRecording(recordingOf(text, text.slice(0, 99)).text, 'file'),
  ),
  'a key': text => keyRequest({ kind: 'claims', groundTruth: text }, judgeParts),
  'a context and its beginning as quote': text => locateQuote(text, text.slice(0, 300)),
  'a context and a quote that is not in it': text => locateQuote(text, short),
  'a quote that is not in its context': text => locateQuote(short, text),
  'a quote as long as its context': text =>
    locateQuote(`${short} ${text.slice(0, text.length / 8)}`, text.slice(0, text.length / 8)),
  'a quote in pieces': text => locateQuote(text, Array.from(text.slice(0, 40)).join(' … ')),
  uniqueClaims: text => uniqueClaims([text, `${text}x`, short]),
  countedClaims: text => countedClaims([{ claims: [text, short] }, { claims: [short] }], text),
  'added numbers of a claim': text => findAddedNumbers([text], { kind: 'claims', groundTruth: short }),
  'added numbers of a ground truth': text => findAddedNumbers([short], { kind: 'claims', groundTruth: text }),
  'sentences lost by claims': text => findLostSentences([short, text.slice(0, 2000)], text),
  'the nearest passage of a context': text => nearestIn([text, short])(short),
  'the nearest passage to a claim': text => nearestIn([short])(text),
  'a verdict on a context': text => measured([text], text.slice(0, 300), short),
  'a verdict with a quote': text => measured([short], text, short),
  'a verdict on a claim': text => measured([short], 'closes at 80 degrees', text),
  planWindows: text => planWindows([short], [text], { tokens: 2000, claims: 10 }),
  readAnswer: may(text =>
    readAnswer({ text, finishReason: 'stop', rawFinishReason: undefined }, undefined, 'local/judge', redact),
  ),
  'readAnswer of a list': may(text =>
    readAnswer(
      { text: `{"claims": [${text},]}`, finishReason: 'stop', rawFinishReason: undefined },
      undefined,
      'local/judge',
      redact,
    ),
  ),
  'lexical claims': text => answerLexically({ kind: 'claims', groundTruth: text }),
  'lexical contexts': text => answerLexically({ kind: 'attribution', claims: [short], contexts: [text] }),
  'lexical claim': text => answerLexically({ kind: 'attribution', claims: [text], contexts: [short] }),
  'a miss': text => missOf(`${text}a${text}`, `${text}b${text}`),
  'a miss of a shorter text': text => missOf(short, text),
  'contexts of a list': text => contextsOfList([{ pageContent: text }, text], 'the list'),
  'contexts of a text': may(text => contextsOfList(text, 'the text')),
  'data of a tool': text => readToolData({ content: [{ type: 'text', text }] }),
  'data of a tool in JSON': text => readToolData(JSON.stringify({ documents: [{ text }, { text: short }] })),
  'sentences lost by a claim': text => findLostSentences([text], `${short} Nothing else holds.`),
  sentencesOf,
  show: may(shown),
}

const begins = `-----BEGIN RSA ${'PRIVATE'} KEY-----\n`
const units = [
  'a',
  ' ',
  '.',
  '-',
  '\n',
  '(',
  '[',
  '"',
  '\\',
  '…',
  'a.',
  '- ',
  '1,',
  '1',
  'Note: see. ',
  'Note: see this page. ',
  '<a ',
  '&amp',

  'e\u0301',
  '\u0301',
  '\u0640',
  '\u00ad',
  'x-y_',
  '`',
  '|',
  '{"',
  '[a](',
  '](',
  '# ',
  '!',
  ' and a',
  ', and ',
  'Ab',

  'sk-',
  'eyJ-',
  'token: ',
  '://a:',
  begins,
  `${begins}Note: `,
  '<think>',
  '\r\n',
  '水。',
  '１',
  '½ ',
  'ing',
  '\\"',
]
const wrappings: [prefix: string, suffix: string][] = [
  ['', ''],
  [begins, '\u0000'],
]

const size = 10_000
const slow = 200
const tooFast = 8

function pumped(unit: string, length: number, [prefix, suffix]: [string, string]): string {
  return prefix + unit.repeat(Math.ceil(length / unit.length)) + suffix
}

interface Cost {
  /** Milliseconds of processor time. */
  time: number
  /** Whether it was stopped before its end. */
  isStopped: boolean
}

function costOf(read: Reader, text: string, limit: number): Cost {
  const before = process.cpuUsage()
  let isStopped = false
  try {
    runInNewContext('read(text)', { read, text }, { timeout: limit })
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    isStopped = true
  }
  const { user, system } = process.cpuUsage(before)
  return { time: (user + system) / 1000, isStopped }
}

/** What grows too fast; most readers are done with it after one quick run. */
function faultOf(read: Reader, unit: string, wrapping: [string, string], limit = 10_000): string | undefined {
  const [short, long] = [1, 4].map(times => pumped(unit, times * size, wrapping)) as [string, string]
  let last = costOf(read, long, limit)
  if (last.time < slow) return undefined
  let least = costOf(read, short, limit)
  for (let run = 0; run < 2 && !least.isStopped; run++) {
    const [again, againLast] = [costOf(read, short, limit), costOf(read, long, limit)]
    if (again.time < least.time) least = again
    if (againLast.time < last.time) last = againLast
    if (last.time < slow || last.time / least.time <= tooFast) return undefined
  }
  const [before, after] = wrapping.map(text => JSON.stringify(text))
  const costs = `${Math.round(least.time)} and ${Math.round(last.time)} ms for 10 and 40 kB`
  return `${before} + ${JSON.stringify(unit)} × n + ${after}: ${costs}`
}

describe.each(Object.entries(readers))('%s', (_, read) => {
  it('reads hostile texts in linear time', () => {
    const faults = units.flatMap(
      (unit, index) => faultOf(read, unit, wrappings[index % wrappings.length] ?? ['', '']) ?? [],
    )
    expect(faults).toEqual([])
  })

  it('reads any repeated text in linear time', () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 12 })
    const ascii = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 })
    const ends = fc.string({ maxLength: 6 })
    const given = fc.tuple(fc.oneof(text, ascii), fc.tuple(ends, ends))
    fc.assert(
      fc.property(given, ([unit, wrapping]) => {
        expect(faultOf(read, unit, wrapping)).toBeUndefined()
      }),
      { numRuns: 6, endOnFailure: true },
    )
  })
})

describe('the measure', () => {
  const quadratic: Reader = text => {
    let sum = 0
    for (let end = 0; end < text.length; end++) for (let at = 0; at < end; at += 3) sum += text.charCodeAt(at)
    return sum
  }

  it.each<[string, Reader]>([
    ['in quadratic time', quadratic],
    ['in exponential time', text => /^(a+)+$/.test(`${text}!`)],
  ])('finds what reads %s', (_, read) => {
    expect(faultOf(read, 'a', ['', ''], 500)).toMatch(/"a" × n/)
  })

  it('lets pass what is slow, but reads in linear time', () => {
    const linear: Reader = text => {
      let sum = 0
      for (let round = 0; round < 8_000; round++)
        for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at)
      return sum
    }
    expect(faultOf(linear, 'a', ['', ''])).toBeUndefined()
  })
})
