/** The options, one interface per place where they may be given. */
import type { JudgeModel } from '../judge/model.ts'
import type { PromptOption } from '../judge/prompts/prompt.ts'
import type { Mode } from '../recordings/mode.ts'
import type { JudgeSettings } from '../protocol.ts'
import type { ContextExtractor } from '../contexts/read-contexts.ts'

/** Options that hold everywhere: per call, for `configure()`, for the plugin and for the scorer. */
export interface ContextRecallOptions {
  /**
   * Who judges: `'provider/model'`, an AI SDK model, `{ id, url }`, `{ id, load }`, `{ id, module }` or `{ id, judge }`.
   * @default process.env.CONTEXT_RECALL_MODEL
   */
  model?: JudgeModel
  /**
   * `auto` replays what is recorded and records the rest; `replay` never asks; `record` asks again;
   * `live` asks and touches nothing. `CONTEXT_RECALL_MODE` overrides it, and in CI it is `replay`.
   * @default 'auto'
   */
  mode?: Mode
  /**
   * Directory of the recordings, from the project root.
   * @default '__recordings__/context-recall'
   */
  recordings?: string
  /** Guidance added to the judge's instructions, or `{ replace }` instead of them; part of the key. */
  prompts?: { claims?: PromptOption; attribution?: PromptOption }
  /** `{ temperature?, seed?, maxOutputTokens?, providerOptions? }`, sent to the model and part of the key; nothing by default. */
  settings?: JudgeSettings
  /**
   * For confidential contexts, `digest`: recorded without their texts, under the same key, only digests with claims,
   * verdicts and quotes; `show` and what a miss says get coarser.
   * @default 'full'
   */
  store?: 'full' | 'digest'
  /** Texts that look like a secret and are none. */
  allowSecrets?: readonly (string | RegExp)[]
  /**
   * Milliseconds one live call may take.
   * @default 60_000
   */
  timeout?: number
  /**
   * How often a live call is tried again after a 429, a 5xx, a timeout or a network failure.
   * @default 2
   */
  maxRetries?: number
  /**
   * Tokens one question may have: longer contexts are judged in windows, more claims in batches. Counted as one for
   * every two bytes of UTF-8, which no prose, code or table exceeds with today's tokenizers and nothing by more than
   * twice. Not part of the key but for the questions it makes.
   * @default 64_000
   */
  maxInputTokens?: number
}

/** What a million tokens cost, in any currency. */
export interface Prices {
  input: number
  output: number
}

/** Options of a whole run. */
export interface RunOptions extends ContextRecallOptions {
  /**
   * Live calls at once.
   * @default 4
   */
  concurrency?: number
  /**
   * Live calls per process before it stops.
   * @default 200
   */
  maxCalls?: number
  /** For `CONTEXT_RECALL_MODE=estimate`, which then tells money, too. */
  prices?: Prices
}

/** Takes private parts out of a text before it is keyed, sent and stored; applying it twice changes nothing more. */
export type Redact = (text: string) => string

/** Options of `configure()`. */
export interface ConfigureOptions extends RunOptions {
  /** Takes private parts out of every text before it is keyed, sent and stored; applied twice it changes nothing more. */
  redact?: Redact
}

/** Options of one assertion or measurement. */
export interface CallOptions extends ContextRecallOptions {
  /** The question that was asked, so that a ground truth such as "Paris." can be read. */
  question?: string
  /** As in `configure()`, for this call. */
  redact?: Redact
}

/** Options of the matcher. */
export interface MatcherOptions extends CallOptions {
  /** Turns what was given to `expect` into contexts; may be async. */
  contextExtractor?: ContextExtractor
}

/** Options of the scorer. */
export interface ScorerOptions extends RunOptions {
  /** The question that was asked; from an agent's input it is taken by itself. */
  question?: string
  /** As in `configure()`, for this scorer. */
  redact?: Redact
  /** Contexts to judge when there is no extractor. */
  context?: readonly unknown[]
  /** Takes the contexts from a run's input and output; may be async. */
  // oxlint-disable-next-line typescript/no-explicit-any -- their shapes are the extractor's business
  contextExtractor?: (input: any, output: any) => unknown
  /**
   * score = recall × scale.
   * @default 1
   */
  scale?: number
}
