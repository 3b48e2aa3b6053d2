/** `npm run bench:judge` as it is run, against a judge on this machine; every figure is counted by hand. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Answer } from '../../src/protocol.ts'
import { startJudgeServer, type ServedAnswer, type ServedRequest } from './judge-server.ts'
import { createProject, type Project } from './project.ts'

const script = join(import.meta.dirname, '../bench/judge/run.ts')

const lines = (values: readonly object[]): string => values.map(value => JSON.stringify(value)).join('\n')

/** Towers 1 to 5 are supported, 6 to 8 in part, 9 to 13 not. */
const towers = Array.from({ length: 13 }, (_, index) => {
  const tower = index + 1
  const note = tower === 13 ? ` The key is ${['ghp', 'k7Qp2wXzR4tB9mLc3VdN8sHy'].join('_')}.` : ''
  return {
    id: `tower-${tower}`,
    claim: `The tower ${tower} is old.`,
    contexts: [`They say the tower ${tower} is old, and so do we.${note}`, 'Other words.'],
    supported: tower <= 5,
    label: tower <= 5 ? 'full' : tower <= 8 ? 'part' : 'none',
    source: 'made up',
  }
})

const texts = [
  {
    id: 'ada',
    text: 'Ada was born in 1815 and died in 1852.',
    before: 'Who was Ada?',
    gold_claims: ['Ada was born in 1815.', 'Ada died in 1852.'],
  },
  { id: 'day', text: 'What a day!', gold_claims: [] },
  { id: 'bob', text: 'Bob wrote it.', gold_claims: ['Bob wrote it.'] },
]

function verdict(status: 'supported' | 'partial' | 'contradicted' | 'missing', quote?: string): Answer {
  const evidence = quote === undefined ? [] : [{ context: 2, quote }]
  return { verdicts: [{ claim: 1, status, evidence, gap: '' }] }
}

/** What the judge says of a tower, asked for the first time or again; it is wrong about some. */
function judgeTower(tower: number, again: boolean): ServedAnswer {
  const found = verdict('supported', `the tower ${tower} is old`)
  const invented = verdict('supported', `the tower ${tower} is ancient`)
  switch (tower) {
    case 3:
    case 10:
      return verdict('missing')
    case 4:
    case 8:
      return again ? found : invented
    case 5:
      return invented
    case 6:
      return verdict('partial', 'is old')
    case 9:
      return verdict('contradicted')
    case 11:
      return again ? verdict('missing') : verdict('supported', 'They say … is old')
    case 12:
      return { status: 404, body: { error: { message: 'no such tower', type: 'x', code: 'x' } } }
    default:
      return found
  }
}

function judge({ kind, prompt }: ServedRequest): ServedAnswer {
  const again = prompt.includes('second question')
  if (kind === 'attribution') return judgeTower(Number(/tower (\d+)/.exec(prompt)?.[1]), again)
  if (prompt.includes('Ada')) return { claims: ['Ada was born in 1815.', 'Ada died in 1852.'] }
  if (prompt.includes('Bob'))
    return { claims: again ? ['Bob wrote it.', 'Bob is tall.'] : ['Bob wrote it in 1999.'] }
  return { claims: [] }
}

const makeProject = (): Project =>
  createProject({ files: { 'towers.jsonl': lines(towers), 'texts.jsonl': lines(texts) } })

const measure = (project: Project, args: readonly string[], env: Record<string, string> = {}) =>
  project.run('node', [script, ...args], { env })

