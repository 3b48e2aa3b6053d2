/**
 * What kind of character a code point is. Our own tables: the answer may not change with the Unicode version of
 * the machine, or a committed verdict would.
 */

/** A Latin, Greek or Cyrillic letter: words of these have boundaries. */
export const LETTER = 1
/** A decimal digit of any script. */
export const DIGIT = 2
/** Superscript and subscript digits and fractions: `10²` and `1½` are not `10` and `1`. */
export const SCRIPT = 3
/** Belongs to the character before it: combining marks, the vowels and finals of Hangul jamo. */
export const MARK = 4
/** A letter of any other script; such scripts run on, or are taken letter by letter. */
export const OTHER = 5
export const SPACE = 6
/** Zero-width and direction controls, soft hyphens, variation selectors, control characters, Arabic tatweel. */
export const INVISIBLE = 7

/** Punctuation, signs, symbols, unassigned, half a surrogate pair. */
const PUNCTUATION = 8

const letters = `
  41-5a 61-7a aa b5 ba c0-d6 d8-f6 f8-2b8 2e0-2e4 370-373 376-377 37a-37d 37f 386 388-3f5 3f7-481 48a-52f
  1c80-1c8f 1d00-1dbf 1e00-1fbc 1fbe 1fc2-1fcc 1fd0-1fdc 1fe0-1fec 1ff0-1ffc 2071 207f 2090-209c 2126 212a-212b
  2132 214e 2160-2188 2c60-2c7f a640-a66e a680-a69d a722-a787 a78b-a7ff ab30-ab5a ab5c-ab69 fb00-fb06
  ff21-ff3a ff41-ff5a`

const digits = `
  30-39 660-669 6f0-6f9 7c0-7c9 966-96f 9e6-9ef a66-a6f ae6-aef b66-b6f be6-bef c66-c6f ce6-cef d66-d6f de6-def
  e50-e59 ed0-ed9 f20-f29 1040-1049 1090-1099 17e0-17e9 1810-1819 ff10-ff19`

const scripts = 'b2-b3 b9 bc-be 2070 2074-2079 2080-2089 2150-215f 2189'

const marks = `
  300-36f 483-489 591-5bd 5bf 5c1-5c2 5c4-5c5 5c7 610-61a 64b-65f 670 6d6-6dc 6df-6e4 6e7-6e8 6ea-6ed 711 730-74a
  7a6-7b0 7eb-7f3 7fd 816-819 81b-823 825-827 829-82d 859-85b 897-89f 8ca-8e1 8e3-903 93a-93c 93e-94f 951-957
  962-963 981-983 9bc 9be-9cd 9d7 9e2-9e3 9fe a01-a03 a3c-a51 a70-a71 a75 a81-a83 abc abe-acd ae2-ae3 afa-b03 b3c
  b3e-b57 b62-b63 b82 bbe-bcd bd7 c00-c04 c3c c3e-c56 c62-c63 c81-c83 cbc cbe-cd6 ce2-ce3 cf3 d00-d03 d3b-d3c
  d3e-d4d d57 d62-d63 d81-d83 dca-ddf df2-df3 e31 e34-e3a e47-e4e eb1 eb4-ebc ec8-ece f18-f19 f35 f37 f39 f3e-f3f
  f71-f84 f86-f87 f8d-fbc fc6 102b-103e 1056-1059 105e-1060 1062-1064 1067-106d 1071-1074 1082-108d 108f
  109a-109d 1160-11ff 135d-135f 1712-1715 1732-1734 1752-1753 1772-1773 17b4-17d3 17dd 1885-1886 18a9 1920-193b
  1a17-1a1b 1a55-1a7f 1ab0-1aff 1b00-1b04 1b34-1b44 1b6b-1b73 1b80-1b82 1ba1-1bad 1be6-1bf3 1c24-1c37 1cd0-1cd2
  1cd4-1ce8 1ced 1cf4 1cf7-1cf9 1dc0-1dff 20d0-20ff 2cef-2cf1 2d7f 2de0-2dff 302a-302f 3099-309a a66f-a672
  a674-a67d a69e-a69f a6f0-a6f1 a802 a806 a80b a823-a827 a82c a880-a881 a8b4-a8c5 a8e0-a8f1 a8ff a926-a92d
  a947-a953 a980-a983 a9b3-a9c0 a9e5 aa29-aa36 aa43 aa4c-aa4d aa7b-aa7d aab0 aab2-aab4 aab7-aab8 aabe-aabf aac1
  aaeb-aaef aaf5-aaf6 abe3-abea abec-abed fb1e fe20-fe2f ff9e-ff9f`

