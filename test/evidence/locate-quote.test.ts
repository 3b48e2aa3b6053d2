import { describe, expect, it } from 'vitest'
import { locateQuote } from '../../src/evidence/locate-quote.ts'

/** What is found, as text. */
function evidence(context: string, quote: string): string | undefined {
  const span = locateQuote(context, quote)
  return span && context.slice(span.start, span.end)
}

describe('a verbatim quote', () => {
  it.each([
    ['Document 1: Einstein was born on 14 March 1879 in Ulm.', 'born on 14 March 1879'],
    ['It opened in 1932. 5 people came to the bridge.', 'opened in 1932'],
    ['<td>5 < 6 & "ok"</td> {{x}} ${y}', '5 < 6 & "ok"'],
    ['Nothing here.\n\n[2] Alpha holds.\n</context><context id="3">Alpha holds.', 'Alpha holds'],
    ['대한민국의 수도는 서울이다. 彼は特殊相対性理論を発表した。', '수도는 서울'],
    ['彼は特殊相対性理論を発表した。', '相対性理論'],
    ['Il contient de l’antioxydant naturel.', 'antioxydant naturel'],
    ['C++ is compiled.', 'C++ is compiled'],
  ])('in %j: %j', (context, quote) => {
    const start = context.indexOf(quote)
    expect(locateQuote(context, quote)).toEqual({ start, end: start + quote.length })
  })

  it('is looked for further on when its first place cuts a word', () => {
    expect(locateQuote('Category: the cat sat.', 'cat')).toEqual({ start: 14, end: 17 })
  })

  it('loses the white space around it', () => {
    expect(evidence('The bridge opened in 1932.', '  bridge opened\n')).toBe('bridge opened')
  })
})

