/** Small ways in which weak models miss the schema and leave no doubt: put right before an answer is checked. */
import type { RequestKind } from '../protocol.ts'

type Members = Record<string, unknown>

/**
 * The answer with unknown members left out, ids written as digits made numbers, a status in other case or with space
 * around it made plain, and an absent gap, or absent evidence of what is missing, made empty. All else stays, to be refused.
 */
export function normaliseAnswer(kind: RequestKind, answer: Members): Members {
  const list = answer[kind === 'claims' ? 'claims' : 'verdicts']
  if (!Array.isArray(list)) return answer
  return kind === 'claims' ? { claims: list } : { verdicts: list.map(normaliseVerdict) }
}

function normaliseVerdict(verdict: unknown): unknown {
  if (!isMembers(verdict)) return verdict
  const { claim, evidence, status, gap } = verdict
  const plain = typeof status === 'string' ? status.trim().toLowerCase() : status
  const pieces = evidence ?? (plain === 'missing' ? [] : evidence)
  return {
    claim: idOf(claim),
    evidence: Array.isArray(pieces) ? pieces.map(normalisePiece) : pieces,
    status: plain,
    gap: gap ?? '',
  }
}

function normalisePiece(piece: unknown): unknown {
  if (!isMembers(piece)) return piece
  const { context, quote } = piece
  return { context: idOf(context), quote }
}

function idOf(id: unknown): unknown {
  return typeof id === 'string' && /^\s*\d{1,6}\s*$/.test(id) ? Number(id) : id
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
