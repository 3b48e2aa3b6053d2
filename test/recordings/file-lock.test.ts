import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { takeLock } from '../../src/recordings/file-lock.ts'
import { nodeFileSystem } from '../../src/recordings/file-store.ts'
import type { FileSystem } from '../../src/recordings/file-system.ts'
import { failing, systemError } from './failing-file-system.ts'
import { temporaryDirectory } from './temporary-directory.ts'

function leaveStaleLock(path: string, now: number): void {
  writeFileSync(path, '')
  utimesSync(path, now / 1000 - 60, now / 1000 - 60)
}

describe('takeLock', () => {
  it('holds a file until it is released', () => {
    const path = join(temporaryDirectory(), 'x')
    const lock = takeLock(nodeFileSystem, path, Date.now())
    expect(existsSync(`${path}.lock`)).toBe(true)
    lock.release(true)
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  it('waits while another holds it', () => {
    const path = join(temporaryDirectory(), 'x')
    const theirs = takeLock(nodeFileSystem, path, Date.now())
    let attempts = 0
    const patient: FileSystem = {
      ...nodeFileSystem,
      create(lock, text) {
        if (++attempts === 4) theirs.release(true)
        nodeFileSystem.create(lock, text)
      },
    }
    takeLock(patient, path, Date.now()).release(true)
    expect(attempts).toBe(4)
  })

  it('outbids the lock of a process that died, and clears it when the file stands', () => {
    const directory = temporaryDirectory()
    const path = join(directory, 'x')
    const now = Date.now()
    leaveStaleLock(`${path}.lock`, now)
    leaveStaleLock(`${path}.2.lock`, now)
    const lock = takeLock(nodeFileSystem, path, now)
    expect(readdirSync(directory).sort()).toEqual(['x.2.lock', 'x.3.lock', 'x.lock'])
    lock.release(true)
    expect(readdirSync(directory)).toEqual([])
  })

  it('leaves stale locks when what it guards did not come about, so that the next outbids them too', () => {
    const directory = temporaryDirectory()
    const path = join(directory, 'x')
    const now = Date.now()
    leaveStaleLock(`${path}.lock`, now)
    takeLock(nodeFileSystem, path, now).release(false)
    expect(readdirSync(directory)).toEqual(['x.lock'])
  })

  it('lets one of two have a stale lock', () => {
    const path = join(temporaryDirectory(), 'x')
    const now = Date.now()
    leaveStaleLock(`${path}.lock`, now)
    const first = takeLock(nodeFileSystem, path, now)
    let looked = 0
    const patient: FileSystem = {
      ...nodeFileSystem,
      modifiedAt(lock) {
        if (lock.endsWith('.2.lock') && ++looked === 2) first.release(true)
        return nodeFileSystem.modifiedAt(lock)
      },
    }
    takeLock(patient, path, now).release(true)
    expect(looked).toBe(2)
  })

  it('counts its own waiting to a lock that was fresh when it came', () => {
    const path = join(temporaryDirectory(), 'x')
    writeFileSync(`${path}.lock`, '')
    const almostStale = nodeFileSystem.modifiedAt(`${path}.lock`) + 4950
    takeLock(nodeFileSystem, path, almostStale).release(true)
    expect(existsSync(`${path}.lock`)).toBe(false)
  })

  it('passes on what the file system refuses', () => {
    const path = join(temporaryDirectory(), 'x')
    expect(() => takeLock(failing('create', 'EROFS'), path, 0)).toThrow('EROFS')
    writeFileSync(`${path}.lock`, '')
    const blind: FileSystem = {
      ...nodeFileSystem,
      modifiedAt: () => {
        throw systemError('EACCES')
      },
    }
    expect(() => takeLock(blind, path, 0)).toThrow('EACCES')
  })
})