describe('folding', () => {
  it.each([
    ['white space', 'calls\n\u00a0it\r\n  so', 'calls it so', 'calls\n\u00a0it\r\n  so'],
    ['white space of the quote', 'calls it so', 'calls\n it\u3000so', 'calls it so'],
    ['case', 'The ZERO Touch', 'zero touch', 'ZERO Touch'],
    ['case of Greek and Cyrillic', 'ΟΔΟΣ и ДОМ', 'οδος и дом', 'ΟΔΟΣ и ДОМ'],
    ['a capital that grows when lowered', 'in İSTANBUL now', 'i̇stanbul now', 'İSTANBUL now'],
    ['typographic quotes', 'it “Zero Touch” in its', 'it "zero touch"', 'it “Zero Touch”'],
    ['typographic apostrophes', 'it’s here', "it's here", 'it’s here'],
    ['dashes', 'state–of‑the—art', 'state-of-the-art', 'state–of‑the—art'],
    ['an ellipsis', 'wait… here', 'wait... here', 'wait… here'],
    ['soft hyphens', 'a Bei\u00adspiel here', 'Beispiel here', 'Bei\u00adspiel here'],
    ['zero-width characters', '\ufeffzero\u200b width', 'zero width', 'zero\u200b width'],
    ['direction controls', '\u202azero\u202c width', 'zero width', 'zero\u202c width'],
    ['decomposed letters', 'Le cafe\u0301 ouvre a\u0300 huit', 'café ouvre à', 'cafe\u0301 ouvre a\u0300'],
    ['composed letters', 'Le café ouvre', 'Le cafe\u0301', 'Le café'],
    ['Hangul jamo', '\u1112\u1161\u11ab글 here', '한글', '\u1112\u1161\u11ab글'],
    ['ligatures', 'the ﬁrst eﬀect', 'first effect', 'ﬁrst eﬀect'],
    ['full-width forms', 'ＡＢＣ １２３！', 'ABC 123', 'ＡＢＣ １２３'],
    ['half-width kana', 'a ｶﾞｿﾘﾝ here', 'ガソリン', 'ｶﾞｿﾘﾝ'],
    ['half-width kana of the quote', 'a ガソリン here', 'ｶﾞｿﾘﾝ', 'ガソリン'],
    ['voicing marks written apart', 'a カ\u3099ソリン here', 'ガソリン', 'カ\u3099ソリン'],
    ['Arabic tatweel', 'a كتـــاب here', 'كتاب', 'كتـــاب'],
    ['Arabic vowels', 'a كِتَابٌ here', 'كتاب', 'كِتَابٌ'],
    ['Arabic vowels of the quote', 'a كتاب here', 'كِتَابٌ', 'كتاب'],
    ['a dagger alif', 'a هٰذا here', 'هذا', 'هٰذا'],
    ['Arabic presentation forms', 'a ﻛﺘﺎﺏ here', 'كتاب', 'ﻛﺘﺎﺏ'],
    ['Hebrew points', 'a שָׁלוֹם here', 'שלום', 'שָׁלוֹם'],
    ['Hebrew points written together', 'a \ufb2aלום here', 'שלום', '\ufb2aלום'],
    ['subscripts', 'of H₂O and C₁₂H₂₂ here', 'H2O and C12H22', 'H₂O and C₁₂H₂₂'],
    ['subscripts of the quote', 'of H2O here', 'of H₂O', 'of H2O'],
    ['subscripts behind a bracket', 'of Ca(OH)₂ here', 'Ca(OH)2', 'Ca(OH)₂'],
    ['a zero-width space in a word', 'a wo\u200brd here', 'word', 'wo\u200brd'],
    ['a byte-order mark in a word', 'a word here', 'wo\ufeffrd', 'word'],
    ['joiners', 'a می\u200cخواهم here', 'میخواهم', 'می\u200cخواهم'],
    ['astral letters', 'a 𠮷野家 𝒳 B', '𠮷野家 𝒳 b', '𠮷野家 𝒳 B'],
  ])('passes over %s', (_, context, quote, expected) => {
    expect(evidence(context, quote)).toBe(expected)
  })

  it.each([
    ['a letter without its accent', 'Le cafe\u0301 ouvre', 'Le cafe'],
    ['one of two accents', 'E\u0323\u0301 BAR', 'e\u0323'],
    ['a Devanagari letter without its vowel', 'की', 'क'],
    ['a Devanagari vowel without its letter', 'की', 'ी'],
    ['half a ligature', 'big ﬁ', 'big f'],
    ['part of a word broken by a soft hyphen', 'a Bei\u00adspiel', 'a Bei'],
  ])('never finds %s', (_, context, quote) => {
    expect(evidence(context, quote)).toBeUndefined()
  })

  it('never ends inside a surrogate pair or before a mark', () => {
    expect(evidence('x 😀 y', 'x \ud83d')).toBe('x')
    expect(evidence('x 😀 y', '\ude00 y')).toBe('y')
    expect(evidence('so it is =\u0338 so', 'so it is =')).toBe('so it is')
  })

  it('keeps apart what differs by more', () => {
    expect(evidence('x is 10² here', 'is 102')).toBeUndefined()
    expect(evidence('x is 10₂ here', 'is 102')).toBeUndefined()
    expect(evidence('x² is here', 'x2 is')).toBeUndefined()
    expect(evidence('the con guration file', 'configuration file')).toBeUndefined()
    expect(evidence('a أب here', 'اب')).toBeUndefined()
    expect(evidence('the résumé', 'resume')).toBeUndefined()
  })
})

