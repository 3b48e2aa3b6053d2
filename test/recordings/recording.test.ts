import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DamagedRecordingError, type RecordingFault } from '../../src/errors.ts'
import { keyRequest, recordingName } from '../../src/recordings/key.ts'
import {
  parseRecording,
  type Recording,
  requestOf,
  sealOf,
  serialiseRecording,
} from '../../src/recordings/recording.ts'
import { makeRecording } from '../../src/recordings/recording-making.ts'
import {
  attributionAnswer,
  attributionRecording,
  attributionRequest,
  claimsAnswer,
  claimsRecording,
  claimsRequest,
  judgeParts,
  keyedAttribution,
  keyedClaims,
} from './sample.ts'

const text = serialiseRecording(attributionRecording)
const file = `__recordings__/context-recall/${keyedAttribution.name}`

function faultOf(damaged: string, path: string = file): RecordingFault | undefined {
  try {
    parseRecording(damaged, path)
    return undefined
  } catch (error) {
    if (DamagedRecordingError.isInstance(error)) return error.fault
    throw error
  }
}

describe('serialiseRecording', () => {
  it('writes the documented form', () => {
    expect(serialiseRecording(claimsRecording)).toMatchInlineSnapshot(`
      "{
        "format": 1,
        "seal": "2803e742d4c888e600829eb9999e246c31ae2d94e82e112429446ef18a897197",
        "key": "963b6fa928dd5f0f3d18759ad1213af0f1e6fb3ee889d50555fdec541174ba87",
        "kind": "claims",
        "model": "openai/gpt-5.6-sol",
        "prompt": "906a183b1dba459ddc1c5675deda593b6bf9195617ba7e4f6a1a7093c62b257e",
        "settings": {},
        "request": {
          "groundTruth": "Einstein was born in 1879. He developed relativity."
        },
        "answers": [
          {
            "claims": [
              "Einstein was born in 1879.",
              "Einstein developed relativity."
            ]
          }
        ]
      }
      "
    `)
  })

  it('keeps the documented order of members', () => {
    const members = Object.keys(
      JSON.parse(serialiseRecording({ ...attributionRecording, edited: true })) as object,
    )
    expect(members).toEqual(
      'format seal key kind model prompt settings request answers answeredBy edited'.split(' '),
    )
  })

  it('writes equal questions and answers as equal bytes, whatever the order of their members', () => {
    const [first] = attributionAnswer.verdicts
    if (first === undefined) throw new Error('the sample has a verdict')
    const { claim, status, evidence, gap } = first
    const settings = { temperature: 0, seed: 1 }
    const one = makeRecording(keyRequest(attributionRequest, { ...judgeParts, settings }), {
      answers: [{ verdicts: [{ claim, status, evidence, gap }] }],
    })
    const other = makeRecording(
      keyRequest(attributionRequest, { ...judgeParts, settings: { seed: 1, temperature: 0 } }),
      {
        answers: [{ verdicts: [{ gap, evidence, status, claim }] }],
      },
    )
    expect(serialiseRecording(other)).toBe(serialiseRecording(one))
  })

  it('leaves out what is no answer: usage, headers, model of the call', () => {
    const noisy = {
      ...claimsAnswer,
      usage: { inputTokens: 1, outputTokens: 2 },
      headers: { authorization: 'x' },
    }
    const recording = makeRecording(keyedClaims, { answers: [noisy] })
    expect(serialiseRecording(recording)).toBe(serialiseRecording(claimsRecording))
  })
})

