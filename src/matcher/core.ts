/** What a test file of Vitest loads with its first assertion, and not before: many test files make none. */
export { assertionMeta, unmeasuredMeta } from './assertion-meta.ts'
export { judge } from './to-have-context-recall.ts'
