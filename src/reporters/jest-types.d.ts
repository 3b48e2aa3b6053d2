/** What is declared to Jest: the matcher, for the global `expect` of @types/jest and for that of @jest/globals. */
import type { ContextRecallMatchers } from '../matcher/to-have-context-recall.ts'

// neither has it in the asymmetric form, where an asynchronous matcher passes without having looked
declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends ContextRecallMatchers {}
  }
}

declare module '@jest/expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ContextRecallMatchers {}
}

export type { ContextRecallMatchers }