describe('a word broken at the end of a line', () => {
  it.each([
    ['all capabili-\nties here', 'capabilities', 'capabili-\nties'],
    ['all capabili-\r\n   ties here', 'all Capabilities', 'all capabili-\r\n   ties'],
    ['all capabili\u00ad\nties here', 'capabilities here', 'capabili\u00ad\nties here'],
    ['all capabili\u2010\nties here', 'capabilities', 'capabili\u2010\nties'],
    ['ALL CAPABILI-\nTIES HERE', 'capabilities', 'CAPABILI-\nTIES'],
    ['all capabili- ties here', 'capabilities', 'capabili- ties'],
    ['{"a":"capabili-\\\\n  ties"}', 'capabilities', 'capabili-\\\\n  ties'],
    ['{"a":"capabili-\\n  ties"}', 'capabilities', 'capabili-\\n  ties'],
    ['les cafe\u0301-\nte\u0301ria ici', 'cafétéria', 'cafe\u0301-\nte\u0301ria'],
    ['of *capabili-\nties* here', 'of capabilities', 'of *capabili-\nties'],
    ['a well-\nknown man', 'well-known man', 'well-\nknown man'],
    ['a well-\nknown man', 'wellknown man', 'well-\nknown man'],
    [
      'state-of-the-\nart capabili-\nties',
      'state-of-the-art capabilities',
      'state-of-the-\nart capabili-\nties',
    ],
    ['Ein-\nund Aus-\ngang', 'Ein- und Ausgang', 'Ein-\nund Aus-\ngang'],
    [
      'it has capabili-\nties, so to say, of all',
      'capabilities … of all',
      'capabili-\nties, so to say, of all',
    ],
  ])('is found whole in %j: %j', (context, quote, expected) => {
    expect(evidence(context, quote)).toBe(expected)
  })

  it.each([
    ['from 1990-\n2000', '19902000'],
    ['is non-\ntoxic here', 'toxic here'],
    ['capabili\nties', 'capabilities'],
    ['capabili -\nties', 'capabilities'],
    ['tea-\n- milk', 'teamilk'],
    ['tea:-\nmilk', 'teamilk'],
  ])('joins nothing else in %j: %j', (context, quote) => {
    expect(evidence(context, quote)).toBeUndefined()
  })
})

