import { describe, expect, it } from 'vitest'
import { tokensAsked } from '../../src/judge/prompts/prompt.ts'
import { sha256 } from '../../src/json.ts'
import { keyRequest } from '../../src/recordings/key.ts'
import { memoryStore } from '../../src/recordings/memory-store.ts'
import { type MissContext, type MissParts, missingRecording } from '../../src/recordings/miss.ts'
import type { Policy } from '../../src/recordings/mode.ts'
import type { RecordingStore } from '../../src/recordings/store.ts'
import type { RecallRequest } from '../../src/protocol.ts'
import {
  attributionRequest,
  claimsRequest,
  fileOf,
  judgeParts,
  keyedAttribution,
  keyedClaims,
} from './sample.ts'

const replay: Policy = { mode: 'replay', update: false, source: 'option' }
const { groundTruth } = claimsRequest
const context: MissContext = { rerun: 'npx vitest run test/einstein.test.ts', groundTruth }
const [context1 = '', context2 = ''] = attributionRequest.contexts
const moved: RecallRequest = {
  ...attributionRequest,
  contexts: [context1.replace('Ulm', 'Munich'), context2],
}

function storeWith(...files: [name: string, text: string][]): RecordingStore {
  const store = memoryStore()
  for (const [name, text] of files) store.replace(name, text)
  return { ...store, location: '__recordings__/context-recall' }
}

function messageFor(
  request: RecallRequest,
  store: RecordingStore,
  changed: Partial<MissParts> & { judge?: Partial<typeof judgeParts>; context?: Partial<MissContext> } = {},
): string {
  const keyed = keyRequest(request, { ...judgeParts, ...changed.judge })
  const parts = { store, policy: replay, ...changed }
  return missingRecording(parts, keyed, { ...context, ...changed.context }).message
}

