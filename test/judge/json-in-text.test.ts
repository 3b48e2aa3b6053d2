import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonInText } from '../../src/judge/json-in-text.ts'

const answer = { claims: ['It says {"a": 1}, "so".', 'A comma, ] or , } in it.'] }
const json = JSON.stringify(answer)

it.each([
  ['plain', json],
  ['fenced', `\`\`\`json\n${json}\n\`\`\``],
  ['with prose around it', `Sure, here it is {as asked}:\n${json}\nAnything else?`],
  ['after a byte-order mark', `\ufeff${json}`],
  ['after thinking aloud', `<think>Is it {"claims": []}?</think>\n${json}`],
  ['after thoughts with odd brackets', `<think>{ or "?</think> <thinking>}</thinking>${json}`],
  ['after thoughts that began before the text', `{"claims": []}?</think>${json}`],
  ['after prose and thoughts', `Well. <think>{"claims": []}</think> So: ${json}`],
  ['before thoughts', `${json} <think>{"claims": []}?</think>`],
  [
    'with commas too many',
    `{"claims": [${answer.claims.map(claim => `${JSON.stringify(claim)} ,\n`).join('')}],}`,
  ],
  ['given twice', `${json}\n${JSON.stringify(answer, null, 2)}`],
])('reads an answer %s', (_, text) => {
  expect(jsonInText(text)).toEqual(answer)
})

it.each([
  ['nothing', 'Certainly!'],
  ['two that differ', `${json} {"claims": []}`],
  ['one that never ends', json.slice(0, -2)],
  ['one beside another that never ends', `${json} {"claims": ["a"`],
  ['one only in thoughts', `<think>${json}</think>`],
  ['one in thoughts that never end', `<think>${json}`],
  ['one only in thoughts that began before the text', `${json}</think> I cannot say.`],
  ['one before thoughts that never end', `${json} <think>Or`],
  ['a list', '["a"]'],
])('reads nothing from %s', (_, text) => {
  expect(jsonInText(text)).toBeUndefined()
})

it.each([
  ['a pair', ['the <think>inner</think> tag']],
  ['one that opens', ['a <think> b']],
  ['one that closes', ['c </think> d']],
  ['a pair in two texts', ['a <think> b', 'x', 'c </think> d']],
])('leaves tags of thoughts in an answer as they are: %s', (_, claims) => {
  expect(jsonInText(`Here:\n${JSON.stringify({ claims })}\n`)).toEqual({ claims })
})

it('reads every object back, whatever prose stands around it', () => {
  const prose = fc.string().map(text => text.replaceAll(/[{}<"]/g, ''))
  const value = fc.dictionary(
    fc.string().filter(key => key !== '__proto__'),
    fc.jsonValue(),
    { minKeys: 1 },
  )
  fc.assert(
    fc.property(prose, value, prose, (before, object, after) => {
      const text = JSON.stringify(object)
      expect(jsonInText(`${before}${text}${after}`)).toEqual(JSON.parse(text))
    }),
  )
})
