/** What every recording store does; run for each of them. */
import { beforeEach, describe, expect, it } from 'vitest'
import { UsageError } from '../../src/errors.ts'
import type { RecordingStore } from '../../src/recordings/store.ts'

const name = 'einstein-was-born.claims.0123456789abcdef.jsonc'
const second = 'einstein-was-born.attribution.0123456789abcdef.jsonc'

/** Describes the contract; `createStore` makes an empty store for each test. */
export function describeStore(label: string, createStore: () => RecordingStore): void {
  describe(`the store contract, kept by ${label}`, () => {
    let store: RecordingStore
    beforeEach(() => {
      store = createStore()
    })

    it('is empty at first', () => {
      expect(store.list()).toEqual([])
      expect(store.read(name)).toBeUndefined()
    })

    it('reads what was published', () => {
      expect(store.publish(name, 'one\n')).toBe('one\n')
      expect(store.read(name)).toBe('one\n')
    })

    it('keeps the first text published under a name and gives it to the second writer', () => {
      store.publish(name, 'one')
      expect(store.publish(name, 'two')).toBe('one')
      expect(store.read(name)).toBe('one')
    })

    it('keeps an empty text that is there, which is damage and not absence', () => {
      store.replace(name, '')
      expect(store.publish(name, 'two')).toBe('')
    })

    it('replaces whatever is there', () => {
      store.replace(name, 'one')
      store.replace(name, 'two')
      expect(store.read(name)).toBe('two')
    })

    it('exchanges a text while it still stands', () => {
      store.publish(name, 'damaged')
      expect(store.exchange(name, 'damaged', 'one')).toBe('one')
      expect(store.exchange(name, 'damaged', 'two')).toBe('one')
      expect(store.read(name)).toBe('one')
    })

    it('publishes where the text to be exchanged is gone', () => {
      expect(store.exchange(name, 'damaged', 'one')).toBe('one')
      expect(store.read(name)).toBe('one')
    })

    it('removes, also what is not there', () => {
      store.publish(name, 'one')
      store.remove(name)
      store.remove(name)
      expect(store.read(name)).toBeUndefined()
      expect(store.publish(name, 'two')).toBe('two')
    })

    it('lists names by code unit', () => {
      const names = [name, second, 'a-b.claims.ffffffffffffffff.jsonc', 'a.claims.ffffffffffffffff.jsonc']
      for (const each of names) store.publish(each, each)
      expect(store.list()).toEqual([
        'a-b.claims.ffffffffffffffff.jsonc',
        'a.claims.ffffffffffffffff.jsonc',
        second,
        name,
      ])
    })

    it('keeps any text as it is', () => {
      const text = `東京 👋 \u2028 \u0000 \r\n${'x'.repeat(1_000_000)}`
      store.publish(name, text)
      expect(store.read(name)).toBe(text)
    })

    it.each([
      '../escape.claims.0123456789abcdef.jsonc',
      'sub/dir.claims.0123456789abcdef.jsonc',
      '..\\escape.claims.0123456789abcdef.jsonc',
      '/etc/passwd',
      '.gitignore',
      '',
      'Upper.claims.0123456789abcdef.jsonc',
      'x.claims.0123456789ABCDEF.jsonc',
      'x.claims.0123456789abcde.jsonc',
      'x.other.0123456789abcdef.jsonc',
      'x.claims.0123456789abcdef.json',
      'x.claims.0123456789abcdef.jsonc\n',
      'x.claims.0123456789abcdef.jsonc.tmp',
      'x\0.claims.0123456789abcdef.jsonc',
    ])('refuses a name that is no recording: %j', bad => {
      const operations = [
        () => store.read(bad),
        () => store.publish(bad, 'x'),
        () => store.replace(bad, 'x'),
        () => store.exchange(bad, 'x', 'y'),
        () => store.remove(bad),
      ]
      for (const operation of operations) {
        expect(operation).toThrow(UsageError)
        expect(operation).toThrow('is not the name of a recording')
      }
      expect(store.list()).toEqual([])
    })
  })
}