describe('parseRecording', () => {
  it.each([claimsRecording, attributionRecording])('reads what was written: $kind', recording => {
    const name = recordingName(requestOf(recording), recording.key)
    expect(parseRecording(serialiseRecording(recording), name)).toEqual(recording)
  })

  it('reads it for the question that was asked', () => {
    expect(parseRecording(text, file, keyedAttribution)).toEqual(attributionRecording)
  })

  it('reads checkouts with other line ends, another layout or a byte-order mark', () => {
    for (const variant of [
      text.replaceAll('\n', '\r\n'),
      JSON.stringify(JSON.parse(text)),
      `\ufeff${text}`,
    ]) {
      expect(parseRecording(variant, file, keyedAttribution)).toEqual(attributionRecording)
    }
  })

  it('takes the name from the end of a path, with either separator', () => {
    expect(parseRecording(text, `C:\\project\\${keyedAttribution.name}`)).toEqual(attributionRecording)
  })

  it('keeps texts of any script, control characters and lone surrogates', () => {
    const groundTruth = 'Zürich 東京 👋 \u0000\u001b[31m \ud800 \u2028 "\\'
    const keyed = keyRequest({ kind: 'claims', groundTruth, question: '\udc00?' }, judgeParts)
    const written = serialiseRecording(makeRecording(keyed, { answers: [{ claims: ['\ud800'] }] }))
    const onDisk = Buffer.from(written, 'utf8').toString('utf8')
    const recording = parseRecording(onDisk, keyed.name, keyed)
    expect(recording.request).toEqual({ groundTruth, question: '\udc00?' })
    expect(recording.answers).toEqual([{ claims: ['\ud800'] }])
  })

  it('reads a recording without the texts of its contexts', () => {
    const recording = makeRecording(keyedAttribution, { answers: [attributionAnswer], texts: 'digest' })
    const written = serialiseRecording(recording)
    expect(written).not.toContain('Ulm, in the Kingdom')
    expect(recording.key).toBe(keyedAttribution.key)
    expect(parseRecording(written, file, keyedAttribution)).toEqual(recording)
    expect(parseRecording(written, file)).toEqual(recording)
  })

  it('reads a corrected recording that was sealed again', () => {
    const corrected = { ...claimsRecording, edited: true, answers: [{ claims: ['Corrected.'] }] } as Recording
    const written = serialiseRecording({ ...corrected, seal: sealOf(corrected) })
    expect(parseRecording(written, keyedClaims.name, keyedClaims).edited).toBe(true)
  })

  it('finds a recording of another question under the name of the one that was asked', () => {
    const other = keyRequest({ ...attributionRequest, contexts: ['Other.'] }, judgeParts)
    const written = serialiseRecording(makeRecording(other, { answers: [attributionAnswer] }))
    expect(() => parseRecording(written, file, keyedAttribution)).toThrow('holds another question')
  })
})

describe('the faults of a recording', () => {
  const value = JSON.parse(text) as Record<string, unknown>
  const change = (members: object): string => JSON.stringify({ ...value, ...members })
  const reseal = (members: object): string => {
    const changed = { ...attributionRecording, ...members } as Recording
    return serialiseRecording({ ...changed, seal: sealOf(changed) })
  }
  const lfs = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'
  const conflict = text
    .replace('  "answers"', '<<<<<<< HEAD\n  "answers"')
    .concat('=======\n>>>>>>> branch\n')
  const answers = (verdict: object): object => ({
    answers: [{ verdicts: [{ ...attributionAnswer.verdicts[0], ...verdict }] }],
  })

  it.each<[string, RecordingFault, string]>([
    ['no text', 'empty', ''],
    ['white space', 'empty', ' \r\n'],
    ['zero bytes of a power cut', 'empty', '\0'.repeat(100)],
    ['half a file', 'truncated', text.slice(0, text.length / 2)],
    ['a file cut behind an inner brace', 'truncated', text.slice(0, text.indexOf('}') + 1)],
    ['a file cut before its last brace', 'truncated', text.slice(0, -2)],
    ['something else', 'not-json', 'hello'],
    ['JSON with a comment', 'not-json', text.replace('{', '{ // mine')],
    ['two documents', 'not-json', text + text],
    ['conflict markers', 'conflict-markers', conflict],
    ['conflict markers of a CRLF checkout', 'conflict-markers', conflict.replaceAll('\n', '\r\n')],
    ['a Git LFS pointer', 'lfs-pointer', lfs],
    ['an array', 'not-a-recording', '[]'],
    ['another JSON file', 'not-a-recording', '{"name":"x"}'],
    ['an old format', 'not-a-recording', change({ format: 0 })],
    ['a format that is no whole number', 'not-a-recording', change({ format: 1.5 })],
    ['no answers', 'not-a-recording', change({ answers: [] })],
    ['an unknown status', 'not-a-recording', change(answers({ status: 'suported' }))],
    ['a status of Object.prototype', 'not-a-recording', change(answers({ status: 'constructor' }))],
    [
      'a number beyond JSON',
      'not-a-recording',
      text.replace('"settings": {}', '"settings": { "seed": 1e999 }'),
    ],
    ['a newer format', 'newer-format', change({ format: 2, answers: 'other' })],
    ['a verdict changed by hand', 'seal-broken', change(answers({ status: 'missing' }))],
    ['a member added by hand', 'seal-broken', change({ note: 'mine' })],
    ['a context changed by hand', 'seal-broken', text.replace('Ulm', 'Munich')],
    ['another model under the same key', 'key-broken', reseal({ model: 'openai/other' })],
    [
      'another request under the same key',
      'key-broken',
      reseal({ request: { claims: ['x'], contexts: ['y'] } }),
    ],
  ])('tells %s: %s', (_, fault, damaged) => {
    expect(faultOf(damaged)).toBe(fault)
  })

  it.each([`${keyedAttribution.name.replace('einstein', 'copy-of-einstein')}`, keyedClaims.name])(
    'tells a file under the wrong name: %s',
    name => {
      expect(faultOf(text, name)).toBe('wrong-name')
    },
  )

  it('shows nothing of the JSON parser', () => {
    try {
      parseRecording('{ "format": 1,, }', file)
      expect.unreachable()
    } catch (error) {
      expect(inspect(error)).toContain('This recording is not JSON.')
      expect(inspect(error)).not.toMatch(/SyntaxError|JSON\.parse|cause/)
    }
  })

  it('tells any cut of a file as truncated, or as empty', () => {
    for (let length = 1; length < text.trimEnd().length; length++) {
      expect(faultOf(text.slice(0, length))).toBe('truncated')
    }
  })

  it('names the member that is wrong', () => {
    expect(() => parseRecording(change(answers({ status: 'suported' })), file)).toThrow(
      'answers[0].verdicts[0].status',
    )
  })

  it('says what happened, where, and what to do', () => {
    const messages = [change(answers({ status: 'missing' })), conflict, change({ format: 2 }), lfs].map(
      damaged => {
        try {
          return parseRecording(damaged, file)
        } catch (error) {
          return (error as Error).message
        }
      },
    )
    expect(messages.join('\n\n')).toMatchInlineSnapshot(`
      "This recording was changed after it was made (its seal is broken): by hand, or by a merge.
        file              __recordings__/context-recall/einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
        restore it        git checkout -- __recordings__/context-recall/einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
                          or, if it was committed like this, from the commit that npx context-recall audit names
        or keep the edit  npx context-recall reseal __recordings__/context-recall/einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
        or renew it       outside CI, delete the file and run the test again, or run with -u: both ask the judge again

      This recording holds the conflict markers of an unfinished merge.
        file         __recordings__/context-recall/einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
        take a side  git checkout --ours -- __recordings__/context-recall/einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
                     git checkout --theirs -- __recordings__/context-recall/einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
        or renew it  outside CI, delete the file and run the test again, or run with -u: both ask the judge again

      This recording was made by a later release of context-recall. Its format is 2; this release reads format 1.
        file     __recordings__/context-recall/einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
        upgrade  npm install --save-dev context-recall@latest
                 it is kept as it is until then

      This recording is a Git LFS pointer: its content was not fetched.
        file         __recordings__/context-recall/einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
        fetch it     git lfs pull --include __recordings__/context-recall/einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
        or renew it  outside CI, delete the file and run the test again, or run with -u: both ask the judge again"
    `)
  })
})