describe('bench:judge', () => {
  it('prints the figures of a judge, and on a second run asks only what failed', async () => {
    const server = await startJudgeServer(judge)
    const project = makeProject()
    const args = ['towers.jsonl', 'texts.jsonl', '--model', 'local/judge', '--url', server.url]
    const planned = await measure(project, [...args, '--dry-run'])
    expect(planned.code).toBe(0)
    expect(planned.output).toContain('16 items make 16 questions: 0 are on record')
    expect(planned.output).toContain('That is 16 calls')
    expect(server.count()).toBe(0)

    // it asks although in CI nothing would be asked
    const first = await measure(project, args, { CI: '1', CONTEXT_RECALL_MODE: 'replay' })
    expect(first.stderr.indexOf('16 calls')).toBeLessThan(first.stderr.indexOf('asking local/judge'))
    expect(first.code).toBe(1)
    expect(linesOf(first.stdout)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^towers\.jsonl 11 63\.3 \[\d+\.\d, \d+\.\d\] 60\.0 60\.0$/),
        'towers.jsonl: full 3 0 0 1 1',
        'towers.jsonl: none 0 0 1 2 0',
        'towers.jsonl: part 2 1 0 0 0',
        expect.stringMatching(/^texts\.jsonl 3 4 3 3 75\.0 100\.0 85\.7 \[\d+\.\d, \d+\.\d\] 1 of 1 0$/),
        // calls, tokens in and out, seconds, replayed, failed, not run
        expect.stringMatching(/^towers\.jsonl 15 1500 150 \d+\.\d 0 2 0$/),
        expect.stringMatching(/^texts\.jsonl 4 400 40 \d+\.\d 0 0 0$/),
        expect.stringMatching(/^all 19 1900 190 \d+\.\d 0 2 0$/),
        // questions, asked again, gained, lost, to label, from label, otherwise, calls, tokens
        'towers.jsonl 11 4 2 1 2 1 0 4 440',
        'texts.jsonl 3 1 0 0 0 0 1 1 110',
        'all 14 5 2 1 2 1 1 5 550',
        expect.stringMatching(/^towers\.jsonl:12 tower-12: The judge local\/judge .*404/),
        expect.stringMatching(/^towers\.jsonl:13 tower-13: context\[0\] contains what looks like a GitHub/),
      ]),
    )
    expect(first.output).not.toContain('ghp_')
    expect(server.count()).toBe(20)
    expect(project.recordings('.bench-judge/local-judge')).toHaveLength(14)

    const second = await measure(project, [...args, '--json'])
    expect(server.count()).toBe(21)
    expect(second.stderr).toContain('14 are on record')
    expect(JSON.parse(second.stdout)).toMatchObject({
      model: 'local/judge',
      support: {
        files: [{ items: 11, failed: 2, cost: { calls: 0, replayed: 11 }, precision: 0.6, recall: 0.6 }],
        all: { balancedAccuracy: (3 / 5 + 4 / 6) / 2, secondQuestions: { asked: 4, gained: 2, calls: 0 } },
        mean: { balancedAccuracy: (3 / 5 + 4 / 6) / 2 },
      },
      decomposition: { all: { f1: 6 / 7, precision: 3 / 4, recall: 1, cost: { replayed: 3 } } },
      failures: [
        { file: 'towers.jsonl', line: 12, id: 'tower-12' },
        { file: 'towers.jsonl', line: 13, id: 'tower-13' },
      ],
    })
    await server.close()
  })

  it.skipIf(process.platform === 'win32')('goes on after Ctrl-C where it was stopped', async () => {
    let hold: (() => void) | undefined
    const held = new Promise<void>(resolve => {
      hold = resolve
    })
    let reached: (() => void) | undefined
    const third = new Promise<void>(resolve => {
      reached = resolve
    })
    const server = await startJudgeServer(async request => {
      if (server.count() === 3) {
        reached?.()
        await held
      }
      return judge(request)
    })
    const project = makeProject()
    const args = [
      'towers.jsonl',
      '--model',
      'local/judge',
      '--url',
      server.url,
      '--limit',
      '9',
      '--rows',
      'all',
    ]
    const child = spawn('node', [script, ...args, '--concurrency', '1', '--json'], { cwd: project.root })
    let [stdout, stderr] = ['', '']
    const waiting = new Promise<void>(resolve => {
      child.stderr.on('data', (text: Buffer) => {
        stderr += text.toString()
        if (stderr.includes('Interrupted')) resolve()
      })
    })
    child.stdout.on('data', (text: Buffer) => {
      stdout += text.toString()
    })
    const closed = new Promise(resolve => child.once('close', resolve))
    await third
    child.kill('SIGINT')
    await waiting
    hold?.()
    expect(await closed).toBe(130)
    expect(JSON.parse(stdout)).toMatchObject({
      stopped: expect.stringContaining('interrupted'),
      support: { all: { items: 3, notRun: 6, failed: 0 } },
    })

    const { code, output } = await measure(project, args)
    expect(output).toContain('3 are on record')
    expect(code).toBe(0)
    const prompts = server.requests.map(({ prompt }) => prompt)
    expect(new Set(prompts).size).toBe(prompts.length)
    expect(prompts).toHaveLength(12)
    await server.close()
  })

  it.each<[string, ServedAnswer, string[], number]>([
    ['a refused key', { status: 401, body: 'who are you?' }, [], 0],
    ['the last of --max-calls', verdict('missing'), ['--max-calls', '2'], 2],
  ])('stops at %s, since it is the same for all', async (_, answer, more, items) => {
    const server = await startJudgeServer(() => answer)
    const args = [
      'towers.jsonl',
      '--model',
      'local/judge',
      '--url',
      server.url,
      '--concurrency',
      '1',
      '--json',
    ]
    const { code, stdout } = await measure(makeProject(), [...args, ...more])
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({
      stopped: expect.stringContaining('The judge local/judge'),
      support: { all: { items, failed: 0, notRun: 13 - items } },
    })
    expect(server.count()).toBe(Math.max(items, 1))
    await server.close()
  })

  it('takes a module, with guidance, and keeps its answers under an id', async () => {
    const project = makeProject()
    project.write(
      'judge.mjs',
      `export default async request => {
        if (!request.instructions.includes('Be strict.')) throw new Error('no guidance')
        return { verdicts: request.claims.map((_, index) => ({ claim: index + 1, status: 'missing', evidence: [], gap: '' })) }
      }`,
    )
    project.write('strict.txt', 'Be strict.')
    const args = ['towers.jsonl', '--model', './judge.mjs', '--rows', 'even', '--limit', '4']
    const { code, stdout } = await measure(project, [...args, '--prompt-attribution', 'strict.txt'])
    expect(code).toBe(0)
    // 2 and 4 are supported, 6 and 8 are not
    expect(linesOf(stdout)).toContain('towers.jsonl 4 50.0 [50.0, 50.0] – 0.0')
    expect(project.recordings('.bench-judge/module-judge')).toHaveLength(4)
  })

  it('sends a key by the name of its variable', async () => {
    const server = await startJudgeServer(judge)
    const args = ['towers.jsonl', '--limit', '1', '--model', 'big-judge', '--model-id', 'local/big']
    const call = [...args, '--url', server.url, '--api-key-env', 'LOCAL_KEY']
    const { code } = await measure(makeProject(), call, { LOCAL_KEY: 'key-for-this-machine-1' })
    expect(code).toBe(0)
    const [request] = server.requests
    expect(request?.headers.authorization).toBe('Bearer key-for-this-machine-1')
    expect(request?.model).toBe('big-judge')
    await server.close()
  })

  it('takes the judge that is built in, and nothing is recorded', async () => {
    const project = makeProject()
    const { code, stdout } = await measure(project, ['towers.jsonl', '--model', 'builtin/lexical', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ support: { all: { items: 13, cost: { calls: 0 } } } })
    expect(project.exists('.bench-judge')).toBe(false)
  })

  it.each<[string, string[], string]>([
    ['data', ['bad.jsonl', '--model', 'a/b'], 'bad.jsonl:2: claim is no text\nbad.jsonl:4: it is no JSON\n'],
    ['files', ['none.jsonl', '--model', 'a/b'], 'none.jsonl cannot be read'],
    ['models', ['towers.jsonl', '--model', 'gpt-9'], "Did you mean 'openai/gpt-9'?"],
    ['arguments', ['towers.jsonl'], '--model is missing'],
  ])('ends with 2 for wrong %s, nothing asked', async (_, args, message) => {
    const project = makeProject()
    const [good] = towers
    project.write('bad.jsonl', `${JSON.stringify(good)}\n{"id":"x","claim":1}\n\n{\n`)
    const { code, stdout, stderr } = await measure(project, args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })
})

/** Lines with single spaces, so that a column's width doesn't matter. */
function linesOf(text: string): string[] {
  return text.split('\n').map(line => line.trim().replace(/\s+/g, ' '))
}
