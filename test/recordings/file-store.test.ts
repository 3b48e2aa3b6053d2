import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StoreError } from '../../src/errors.ts'
import { fileStore, nodeFileSystem } from '../../src/recordings/file-store.ts'
import type { FileSystem } from '../../src/recordings/file-system.ts'
import { describeStore } from '../contract/store-contract.ts'
import { failing } from './failing-file-system.ts'
import { temporaryDirectory } from './temporary-directory.ts'

const name = 'einstein.claims.0123456789abcdef.jsonc'
const inside = (directory: string): string[] => readdirSync(directory).sort()
const newStore = (fileSystem?: FileSystem) =>
  fileStore(join(temporaryDirectory(), 'deep', 'recordings'), fileSystem)

describeStore('fileStore', () => newStore())
describeStore('fileStore where links are not supported', () => newStore(failing('link', 'ENOTSUP')))

function errorOf(run: () => unknown): StoreError {
  try {
    run()
  } catch (error) {
    if (StoreError.isInstance(error)) return error
    throw error
  }
  throw new Error('no StoreError was thrown')
}

describe('the directory', () => {
  it('is made with the first write, with a .gitignore, and not before', () => {
    const directory = join(temporaryDirectory(), 'recordings')
    const store = fileStore(directory)
    store.read(name)
    store.list()
    store.remove(name)
    expect(() => statSync(directory)).toThrow('ENOENT')
    store.publish(name, 'one')
    expect(inside(directory)).toEqual(['.gitignore', name])
    expect(readFileSync(join(directory, '.gitignore'), 'utf8')).toBe('*.tmp\n*.lock\n')
  })

  it('keeps a .gitignore that is there', () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, '.gitignore'), 'mine\n')
    fileStore(directory).publish(name, 'one')
    expect(readFileSync(join(directory, '.gitignore'), 'utf8')).toBe('mine\n')
  })

  it('lists recordings only', () => {
    const directory = temporaryDirectory()
    for (const other of ['README.md', 'Copy of x.jsonc', `${name}.0a.tmp`, `${name}.lock`, 'x.json']) {
      writeFileSync(join(directory, other), 'x')
    }
    fileStore(directory).publish(name, 'one')
    expect(fileStore(directory).list()).toEqual([name])
  })

  it('is shown in messages as it was named', () => {
    const directory = temporaryDirectory()
    mkdirSync(join(directory, name))
    const store = fileStore(directory, nodeFileSystem, '__recordings__/context-recall')
    expect(store.location).toBe('__recordings__/context-recall')
    expect(errorOf(() => store.read(name)).path).toBe(`__recordings__/context-recall/${name}`)
  })
})

describe('writing', () => {
  it.each(['publish', 'replace'] as const)('leaves no temporary file behind: %s', operation => {
    const directory = temporaryDirectory()
    fileStore(directory)[operation](name, 'one')
    fileStore(directory)[operation](name, 'two')
    expect(inside(directory)).toEqual(['.gitignore', name])
  })

  it('leaves the file untouched when the text is equal', () => {
    const directory = temporaryDirectory()
    const store = fileStore(directory)
    store.publish(name, 'one')
    const before = statSync(join(directory, name))
    store.replace(name, 'one')
    const after = statSync(join(directory, name))
    expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs])
  })

  it('flushes and verifies before anybody can see the text', () => {
    const directory = temporaryDirectory()
    const forgetful: FileSystem = {
      ...nodeFileSystem,
      read: path => (path.endsWith('.tmp') ? 'on' : nodeFileSystem.read(path)),
    }
    const error = errorOf(() => fileStore(directory, forgetful).publish(name, 'one'))
    expect(error.message).toContain('what was written reads back differently')
    expect(inside(directory)).toEqual(['.gitignore'])
  })

  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EXDEV', 'ENOSYS'])('does without links on %s', code => {
    const directory = temporaryDirectory()
    const store = fileStore(directory, failing('link', code))
    expect(store.publish(name, 'one')).toBe('one')
    expect(fileStore(directory, failing('link', code)).publish(name, 'two')).toBe('one')
    expect(inside(directory)).toEqual(['.gitignore', name])
  })

  it('adopts what another published between the look and the link', () => {
    const directory = temporaryDirectory()
    const raced: FileSystem = {
      ...nodeFileSystem,
      link(from, to) {
        writeFileSync(to, 'theirs')
        nodeFileSystem.link(from, to)
      },
    }
    expect(fileStore(directory, raced).publish(name, 'ours')).toBe('theirs')
    expect(inside(directory)).toEqual(['.gitignore', name])
  })

  it('adopts what another published before the lock was taken', () => {
    const directory = temporaryDirectory()
    const raced: FileSystem = {
      ...failing('link', 'ENOSYS'),
      create(path, text) {
        if (path.endsWith('.lock')) writeFileSync(join(directory, name), 'theirs')
        nodeFileSystem.create(path, text)
      },
    }
    expect(fileStore(directory, raced).publish(name, 'ours')).toBe('theirs')
    expect(inside(directory)).toEqual(['.gitignore', name])
  })

  it('does not exchange what another exchanged before the lock was taken', () => {
    const directory = temporaryDirectory()
    writeFileSync(join(directory, name), 'damaged')
    const raced: FileSystem = {
      ...nodeFileSystem,
      create(path, text) {
        if (path.endsWith('.lock')) writeFileSync(join(directory, name), 'theirs')
        nodeFileSystem.create(path, text)
      },
    }
    expect(fileStore(directory, raced).exchange(name, 'damaged', 'ours')).toBe('theirs')
  })

  it('waits where a reader holds the file, as on Windows', () => {
    const directory = temporaryDirectory()
    let refused = 0
    const held: FileSystem = {
      ...nodeFileSystem,
      rename(from, to) {
        if (refused++ < 3) failing('rename', 'EBUSY').rename(from, to)
        nodeFileSystem.rename(from, to)
      },
    }
    fileStore(directory, held).replace(name, 'one')
    expect(readFileSync(join(directory, name), 'utf8')).toBe('one')
  })

  it('keeps the text and gives no error when its temporary file cannot be removed', () => {
    const directory = temporaryDirectory()
    const store = fileStore(directory, failing('unlink', 'EBUSY', /\.tmp$/))
    expect(store.publish(name, 'one')).toBe('one')
    expect(store.read(name)).toBe('one')
  })

  it('gives up on a name that is taken by what cannot be read', () => {
    const directory = temporaryDirectory()
    symlinkSync(join(directory, 'nowhere'), join(directory, name))
    expect(errorOf(() => fileStore(directory).publish(name, 'one')).message).toContain('its name is taken')
  })
})