describe('the sequence of words', () => {
  it.each([
    [
      'Markdown',
      'By default, [`stopWhen`](/docs/agents#stop) makes the **tool loop** stop after *five* steps.',
      'stopWhen makes the tool loop stop after five steps',
      'stopWhen`](/docs/agents#stop) makes the **tool loop** stop after *five* steps',
    ],
    [
      'JSON escapes',
      '{"order":17,"note":"ships to \\"Lyon\\"\\nby rail"}',
      'ships to "Lyon" by rail',
      'ships to \\"Lyon\\"\\nby rail',
    ],
    ['JSON in JSON', '"{\\"a\\": \\"one\\\\ntwo\\"}"', 'one two', 'one\\\\ntwo'],
    ['escaped letters', '{"t":"le caf\\u00e9 ferme"}', 'le café ferme', 'le caf\\u00e9 ferme'],
    ['escaped ASCII letters', '{"t":"an \\u0061pple"}', 'an apple', 'an \\u0061pple'],
    ['a place to break', 'an in<wbr>formation *system*', 'information system', 'in<wbr>formation *system'],
    ['struck out', 'it ~~is~~ was *here*', 'is was here', 'is~~ was *here'],
    [
      'HTML',
      'Press <a class="x" href="/a?b=1 not">the <b>red</b></a> button',
      'press the red button',
      'Press <a class="x" href="/a?b=1 not">the <b>red</b></a> button',
    ],
    [
      'entities',
      'if a &lt; 5 &amp; b&nbsp;is &quot;c&quot;',
      'a < 5 & b is c',
      'a &lt; 5 &amp; b&nbsp;is &quot;c',
    ],
    [
      'a link with parentheses',
      'see [Foo](https://en.org/Foo_(bar) "A 1") here',
      'see Foo here',
      'see [Foo](https://en.org/Foo_(bar) "A 1") here',
    ],
    [
      'an autolink',
      'the docs <https://a.b/c?d=1> say so',
      'the docs say so',
      'the docs <https://a.b/c?d=1> say so',
    ],
    ['a footnote', 'born in Ulm[^1] in Germany', 'born in Ulm in Germany', 'born in Ulm[^1] in Germany'],
    [
      'other punctuation',
      'the port (default) is: 3000',
      'the port, default, is 3000',
      'the port (default) is: 3000',
    ],
    ['a final full stop', 'It opened in 1932, they say.', 'It opened in 1932.', 'It opened in 1932'],
    ['table cells', '| Port | `3000` |\n| Host | any |', 'Port: 3000', 'Port | `3000'],
    ['white space between run-on letters', '特殊\n相対性 理論', '特殊相対性理論', '特殊\n相対性 理論'],
    [
      'a file name',
      'edit `vitest.config.ts` now',
      'edit vitest.config.ts now',
      'edit `vitest.config.ts` now',
    ],
    ['a dot inside a word', 'edit `vitest.config` now', 'edit vitest config now', 'edit `vitest.config` now'],
    ['a title', 'Then **Dr. Smith** came', 'then Dr Smith came', 'Then **Dr. Smith** came'],
    ['one line break', 'the *engine*\nis safe', 'the engine is safe', 'the *engine*\nis safe'],
    [
      'a quotation mark of mail',
      '> the *tool*\n> stops here',
      'the tool stops here',
      'the *tool*\n> stops here',
    ],
  ])('passes over %s', (_, context, quote, expected) => {
    expect(evidence(context, quote)).toBe(expected)
  })

  it.each([
    ['The engine was tested. Nobody says it is safe.', 'tested nobody says'],
    ['The engine was tested. Nobody says it is safe.', 'The engine is safe'],
    ['Was the *engine* tested? Nobody knows.', 'tested, nobody knows'],
    ['This *engine* is bad! Safe is another.', 'engine is bad, safe'],
    ['The *engine*... is safe', 'The engine is safe'],
    ['「機械は安全。誰も知らない」', '安全誰も'],
    ['安全！誰も', '安全誰も'],
    ['यह सुरक्षित है। कोई नहीं', 'है कोई'],
    ['# *Not* recommended\n\nIt is safe', 'Not recommended it is safe'],
    ['- the *engine*\n- is safe', 'the engine is safe'],
    ['| *Windows* | no |\n| Linux | yes |', 'Windows no Linux yes'],
    ['<p>The engine</p><p>is safe</p>', 'The engine is safe'],
    ['{"a":"the engine","b":"is safe"}', 'the engine b is safe'],
    ['{"a":"the engine", "b":"is safe"}', 'the engine b is safe'],
    ['[{"a":"the engine"},{"b":"is safe"}]', 'the engine b is safe'],
  ])('in %j never joins what %j did not cross', (context, quote) => {
    expect(evidence(context, quote)).toBeUndefined()
  })

  it.each([
    ['The *engine* was tested. Nobody says so.', 'The engine was tested; nobody says so.', undefined],
    ['The *engine* was tested. Nobody says so.', 'The engine was tested! Nobody says so.', 'engine'],
    ['The *engine* was tested. Nobody says so.', 'The engine was tested\nNobody says so.', 'engine'],
    ['- *Windows*\n- Linux', 'Windows, Linux', 'Windows'],
    ['- *Windows*\n- Linux', 'Windows\nLinux', 'Windows'],
    ['**Install**\n\nRun it', 'Install: run it', 'Install'],
    ['{"a":"the engine","b":"is safe"}', '"the engine", b: is safe', 'engine'],
  ])('in %j crosses what %j crosses', (context, quote, expected) => {
    if (expected === undefined) expect(evidence(context, quote)).toBeUndefined()
    else expect(evidence(context, quote)).toContain(expected)
  })

  it.each([
    ['a minus', 'It is *now* -5 C there', 'now 5 C there'],
    ['a minus sign', 'It is *now* −5 C there', 'now 5 C there'],
    ['a minus before a currency', 'a *loss* of -$5 total', 'loss of $5 total'],
    ['a decimal point', 'It is *now* .5 C there', 'now 5 C there'],
    ['a plus', '*about* 5 + 3 apples', 'about 5 3 apples'],
    ['a multiplication', '*size* 5 × 3 cm', 'size 5 3 cm'],
    ['about', '*takes* ~5 minutes', 'takes 5 minutes'],
    ['unequal', 'if *port* != 3000 then', 'if port 3000 then'],
    ['unequal for equal', 'if *port* ≠ 3000 then', 'if port = 3000 then'],
    ['less for greater', 'if *age* < 18 years', 'if age > 18 years'],
    ['at least', 'if *age* >= 18 years', 'if age > 18 years'],
    ['a currency', 'it *costs* $3 a month', 'costs 3 a month'],
    ['another currency', 'it *costs* €3 a month', 'costs £3 a month'],
    ['a percent sign', 'with *5*% growth', 'with 5 growth'],
    ['a programming not', 'if *it* is !ready now', 'it is ready now'],
    ['a cross', '*Windows* ❌ Linux', 'Windows ✅ Linux'],
    ['a power', '*about* 10^6 cells', 'about 10 6 cells'],
    ['a plus of a name', 'the *language* C++ is', 'language C is'],
    ['a sharp of a name', 'the *language* C# is', 'language C is'],
    ['a plus behind a number', 'for *ages* 18+ only', 'ages 18 only'],
    ['a superscript', '*about* 5 m³ here', 'about 5 m² here'],
    ['a word inside brackets of a type', 'a *new* Promise<Response> object', 'new Promise object'],
    ['a word between angle brackets', 'if *x* <b and c> then', 'if x then'],
    ['a type parameter', 'an *own* Option<B> type', 'own Option type'],
    ['an array index', 'the *list* items[0] is', 'list items is'],
  ])('never passes over %s', (_, context, quote) => {
    expect(evidence(context, quote)).toBeUndefined()
  })

  it.each([
    ['It is *now* −5 C there', 'now -5 C there'],
    ['if *port* ≠ 3000 then', 'if port != 3000 then'],
    ['if *age* &gt;= 18 years', 'if age ≥ 18 years'],
    ['*Windows* ✔ Linux', 'Windows ✅ Linux'],
    ['- *five* apples\n- 5 pears', 'five apples; 5 pears'],
    ['the *language* C++ is', 'language C++ is'],
    ['a *new* Promise<Response> object', 'new Promise<Response> object'],
  ])('in %j takes equal signs of %j for equal', (context, quote) => {
    expect(evidence(context, quote)).toBeDefined()
  })
})

