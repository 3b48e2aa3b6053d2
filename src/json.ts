/** JSON in one form, and the digests of texts. */
import { hash } from 'node:crypto'
import { UsageError } from './errors.ts'

/** SHA-256 of a text, in hex. Texts that differ only in lone surrogates have different digests. */
export function sha256(text: string): string {
  if (text.isWellFormed()) return hash('sha256', text)
  // UTF-8 would turn every lone surrogate into U+FFFD; no UTF-8 text begins with the byte-order mark FF FE
  return hash('sha256', Buffer.from(`\ufeff${text}`, 'utf16le'))
}

/**
 * JSON with members sorted by code unit, so that equal values give equal texts. Undefined members are left out.
 * A value that JSON cannot hold (NaN, a function, a bigint, a Date, a cycle) is a `UsageError` naming its path.
 */
export function canonicalJson(value: unknown): string {
  return write(value, undefined, '')
}

/** A container and where it stands; the path of a value is spelled out only when it must be named. */
interface Place {
  above: Place | undefined
  name: string | number
  container: object
}

function write(value: unknown, above: Place | undefined, name: string | number): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'number':
      if (Number.isFinite(value)) return JSON.stringify(value)
      return refuse(above, name, String(value))
    case 'object':
      if (value === null) return 'null'
      for (let place = above; place !== undefined; place = place.above) {
        if (place.container === value) return refuse(above, name, 'a value that contains itself')
      }
      return Array.isArray(value) ? writeArray(value, above, name) : writeMembers(value, above, name)
    case 'undefined':
      return refuse(above, name, 'undefined')
    default:
      return refuse(above, name, `a ${typeof value}`)
  }
}

function writeArray(array: readonly unknown[], above: Place | undefined, name: string | number): string {
  const place = { above, name, container: array }
  let inside = ''
  for (let index = 0; index < array.length; index++) {
    if (index > 0) inside += ','
    inside += write(array[index], place, index)
  }
  return `[${inside}]`
}

function writeMembers(value: object, above: Place | undefined, name: string | number): string {
  if (!isPlainObject(value)) return refuse(above, name, `a ${value.constructor.name}`)
  const place = { above, name, container: value }
  let inside = ''
  for (const key of sortedKeys(value)) {
    const member = value[key]
    if (member === undefined) continue
    inside += `${inside === '' ? '' : ','}${JSON.stringify(key)}:${write(member, place, key)}`
  }
  return `{${inside}}`
}

/** Most objects have their members in order: what was written canonically once, and the small ones of an answer. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value)
  for (let index = 1; index < keys.length; index++) {
    if ((keys[index - 1] as string) > (keys[index] as string)) return keys.sort()
  }
  return keys
}

// By shape and not by `=== Object.prototype`: Jest runs tests in a realm of their own.
function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function refuse(above: Place | undefined, name: string | number, what: string): never {
  let path = ''
  let last = name
  for (let place = above; place !== undefined; place = place.above) {
    path = typeof last === 'number' ? `[${last}]${path}` : `.${last}${path}`
    last = place.name
  }
  throw new UsageError(
    `${path === '' ? 'The value' : path.replace(/^\./, '')} is ${what}, which JSON cannot hold. ` +
      'Use null, booleans, finite numbers, strings, arrays and plain objects.',
  )
}
