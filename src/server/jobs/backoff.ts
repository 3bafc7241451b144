// How long a failed job waits for its next try.
import { createHash } from 'node:crypto'
import type { JobKind } from './declare.ts'

/**
 * The wait is between half and all of the doubled backoff. The share is derived from id and attempt, so that
 * jobs that failed together spread out and tests can predict the wait.
 */
export function backoffMs({ backoff }: Pick<JobKind, 'backoff'>, id: string, attempt: number): number {
  const whole = Math.min(backoff.mostMs, backoff.firstMs * 2 ** (attempt - 1))
  const drawn = createHash('sha256').update(`${id}:${attempt}`).digest().readUInt32BE() / 2 ** 32
  return Math.round(whole * (0.5 + drawn / 2))
}