describe('an ellipsis', () => {
  const context = 'The bridge, painted grey by volunteers, opened in May. It was designed by Ana Sousa.'

  it.each([
    ['The bridge … opened in May', 'The bridge, painted grey by volunteers, opened in May'],
    ['The bridge [...] opened in May', 'The bridge, painted grey by volunteers, opened in May'],
    ['opened in May... It was designed', 'opened in May. It was designed'],
    ['The bridge ... grey … May', 'The bridge, painted grey by volunteers, opened in May'],
    ['...painted grey by volunteers…', 'painted grey by volunteers'],
    ['“…painted grey by volunteers [...]”', 'painted grey by volunteers'],
    ['The bridge, … painted', 'The bridge, painted'],
  ])('joins the pieces of %j', (quote, expected) => {
    expect(evidence(context, quote)).toBe(expected)
  })

  it('joins no pieces in another order, and none that cut a word', () => {
    expect(evidence(context, 'opened in May … The bridge')).toBeUndefined()
    expect(evidence(context, 'The bridge … pen')).toBeUndefined()
    expect(evidence(context, 'The bridge … opened in June')).toBeUndefined()
  })

  it('is a part of the context where it stands there', () => {
    expect(evidence('He said: wait … not now, and left', 'wait … not now')).toBe('wait … not now')
  })

  it('is found at the end of a text full of its beginning', () => {
    const text = `${'the '.repeat(30_000)}city of Ulm`
    expect(locateQuote(text, 'the … Ulm')).toMatchObject({ end: text.length, leavesOut: true })
  })

  it('looks for a place where the pieces stand in one sentence', () => {
    const twice = 'The engine is not big. The engine, they say, is safe and the engine is old.'
    expect(evidence(twice, 'The engine … is safe')).toBe('The engine, they say, is safe')
    expect(evidence(twice, 'The engine … is safe … old')).toBe(
      'The engine, they say, is safe and the engine is old',
    )
  })

  it.each([
    ['The valve, as shown in figure 3, closes at 80 degrees', 'The valve ... closes at 80 degrees'],
    ['ist keinesfalls berechtigt', 'ist … berechtigt'],
    ['The bank failed to repay the loan', 'The bank … repay the loan'],
    ["The engine really isn't at all safe", 'The engine … safe'],
    ['engine: ❌ Linux', 'engine … Linux'],
    ['这台机器并不安全', '这台机器…安全'],
    ['기계는 전혀 안 좋다', '기계는 … 좋다'],
    ['المحرك ليس آمنا', 'المحرك … آمنا'],
    ['The [engine](/not/3) they know is **safe', 'The engine … is safe'],
    [`The engine ${'and so on '.repeat(29)}is safe`, 'The engine … is safe'],
  ])('shows what it leaves out, and says that it does: %j', (whole, quote) => {
    const text = `One. ${whole}. Three.`
    expect(locateQuote(text, quote)).toEqual({ start: 5, end: 5 + whole.length, leavesOut: true })
  })

  it.each([
    ['a sentence', 'Berlin is a capital. Paris has 3 million people.', 'Berlin ... has 3 million people'],
    ['the end of one', 'The engine is big. It is safe.', 'The engine … is safe'],
    ['a paragraph', 'The engine\n\nis not safe', 'The engine … safe'],
    ['a row', '| Windows | no |\n| Linux | yes |', 'Windows … yes'],
    ['more than a sentence is long', `The engine ${'and so on '.repeat(31)}is safe`, 'The engine … is safe'],
    ['that much in parts', `a ${'and so on '.repeat(16)}b ${'and so on '.repeat(16)}c`, 'a … b … c'],
  ])('never leaves out %s', (_, text, quote) => {
    expect(evidence(text, quote)).toBeUndefined()
  })

  it.each([
    ['The bridge opened in May', 'The bridge … opened'],
    ['The bridge opened. In May', 'The bridge opened … In May'],
    ['wait … here', 'wait … here'],
  ])('of %j leaves nothing out in %j', (text, quote) => {
    expect(locateQuote(text, quote)).toBeDefined()
    expect(locateQuote(text, quote)).not.toHaveProperty('leavesOut')
  })

  it.each([
    ['the same letter', 'a b '.repeat(250_000), 'a … '.repeat(31)],
    ['letters that end no sentence', 'a b c d e f g h. '.repeat(60_000), 'a … b … c … d … e … f … g … h … a'],
    [
      'the last in no sentence of the others',
      `${'a '.repeat(32)}. x q. `.repeat(14_000),
      `${'a … '.repeat(30)}q`,
    ],
    ['longer and longer', `${'a b '.repeat(250_000)}. z`, `${'a b … a b a b … a b a b a b … '.repeat(10)} z`],
    ['the first far from the last', `${'a '.repeat(500_000)}. z`, 'a … z'],
    ['nothing near the next', `a ${'b '.repeat(400)} z `.repeat(1250), 'a … z … a … z … a'],
  ])('is looked for in a long text as fast as any quote: %s', (_, text, quote) => {
    const start = performance.now()
    locateQuote(text, quote)
    // looking at every place of every piece takes more than two seconds
    expect(performance.now() - start).toBeLessThan(2000)
  })
})