describe('stray files', () => {
  const strays = [`${name}.0123456789abcdef.tmp`, `${name}.lock`, `${name}.2.lock`]
  const others = ['notes.tmp', 'yarn.lock', `${name}.tmp`, 'x.claims.0123456789abcdef.json.0a.tmp']

  function directoryWithStrays(minutes: number): string {
    const directory = temporaryDirectory()
    const then = Date.now() / 1000 - minutes * 60
    for (const file of [...strays, ...others]) {
      writeFileSync(join(directory, file), 'x')
      utimesSync(join(directory, file), then, then)
    }
    return directory
  }

  it('are swept with the first write when they are older than ten minutes, and no file of others is', () => {
    const directory = directoryWithStrays(11)
    fileStore(directory).publish('other.claims.0123456789abcdef.jsonc', 'one')
    expect(inside(directory)).toEqual(['.gitignore', 'other.claims.0123456789abcdef.jsonc', ...others].sort())
  })

  it('are left when they are younger', () => {
    const directory = directoryWithStrays(9)
    fileStore(directory).publish('other.claims.0123456789abcdef.jsonc', 'one')
    expect(inside(directory)).toEqual(expect.arrayContaining(strays))
  })

  it('are looked for once per store', () => {
    let looks = 0
    const counting: FileSystem = {
      ...nodeFileSystem,
      list(directory) {
        looks++
        return nodeFileSystem.list(directory)
      },
    }
    const store = fileStore(temporaryDirectory(), counting)
    for (const text of ['one', 'two', 'three']) store.replace(name, text)
    expect(looks).toBe(1)
  })

  it('are never read as recordings', () => {
    const store = fileStore(directoryWithStrays(0))
    expect(store.list()).toEqual([])
    expect(store.read(name)).toBeUndefined()
  })
})

describe('failures', () => {
  it.each<[string, keyof FileSystem, string, string]>([
    ['read', 'read', 'EACCES', 'the permission is missing'],
    ['read', 'read', 'EMFILE', 'too many files open'],
    ['read', 'read', 'EIO', 'the disk reports an error'],
    ['list', 'list', 'EACCES', 'the permission is missing'],
    ['publish', 'create', 'ENOSPC', 'the disk is full'],
    ['publish', 'create', 'EROFS', 'the file system is read-only'],
    ['publish', 'makeDirectory', 'EACCES', 'the permission is missing'],
    ['publish', 'link', 'ENOSPC', 'the disk is full'],
    ['replace', 'rename', 'EIO', 'the disk reports an error'],
    ['remove', 'unlink', 'EPERM', 'the system does not permit it'],
    ['read', 'read', 'EWEIRD', 'EWEIRD'],
  ])('of %s (%s: %s) say why and what to do', (operation, step, code, words) => {
    const directory = join(temporaryDirectory(), 'recordings')
    const store = fileStore(directory, failing(step, code))
    const error = errorOf(() => {
      if (operation === 'list') return store.list()
      return store[operation as 'read' | 'publish'](name, 'one')
    })
    expect(error.code).toBe(code)
    expect(error.message).toContain(words)
    expect(error.message).toContain(error.path)
    expect(error.path.startsWith(directory)).toBe(true)
  })

  it('leave nothing behind when the disk fills up while writing', () => {
    const directory = temporaryDirectory()
    const full: FileSystem = {
      ...nodeFileSystem,
      create(path, text) {
        nodeFileSystem.create(path, text.slice(0, 2))
        if (path.endsWith('.tmp')) failing('create', 'ENOSPC').create(path, text)
      },
    }
    expect(errorOf(() => fileStore(directory, full).publish(name, 'one')).code).toBe('ENOSPC')
    expect(inside(directory)).toEqual(['.gitignore'])
  })

  it('say that the recordings path is a file', () => {
    const path = join(temporaryDirectory(), 'file')
    writeFileSync(path, 'x')
    for (const run of [() => fileStore(path).read(name), () => fileStore(path).replace(name, 'x')]) {
      expect(errorOf(run).message).toContain('a file stands where a directory must be')
    }
    expect(errorOf(() => fileStore(path).publish(name, 'x')).message).toContain('option recordings')
  })

  it('show what happened, where, and what to do', () => {
    const store = fileStore('recordings', failing('read', 'EACCES'))
    expect(errorOf(() => store.read(name)).message).toMatchInlineSnapshot(`
      "Recordings could not be read: the permission is missing (EACCES).
        path  recordings/einstein.claims.0123456789abcdef.jsonc
        do    give this user the right to read and write it"
    `)
  })
})