describe('the error for a missing recording', () => {
  it('names the nearest recording, what differs, and the command that records it', () => {
    const store = storeWith(fileOf(keyedClaims), fileOf(keyedAttribution))
    const error = missingRecording({ store, policy: replay }, keyRequest(moved, judgeParts), context)
    expect(error.message).toMatchInlineSnapshot(`
      "No recording for this judgement (mode "replay" from the option mode).
        file       __recordings__/context-recall/einstein-was-born-in-1879.attribution.cb8fd2a9710bdef3.jsonc
        nearest    einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
                   context[0] differs from character 45: "in Ulm" → "in Munich"
        record it  npx vitest run test/einstein.test.ts
                   with CONTEXT_RECALL_MODE=auto in the environment, which overrides the option, then commit __recordings__/context-recall"
    `)
    expect(error).toMatchObject({
      kind: 'attribution',
      model: judgeParts.model,
      nearest: keyedAttribution.name,
    })
    expect(error.file).toMatch(/^__recordings__\/context-recall\/einstein-was-born-in-1879\.attribution\./)
  })

  it("names contexts by the caller's positions", () => {
    const message = messageFor(moved, storeWith(fileOf(keyedAttribution)), {
      context: { positions: [[3], [0]] },
    })
    expect(message).toContain('context[3] differs from character 45: "in Ulm" → "in Munich"')
  })

  it('finds claims whose ground truth was edited, also at its beginning', () => {
    const request = { ...claimsRequest, groundTruth: `Albert ${groundTruth}` }
    expect(messageFor(request, storeWith(fileOf(keyedClaims)))).toMatchInlineSnapshot(`
      "No recording for this judgement (mode "replay" from the option mode).
        file       __recordings__/context-recall/albert-einstein-was-born-in-1879-he.claims.88638494efd7d6a9.jsonc
        nearest    einstein-was-born-in-1879-he-developed.claims.963b6fa928dd5f0f.jsonc
                   ground truth differs from character 0: "Einstein" → "Albert Einstein"
        record it  npx vitest run test/einstein.test.ts
                   with CONTEXT_RECALL_MODE=auto in the environment, which overrides the option, then commit __recordings__/context-recall"
    `)
  })

  it('says that the file was renamed', () => {
    const [name, text] = fileOf(keyedAttribution)
    const renamed = name.replace(/[0-9a-f]{16}/, '0'.repeat(16))
    expect(messageFor(attributionRequest, storeWith([renamed, text]))).toContain(
      `its name was changed: rename it to ${name}`,
    )
  })

  it('says that several are equally near', () => {
    const models = ['a/one', 'a/two', 'a/three', 'a/four']
    const files = models.map(model => fileOf(keyRequest(attributionRequest, { ...judgeParts, model })))
    expect(messageFor(attributionRequest, storeWith(...files))).toMatchInlineSnapshot(`
      "No recording for this judgement (mode "replay" from the option mode).
        file       __recordings__/context-recall/einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
        nearest    none alone: 4 are equally near
                   einstein-was-born-in-1879.attribution.1a6584e43eb25b10.jsonc
                     model differs: "a/four" → "openai/gpt-5.6-sol"
                   einstein-was-born-in-1879.attribution.8d847c8e4fa911cb.jsonc
                     model differs: "a/one" → "openai/gpt-5.6-sol"
                   einstein-was-born-in-1879.attribution.c5d45a957dd6060b.jsonc
                     model differs: "a/two" → "openai/gpt-5.6-sol"
                   and 1 more
        record it  npx vitest run test/einstein.test.ts
                   with CONTEXT_RECALL_MODE=auto in the environment, which overrides the option, then commit __recordings__/context-recall"
    `)
  })

  it('prefers the one with fewer differences', () => {
    const far = keyRequest(attributionRequest, { ...judgeParts, model: 'a/b', settings: { seed: 1 } })
    const message = messageFor(moved, storeWith(fileOf(far), fileOf(keyedAttribution)))
    expect(message).toContain(keyedAttribution.name)
    expect(message).not.toContain(far.name)
  })

  it('says that nothing is similar', () => {
    const request: RecallRequest = {
      kind: 'attribution',
      claims: ['Water boils.'],
      contexts: ['At 100 degrees.'],
    }
    expect(messageFor(request, storeWith(fileOf(keyedAttribution), fileOf(keyedClaims)))).toContain(
      'nearest    none is similar, of 1 attribution recording\n',
    )
  })

  it('says that nothing is recorded at all', () => {
    expect(messageFor(attributionRequest, storeWith())).toContain(
      'none: nothing is recorded in __recordings__/context-recall, or nothing of it was committed',
    )
  })

  it('says that git ignores the directory', () => {
    const message = messageFor(attributionRequest, storeWith(), { isIgnored: () => true })
    expect(message).toContain('ignored    git ignores __recordings__/context-recall')
    expect(messageFor(attributionRequest, storeWith(), { isIgnored: () => false })).not.toContain(
      'git ignores',
    )
  })

  it('says that the ground truth has other claims than those of the recording', () => {
    const request: RecallRequest = {
      ...attributionRequest,
      claims: [...attributionRequest.claims, 'He played the violin.'],
    }
    const store = storeWith(fileOf(keyedAttribution), fileOf(keyedClaims))
    expect(messageFor(request, store)).toMatchInlineSnapshot(`
      "No recording for this judgement (mode "replay" from the option mode).
        file       __recordings__/context-recall/einstein-was-born-in-1879.attribution.a394c4c2260d9a60.jsonc
        nearest    einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
                   the ground truth has other claims now: of 3, 2 are in this recording
                   claim 3 was added: "He played the violin."
        record it  npx vitest run test/einstein.test.ts
                   with CONTEXT_RECALL_MODE=auto in the environment, which overrides the option, then commit __recordings__/context-recall"
    `)
    expect(messageFor(request, store, { context: { groundTruth: 'Another.' } })).not.toContain(
      'other claims now',
    )
  })

  it('says that only the claims of the ground truth are recorded', () => {
    expect(messageFor(attributionRequest, storeWith(fileOf(keyedClaims)))).toContain(
      `the claims of this ground truth are recorded: ${keyedClaims.name}`,
    )
  })

  it('shows no more than a few of many differences', () => {
    const contexts = Array.from(
      { length: 12 },
      (_, index) => `Something quite different, number ${index} of them`,
    )
    const message = messageFor(
      { ...attributionRequest, contexts: [...contexts, context1] },
      storeWith(fileOf(keyedAttribution)),
    )
    expect(message).toMatch(/and \d+ more differences/)
    expect(message.split('\n').length).toBeLessThan(14)
  })

  it.each<[Policy['source'], string, string]>([
    ['ci', '(mode "replay", as in every CI run)', 'on your machine, then commit'],
    [
      'environment',
      '(mode "replay" from CONTEXT_RECALL_MODE)',
      'without CONTEXT_RECALL_MODE in the environment',
    ],
    ['option', '(mode "replay" from the option mode)', 'with CONTEXT_RECALL_MODE=auto in the environment'],
  ])('explains where the mode comes from: %s', (source, head, remedy) => {
    const message = messageFor(attributionRequest, storeWith(), { policy: { ...replay, source } })
    expect(message).toContain(head)
    expect(message).toContain(remedy)
    expect(message).toContain('record it  npx vitest run test/einstein.test.ts\n')
  })

  it('says what made it CI', () => {
    const policy: Policy = { ...replay, source: 'ci', ci: 'GITHUB_ACTIONS=true' }
    const message = messageFor(attributionRequest, storeWith(), { policy })
    expect(message).toContain('(mode "replay", as in every CI run: GITHUB_ACTIONS=true)')
  })

  it('shows no line that begins with text of a context, and no control character', () => {
    const contexts = [context1.replace('Ulm', '\n::error::boo\u001b[31m'), context2]
    const message = messageFor({ ...attributionRequest, contexts }, storeWith(fileOf(keyedAttribution)))
    expect(message).not.toMatch(/^\s*::error/m)
    expect(message).not.toContain('\u001b')
  })

  it('leaves recordings out that cannot be read', () => {
    const [name, text] = fileOf(keyedAttribution)
    const other = name.replace(/[0-9a-f]{16}/, '0'.repeat(16))
    const message = messageFor(moved, storeWith([other, text.slice(0, 40)], [name, text]))
    expect(message).toContain(`nearest    ${name}`)
  })

  it('is short after the first of a cause, and always says what differs and how to record', () => {
    const store = storeWith(fileOf(keyedClaims), fileOf(keyedAttribution))
    expect(messageFor(moved, store).split('\n')).toHaveLength(6)
    expect(messageFor(moved, store)).toMatchInlineSnapshot(`
      "No recording for this judgement (mode "replay" from the option mode): context[0] differs from character 45: "in Ulm" → "in Munich".
        nearest    einstein-was-born-in-1879.attribution.34830990ae482f18.jsonc
        record it  npx vitest run test/einstein.test.ts"
    `)
    const others = { judge: { model: 'a/b', settings: { seed: 1, temperature: 0 } } }
    expect(messageFor(attributionRequest, store, others).split('\n')).toHaveLength(8)
    expect(messageFor(attributionRequest, store, others)).toMatchInlineSnapshot(`
      "No recording for this judgement (mode "replay" from the option mode): model differs: "openai/gpt-5.6-sol" → "a/b"; settings.seed differs: not set → 1; and 1 more.
        record it  npx vitest run test/einstein.test.ts"
    `)
    const water = (what: string): RecallRequest => ({ kind: 'claims', groundTruth: `${what} boils.` })
    expect(messageFor(water('Water'), store)).toContain('nearest    none is similar')
    expect(messageFor(water('Oil'), store)).toMatchInlineSnapshot(`
      "No recording for this judgement (mode "replay" from the option mode): nothing similar is recorded.
        record it  npx vitest run test/einstein.test.ts"
    `)
  })

  it.each<[string, RecallRequest, Partial<typeof judgeParts>, string]>([
    ['contexts', moved, {}, 'contexts differ'],
    [
      'claims',
      { ...attributionRequest, claims: ['Einstein was born in 1879.', 'He won.'] },
      {},
      'claims differ',
    ],
    ['model', attributionRequest, { model: 'a/b' }, 'model differs: "openai/gpt-5.6-sol" → "a/b"'],
    ['prompt', attributionRequest, { promptDigest: sha256('mine') }, 'prompt differs: '],
    [
      'model and contexts',
      moved,
      { model: 'a/b' },
      'model differs: "openai/gpt-5.6-sol" → "a/b"; contexts differ',
    ],
    [
      'ground truth',
      { ...claimsRequest, groundTruth: groundTruth.replace('1879', '1880') },
      {},
      'the ground truth differs',
    ],
    ['question', { ...claimsRequest, question: 'Who?' }, {}, 'the question differs'],
    [
      'ground truth and question',
      { ...claimsRequest, groundTruth: `${groundTruth} He won.`, question: 'Who?' },
      {},
      'the ground truth and the question differ',
    ],
    ['nothing similar', { kind: 'claims', groundTruth: 'Water boils.' }, {}, 'nothing similar is recorded'],
  ])('has its cause in a few words: %s', (_, request, judge, difference) => {
    const store = storeWith(fileOf(keyedClaims), fileOf(keyedAttribution))
    const keyed = keyRequest(request, { ...judgeParts, ...judge })
    expect(missingRecording({ store, policy: replay }, keyed, context).difference).toContain(difference)
  })

  it('knows the command, and about what is asked by it', () => {
    const error = (request: RecallRequest, contexts?: readonly string[]) =>
      missingRecording({ store: storeWith(), policy: replay }, keyRequest(request, judgeParts), {
        ...context,
        contexts,
      })
    const { file, rerun, questions } = error(claimsRequest, attributionRequest.contexts)
    expect(rerun).toBe('npx vitest run test/einstein.test.ts')
    expect(questions).toEqual([
      { file, inputTokens: tokensAsked(claimsRequest) },
      { inputTokens: tokensAsked({ ...attributionRequest, claims: [groundTruth] }) },
    ])
    // no contexts, no question about them
    expect(error(claimsRequest, []).questions).toHaveLength(1)
    expect(error(attributionRequest).questions).toEqual([
      { file: error(attributionRequest).file, inputTokens: tokensAsked(attributionRequest) },
    ])
    expect(tokensAsked({ ...attributionRequest, contexts: ['ä'.repeat(4000)] })).toBeGreaterThan(2000)
  })

  it('sees recordings that were added since the last miss', () => {
    const store = storeWith()
    expect(messageFor(moved, store)).toContain('nothing is recorded')
    store.publish(...fileOf(keyedAttribution))
    expect(messageFor(moved, store)).toContain('in Munich')
  })

  it('says that the prompt was changed', () => {
    const message = messageFor(attributionRequest, storeWith(fileOf(keyedAttribution)), {
      judge: { promptDigest: sha256('my own prompt') },
    })
    expect(message).toContain('prompt differs: a prompts.attribution of yours, or another release')
  })
})