describe('marks around a quote', () => {
  it.each(['"opened in May"', '“opened in May”', '«opened in May»', '`opened in May`', "'opened in May'"])(
    'are not part of it: %s',
    quote => {
      expect(evidence('The bridge opened in May.', quote)).toBe('opened in May')
    },
  )

  it('are part of it where the context has them', () => {
    expect(evidence('He said "opened in May" twice.', '"opened in May"')).toBe('"opened in May"')
  })
})

describe('boundaries', () => {
  it.each([
    ['a letter behind', 'The bridges are grey', 'The bridge'],
    ['a letter before', 'The footbridge is grey', 'bridge is grey'],
    ['a letter of the extended blocks', 'the straßeẞ', 'the straße'],
    ['a Greek letter', 'η γέφυρα', 'γέφυ'],
    ['a Cyrillic letter', 'старый мост', 'старый мос'],
    ['an accent written apart', 'le cafe\u0301s', 'le cafe'],
    ['a letter behind an accent written apart', 'le cafe\u0301s', 's'],
    ['a digit behind a letter', 'with GPT4 now', 'with GPT'],
    ['a decimal', 'Revenue was $3.5 million.', 'Revenue was $3'],
    ['a decimal, behind a full stop', 'Revenue was $3.5 million.', 'Revenue was $3.'],
    ['the whole part of a decimal', 'Revenue was $3.5 million.', '5 million'],
    ['the whole part, with its point', 'Revenue was $3.5 million.', '.5 million'],
    ['a point before the number', 'with .5 million', '5 million'],
    ['a comma', 'with 1,000 people', 'with 1'],
    ['the end of a time', 'leaves at 9:15', 'leaves at 9'],
    ['the end of a fraction', 'about 1/2 cup', 'about 1'],
    ['a space', 'with 1 000 people', 'with 1'],
    ['a no-break space', 'with 1\u00a0000 people', 'with 1'],
    ['a narrow no-break space', 'with 1\u202f000 people', '000 people'],
    ['an apostrophe of thousands', "with 1'000 people", 'with 1'],
    ['thousands behind a space', 'with 12 345 678 people', '12 345'],
    ['thousands before a space', 'with 12 345 678 people', '345 678 people'],
    ['thousands of a decimal', 'with 3.141 592 people', '3.141'],
    ['thousands of a range', 'takes 10-15 000 days', '10-15'],
    ['thousands of a scale', 'at 1:10 000 only', '1:10'],
    ['a subscript', 'it emits CO₂ now', 'emits CO'],
    ['letters before a subscript', 'it emits CO₂ now', '₂ now'],
    ['a power', 'about 10² cells', 'about 10'],
    ['a fraction', 'about 1½ cups', 'about 1'],
    ['a unit of millions', 'about $3M now', 'about $3'],
    ['ten thousand', '大约10万人', '大约10'],
    ['full-width digits', '約１２３人', '約１２'],
    ['Arabic digits', 'نحو ١٢٣ رجلا', 'نحو ١٢'],
    ['a hyphen as a minus', 'It is -5 C', '5 C'],
    ['a minus sign', 'It is −5 C', '5 C'],
    ['a minus before a currency', 'a loss of -$5 m', '$5 m'],
    ['a minus before a currency, quoted without', 'a loss of -$5 m', '5 m'],
    ['the beginning of a range', 'takes 3-5 days', '5 days'],
    ['the pluses of a name', 'C++ is compiled.', 'C'],
    ['one plus of a name', 'C++ is compiled.', 'C+'],
    ['the sharp of a name', 'in C# too', 'in C'],
    ['the rest of a name', 'in C++17 too', 'in C'],
    ['a fused negation', "that we can't do", 'that we can'],
    ['a hyphenated negation', 'a non-toxic paint', 'toxic paint'],
    ['an elided negation', "il n'existe plus", 'existe plus'],
  ])('are broken by %s', (_, context, quote) => {
    expect(evidence(context, quote)).toBeUndefined()
  })

  it.each([
    ['leaves from platform 4.', 'from platform 4'],
    ['It costs $3 a month', '3 a month'],
    ['It grew 5% a year', 'It grew 5'],
    ['in 1932.\n5 people', 'in 1932'],
    ['in 1932 5 people', 'in 1932'],
    ['at 2018-11-15 12:15 it', '2018-11-15'],
    ['at 2018-11-15 12:15 it', '12:15'],
    ['on 2018-11-15 120 people', '2018-11-15'],
    ['on 15.11.18 120 people', '15.11.18'],
    ['at 12:15:30 120 people', '12:15:30'],
    ['in 2018 300 people', '300 people'],
    ['of 5 12 left', '12 left'],
    ['Einstein¹ said', 'Einstein'],
    ['in 1932\n5 people', 'in 1932'],
    ['in 1932, 5 people', 'in 1932'],
    ['in Q4 2023 it grew', 'in Q4'],
    ['in Q4 2023 it grew', '2023'],
    ['the COVID-19 wave', '19 wave'],
    ['- 5 apples', '5 apples'],
    ['came—5 people', '5 people'],
    ['use --5 now', '5 now'],
    ['the state-of-the-art', 'the state'],
    ["l'eau de l'île", "eau de l'île"],
    ["it's Ana's", "it's Ana"],
    ['1879年に生まれた', '1879'],
    ['그 API를 쓴다', '그 API'],
    ['東京タワー', '京タワ'],
    ['use snake_case', 'use snake'],
    ['a+b is c', 'a'],
    ['minus -5 C', '-5 C'],
    ['with .5 million', '.5 million'],
    ['2. 5 apples', '5 apples'],
  ])('in %j do not stand against %j', (context, quote) => {
    expect(evidence(context, quote)).toBe(quote)
  })
})

