import { expect, it } from 'vitest'
import { createRedactor } from '../../src/judge/redact.ts'

it.each([
  ['Incorrect API key provided: sk-proj-****************abcd.', 'Incorrect API key provided: [redacted]'],
  ['You gave sk-proj-****************abcd today', 'You gave [redacted] today'],
  ['Authorization: Bearer abc.def.ghi', 'Authorization: [redacted]'],
  ['{"authorization":"Basic YTpi"}', '{"authorization":"[redacted]"}'],
  ['x-api-key=short, model=a', 'x-api-key=[redacted], model=a'],
  ['bearer abc', 'bearer [redacted]'],
  ['https://api.example/v1?api_key=abc&model=b', 'https://api.example/v1?api_key=[redacted]&model=b'],
  ['key AIzaSyA-1234567890 or ghp_1234567890', 'key [redacted] or [redacted]'],
  ['at https://jane:k7Qp2wXz@proxy.acme.io failed', 'at https://jane:[redacted]@proxy.acme.io failed'],
  ['token 0123456789abcdef0123456789abcdef', 'token [redacted]'],
  ['The model gpt-5.6-sol-2026-10-01 does not exist', 'The model gpt-5.6-sol-2026-10-01 does not exist'],
  ['Too many tokens: 131072 of 128000', 'Too many tokens: 131072 of 128000'],
  ['internationalisation-without-any-digit-in-it', 'internationalisation-without-any-digit-in-it'],
])('shows %j as %j', (text, shown) => {
  expect(createRedactor([])(text)).toBe(shown)
})

it('hides the values it is told, the longer ones first', () => {
  const redact = createRedactor(['secret', 'secret-two', undefined, '', 'abc'])
  expect(redact('secret, secret-two and abc')).toBe('[redacted], [redacted] and abc')
})

it('makes one printable line of at most 300 characters', () => {
  const shown = createRedactor([])(`\u001b[31mred\r\n::error::${'word '.repeat(100)}`)
  expect(shown).toMatch(/^\[31mred ::error::word .*…$/)
  expect(shown.length).toBeLessThanOrEqual(300)
})

it('hides a value that the cut would go through', () => {
  expect(createRedactor(['0123456789'])(`${'.'.repeat(295)}0123456789`)).not.toContain('0')
})
