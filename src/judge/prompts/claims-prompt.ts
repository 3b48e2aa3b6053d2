/** The guideline by which a judge splits a ground truth into claims, and the JSON Schema of its answer. */

export const claimsInstructions = `Split a reference answer into claims that can each be checked against documents.

One claim is one assertion of fact. Every claim
- is atomic: list items, table rows, conjoined and subordinate facts become claims of their own. Keep together what is true only together: a condition and its consequence, both sides of a comparison, an event and its date.
- can be read alone: replace pronouns and short references by the names they stand for; repeat the subject, and any date, place or condition it depends on.
- says exactly what the text says: keep every number, unit, date, name, negation, hedge ("may", "about") and quantifier ("all", "at least").

Together the claims cover everything the text asserts, in its order, each fact once. Add nothing: no world knowledge, no inference, no correction, even where the text is wrong.

Advice asserts, too: "Set the limit to 5" claims that the limit should be set to 5. Questions, greetings, opinions, offers of help and admissions of ignorance ("I don't know", "the documents don't say") make no claim. If nothing remains, the list is empty.

Write in the language of the text, without its citation marks and markup. If a question is given, use it only to read the answer: asked for the capital of France, "Paris." claims "The capital of France is Paris." Names may be taken from it; what only the question says is no claim.`

/** Strict structured output: every property required, no others. */
export const claimsSchema: object = {
  type: 'object',
  properties: { claims: { type: 'array', items: { type: 'string' } } },
  required: ['claims'],
  additionalProperties: false,
}