describe('a quote that says nothing', () => {
  it.each(['', ' ', '\n', '...', '…', '"', '"…"', '--', '!!', '\u200b', '😀', '\ud83d', '。', '\0'])(
    'is not evidence: %j',
    quote => {
      expect(locateQuote(`The "bridge" … is -- grey!! 😀 。${quote}`, quote)).toBeUndefined()
    },
  )

  it('is one letter in some scripts, one digit in all', () => {
    expect(evidence('水', '水')).toBe('水')
    expect(evidence('= 7', '7')).toBe('7')
  })

  it('is not found in an empty context', () => {
    expect(locateQuote('', 'a')).toBeUndefined()
    expect(locateQuote(' ', 'a b')).toBeUndefined()
  })
})

describe('texts made to be slow or to break', () => {
  const size = 100_000
  it.each([
    ['line breaks', '\n'.repeat(size), 'a b'],
    ['a letter without end', 'a'.repeat(size), 'a'.repeat(1000)],
    ['words without end', 'a '.repeat(size), `${'a '.repeat(1000)}b`],
    ['numbers without end', '100 '.repeat(size / 2), '100 '.repeat(500)],
    ['sentences without end', 'a. '.repeat(size), 'a '.repeat(500)],
    ['brackets', '['.repeat(size), 'a [ b'],
    ['open links', ']('.repeat(size), 'a ]( b'],
    ['an open link', `](${'a'.repeat(size)}`, 'a b'],
    ['open parentheses of links', `](${'('.repeat(size)}`, 'a b'],
    ['open tags', '<a href="'.repeat(size / 10), 'a < b'],
    ['an open tag', `<a href="${'x '.repeat(size)}`, 'a b'],
    ['a tag of white space', `<a${' '.repeat(size)}`, 'a b'],
    ['backslashes', '\\'.repeat(size), 'a \\ b'],
    ['ampersands', '&a'.repeat(size), 'a & b'],
    ['marks', `a${'\u0301\u0323'.repeat(size)}`, 'a b'],
    ['zero-width characters', `a${'\u200b'.repeat(size)}`, 'a b'],
    ['dots', '.'.repeat(size), `a${'.'.repeat(10_000)}b`],
    ['lone surrogates', '\ud83d \udc00'.repeat(size), 'a \udc00 b'],
    ['pieces without end', 'a b '.repeat(size / 4), `${'a … '.repeat(200)}z`],
    ['letters of a run-on script', '安'.repeat(size), `${'安'.repeat(1000)}x`],
  ])('hold no quote that is not there: %s', (_, context, quote) => {
    expect(locateQuote(context, quote)).toBeUndefined()
  })

  it('holds the last words of a megabyte', () => {
    const context = `${'The bridge is *grey*. '.repeat(50_000)}It opened in *May*.`
    expect(evidence(context, 'It opened in May')).toBe('It opened in *May')
    expect(evidence(context, 'it was opened in May')).toBeUndefined()
  })

  it('holds quotes beside lone surrogates', () => {
    expect(evidence('\udc00 the *bridge* is \ud83d', 'the bridge is')).toBe('the *bridge* is')
  })
})