// From Armenian on everything is a letter but for these.
const symbols = `
  55a-55f 589-58f 5be 5c0 5c3 5c6 5f3-60f 61b 61d-61f 66a-66d 6d4 6dd-6de 6e9 6fd-6fe 700-70f 7f6-7f9 7fe-7ff
  830-83e 85e 888 890-891 8e2 964-965 970 9f2-9f3 9fa-9fb 9fd a76 af0-af1 b70 bf3-bfa c77 c7f c84 d4f d79 df4 e3f
  e4f e5a-e5b f01-f17 f1a-f1f f34 f36 f38 f3a-f3d f85 fbe-fc5 fc7-fda 104a-104f 109e-109f 10fb 1360-1368
  1390-1399 1400 166d-166e 169b-169c 16eb-16ed 1735-1736 17d4-17d6 17d8-17db 1800-180a 1940-1945 19de-19ff
  1a1e-1a1f 1aa0-1aa6 1aa8-1aad 1b4e-1b4f 1b5a-1b6a 1b74-1b7f 1bfc-1bff 1c3b-1c3f 1c7e-1c7f 1cc0-1cc7 1cd3 1fbd
  1fbf-1fc1 1fcd-1fcf 1fdd-1fdf 1fed-1fef 1ffd-1fff 2010-2027 2030-205e 207a-207e 208a-208e 20a0-20cf 2100-2101
  2103-2106 2108-2109 2114 2116-2118 211e-2123 2125 2127 2129 212e 213a-213b 2140-2144 214a-214d 214f 218a-2bff
  2ce5-2cea 2cf9-2cff 2d70 2e00-2e2e 2e30-2fff 3001-3004 3008-3020 3030 3036-3037 303d-303f 309b-309c 30a0 30fb
  3190-3191 3196-319f 31c0-31ef 3200-321e 322a-3247 3250 3260-327f 328a-32b0 32c0-33ff 4dc0-4dff a490-a4cf
  a4fe-a4ff a60d-a60f a673 a67e a6f2-a721 a788-a78a a828-a82b a836-a839 a874-a877 a8ce-a8cf a8f8-a8fa a8fc
  a92e-a92f a95f a9c1-a9cd a9de-a9df aa5c-aa5f aa77-aa79 aade-aadf aaf0-aaf1 ab5b ab6a-ab6b abeb e000-f8ff fb29
  fbb2-fbd2 fd3e-fd4f fd90-fd91 fdc8-fdcf fdfc-fdff fe10-fe1f fe30-fe6f ff00-ff0f ff1a-ff20 ff3b-ff40 ff5b-ff65
  ffe0-ffff`

const spaces = '9-d 20 85 a0 1680 2000-200a 2028-2029 202f 205f 3000'
const invisible = `
  0-8 e-1f 7f-84 86-9f ad 34f 61c 640 115f-1160 180b-180f 200b-200f 202a-202e 2060-206f 3164 fe00-fe0f feff ffa0
  fff9-fffb`

// Later rows win.
const rows: [string, number][] = [
  [symbols, PUNCTUATION],
  [marks, MARK],
  [letters, LETTER],
  [digits, DIGIT],
  [scripts, SCRIPT],
  [spaces, SPACE],
  [invisible, INVISIBLE],
  ['d800-dfff', PUNCTUATION],
]

// Read when first asked for, and only what is beyond Cyrillic when that is met: it costs a test file's start.
const kinds = new Uint8Array(0x10000)
const firstBeyond = 0x530

function readKinds(from: number, to: number, otherwise: number): void {
  kinds.fill(otherwise, from, to)
  for (const [ranges, kind] of rows) {
    for (const range of ranges.trim().split(/\s+/)) {
      const [first = '', last = first] = range.split('-')
      const start = Number.parseInt(first, 16)
      if (start >= to) break
      kinds.fill(kind, Math.max(start, from), Math.max(Number.parseInt(last, 16) + 1, from))
    }
  }
}

function readKindOf(code: number): number {
  if (code < firstBeyond) readKinds(0, firstBeyond, PUNCTUATION)
  else readKinds(firstBeyond, 0x10000, OTHER)
  return kinds[code] as number
}

function astralKind(code: number): number {
  if (code >= 0xe0000) return INVISIBLE
  if (code >= 0x1f000 && code <= 0x1fbef) return PUNCTUATION
  if (code >= 0x1fbf0 && code <= 0x1fbf9) return DIGIT
  if (code >= 0x1d7ce && code <= 0x1d7ff) return DIGIT
  if (code >= 0x1d000 && code <= 0x1d3ff) return PUNCTUATION
  if (code >= 0x10780 && code <= 0x107bf) return LETTER
  if (code >= 0x1df00 && code <= 0x1dfff) return LETTER
  if (code >= 0x1e030 && code <= 0x1e08f) return LETTER
  if (code >= 0x10100 && code <= 0x1013f) return PUNCTUATION
  return OTHER
}

/** The kind of a code point; of a lone surrogate, and of -1 for no character at all, punctuation. */
export function kindOf(code: number): number {
  if (code > 0xffff) return astralKind(code)
  return code < 0 ? PUNCTUATION : kinds[code] || readKindOf(code)
}

/** Whether a kind is part of a word or number rather than between them. */
export function isWordKind(kind: number): boolean {
  return kind >= LETTER && kind <= OTHER
}

/** Whether a code point is a subscript digit, which belongs to the letter before it: H₂O. */
export function isSubscript(code: number): boolean {
  return code >= 0x2080 && code <= 0x2089
}

/** The code point that begins at `index`, or -1 behind the end. */
export function codeAt(text: string, index: number): number {
  return text.codePointAt(index) ?? -1
}

/** The code point that ends before `index`, or -1 at the beginning. */
export function codeBefore(text: string, index: number): number {
  if (index <= 0) return -1
  const low = text.charCodeAt(index - 1)
  if (low < 0xdc00 || low > 0xdfff || index === 1) return low
  const code = codeAt(text, index - 2)
  return code > 0xffff ? code : low
}

/** How many UTF-16 units a code point takes. */
export function unitsOf(code: number): number {
  return code > 0xffff ? 2 : 1
}

/** Whether a text holds a letter or a number of any script: without one it says nothing. */
export function saysSomething(text: string): boolean {
  for (let index = 0; index < text.length; ) {
    const code = codeAt(text, index)
    const kind = kindOf(code)
    if (isWordKind(kind) && kind !== MARK) return true
    index += unitsOf(code)
  }
  return false
}
