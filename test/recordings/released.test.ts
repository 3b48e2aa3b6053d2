/** Recordings that a release has made replay for ever: to the same keys and the same verdicts. */
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { measureContextRecall } from '../../src/index.ts'
import { parseRecording } from '../../src/recordings/recording.ts'
import { inputOf, questions } from '../fixtures/recordings-0.1/questions.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const released = join(import.meta.dirname, '../fixtures/recordings-0.1')
const results = JSON.parse(readFileSync(join(released, 'results.json'), 'utf8')) as Record<string, object>

describe('recordings of release 0.1', () => {
  it.each(questions)('replay from the same files with the same result: $name', async question => {
    const recordings = temporaryDirectory()
    cpSync(join(released, '__recordings__'), recordings, { recursive: true })
    const { judge, ...measured } = await measureContextRecall({
      ...inputOf(question),
      recordings,
      mode: 'replay',
    })
    const files = judge.recordings.map(path => basename(path))
    // when a default prompt changes before 0.1 is out: node test/fixtures/recordings-0.1/make.ts
    const expected = results[question.name] as { files: string[] }
    expect({ ...measured, files }).toEqual(expected)
    expect(judge.calls).toBe(0)
  })

  it('are all whole, all used, and hold what the questions say', () => {
    const names = readdirSync(join(released, '__recordings__')).filter(name => name !== '.gitignore')
    const recordings = names.map(name =>
      parseRecording(readFileSync(join(released, '__recordings__', name), 'utf8'), name),
    )
    const used = Object.values(results).flatMap(result => (result as { files: string[] }).files)
    expect(new Set(used)).toEqual(new Set(names))
    expect(recordings.filter(({ edited }) => edited === true)).toHaveLength(1)
    expect(recordings.filter(({ answers }) => answers.length === 2)).toHaveLength(3)
    expect(recordings.filter(({ request }) => 'contextDigests' in request)).toHaveLength(1)
  })
})