describe('the seal', () => {
  /** Every way to change one value anywhere in a recording. */
  const changes = (value: unknown, path: (string | number)[] = []): (string | number)[][] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, member]) => changes(member, [...path, name]))
      : [path]
  const paths = [claimsRecording, attributionRecording].flatMap(recording =>
    changes(recording).map(path => ({ recording, path })),
  )

  it('is broken by a change of any single value', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...paths),
        fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null)),
        ({ recording, path }, replacement) => {
          const copy = structuredClone(recording) as unknown as Record<string, unknown>
          let container = copy
          for (const name of path.slice(0, -1)) container = container[name] as Record<string, unknown>
          const last = path.at(-1) ?? ''
          fc.pre(container[last] !== replacement)
          container[last] = replacement
          const name = recordingName(requestOf(recording), recording.key)
          expect(faultOf(JSON.stringify(copy), name)).toBeDefined()
        },
      ),
      { numRuns: 500 },
    )
  })

  it('does not depend on the order of members', () => {
    const reversed = Object.fromEntries(
      Object.entries(attributionRecording).reverse(),
    ) as unknown as Recording
    expect(sealOf(reversed)).toBe(attributionRecording.seal)
  })

  it('holds for texts in any script and any line ends of the file', () => {
    const texts = fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(texts, texts, (claims, contexts) => {
        const keyed = keyRequest({ kind: 'attribution', claims, contexts }, judgeParts)
        const written = serialiseRecording(makeRecording(keyed, { answers: [attributionAnswer] }))
        expect(parseRecording(written.replaceAll('\n', '\r\n'), keyed.name).seal).toHaveLength(64)
      }),
    )
  })

  it('stays what it was in earlier releases', () => {
    expect([claimsRecording.seal, attributionRecording.seal]).toMatchInlineSnapshot(`
      [
        "2803e742d4c888e600829eb9999e246c31ae2d94e82e112429446ef18a897197",
        "9051f50fb59282afaf72f3d24db8bdedf881030da30b803b281c5dece67e8670",
      ]
    `)
  })
})

it('gives the question back', () => {
  expect(requestOf(claimsRecording)).toEqual(claimsRequest)
  expect(requestOf(attributionRecording)).toEqual(attributionRequest)
})
