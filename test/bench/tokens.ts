/** Row: what one judgement costs in tokens, beside other ways to divide the work among calls. */
import type { Row } from './row.ts'
import { countTokens } from './tokens/count-tokens.ts'

/** UTF-8 bytes / 4: a tokenizer is no dependency worth thirty megabytes. */
function estimateTokens(text: string): number {
  return Math.round(Buffer.byteLength(text) / 4)
}

export const tokensRow: Row = {
  name: 'tokens',
  title: 'tokens of one judgement: 5 contexts of 1,500 characters of documentation, 4 claims',
  async run() {
    const { instructions, schemas, designs } = countTokens(estimateTokens)
    const [ours] = designs
    const share = (part: number, whole: number | undefined): string => (part / (whole ?? part)).toFixed(2)
    return [
      {
        heading: 'instructions and JSON Schemas, paid with every call',
        table: [
          ['', 'instructions', 'schema'],
          ['claims', String(instructions.claims), String(schemas.claims)],
          ['attribution', String(instructions.attribution), String(schemas.attribution)],
        ],
        notes: [],
      },
      {
        heading: 'one judgement, every design with the same prompts',
        table: [
          ['', 'calls', 'in', 'out', 'in, ratio', 'out, ratio'],
          ...designs.map(({ name, calls, input, output }) => [
            name,
            ...[calls, input, output].map(String),
            share(input, ours?.input),
            share(output, ours?.output),
          ]),
        ],
        notes: [
          'Tokens are UTF-8 bytes / 4; what a model thinks is not in them.',
          'The explanation is composed in code here; a model would be sent claims and verdicts, no contexts.',
        ],
      },
    ]
  },
}
