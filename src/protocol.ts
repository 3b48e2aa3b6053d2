/** What is asked of a judge and what it answers: the shapes that are keyed, sent and recorded. */

/** Asks for the claims a ground truth makes. */
export interface ClaimsRequest {
  kind: 'claims'
  groundTruth: string
  /** The question the ground truth answers, so that "Paris." can be read. */
  question?: string
}

/** Asks which claims the contexts support. Ids on the wire are one-based positions in these lists. */
export interface AttributionRequest {
  kind: 'attribution'
  claims: readonly string[]
  /** Distinct, line ends normalised, sorted by code unit. */
  contexts: readonly string[]
}

export type RecallRequest = ClaimsRequest | AttributionRequest
export type RequestKind = RecallRequest['kind']

/** A claim that is asked about once more, and why; `claim` is its one-based id in the request it belongs to. */
export interface Doubt {
  claim: number
  /**
   * The last two are about a verdict that can stand: its evidence was found. What is answered then counts, and where
   * nothing is, the first verdict.
   */
  reason:
    | 'unanswered'
    | 'answered-twice'
    | 'no-evidence'
    | 'quote-not-found'
    | 'left-out'
    | 'number-not-stated'
  /** The quotes that no context contains, or that leave something out. */
  quotes: readonly string[]
  /** The numbers of the claim that no context states, or no quote; with `number-not-stated` only. */
  numbers?: readonly string[]
}

/** A claim that was extracted with numbers which neither the ground truth nor the question has. */
export interface AddedNumbers {
  claim: string
  numbers: readonly string[]
}

/**
 * Why a request is put again. A second question about an attribution holds only the claims in doubt, renumbered; one
 * about claims asks for the whole list again.
 */
export interface SecondQuestion {
  /** About an attribution only. */
  doubts?: readonly Doubt[]
  /** About claims only. */
  addedNumbers?: readonly AddedNumbers[]
  /** Sentences of the ground truth that no claim takes up; about claims only. */
  lostSentences?: readonly string[]
}

export interface ClaimsAnswer {
  claims: string[]
}

/** What a judge may answer; `unverified` is never the judge's word but the verification's. */
export type AnsweredStatus = 'supported' | 'partial' | 'contradicted' | 'missing'

export interface AnsweredVerdict {
  claim: number
  status: AnsweredStatus
  evidence: { context: number; quote: string }[]
  gap: string
}

export interface AttributionAnswer {
  verdicts: AnsweredVerdict[]
}

export type Answer = ClaimsAnswer | AttributionAnswer

/** Tokens of live calls. */
export interface Usage {
  inputTokens: number
  outputTokens: number
}

/** A JSON value. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

/** What is sent to the model beside the prompt, and keyed. */
export interface JudgeSettings {
  temperature?: number
  seed?: number
  maxOutputTokens?: number
  /** Passed on to the AI SDK as it is; JSON values only. */
  providerOptions?: { readonly [provider: string]: { readonly [key: string]: Json | undefined } }
}

/** A question that would have to be asked. */
export interface EstimatedCall {
  /** Equal for what is asked once. */
  key: string
  inputTokens: number
  outputTokens: number
  /** Where prices are given. */
  money?: number
}
