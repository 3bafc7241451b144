// The result of checking a part, and the texts for errors during the check.

import type { Deps } from '#server/deps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { translateFailure } from '#server/metadata/failures.ts'
import { storageFailure } from '#server/storage.ts'
import { AppError } from '#shared/errors.ts'
import type { Checked, CheckState } from '#features/installation/contract.ts'

export type Details = NonNullable<Checked['details']>

export interface Finding {
  state: CheckState
  /** For everybody: contains no path, address or version. */
  says: string
  /** The time that a user of the part would wait; absent: the duration of the whole check. */
  ms?: number
  /** For holders of manage_authority. */
  details?: Details
}

export type CheckDeps = Deps & { jobs: Jobs }
export type Look = (deps: CheckDeps, signal: AbortSignal) => Promise<Finding>

/** The text from the error table, if there is one; the caller logs unknown errors. */
export function spokenFailure(error: unknown): string | null {
  const known = translateFailure(error)
  if (known instanceof AppError && known.code !== 'internal') return known.message
  return storageFailure(error)?.message ?? null
}

export const detail = (name: string, value: string | number): Details[number] => ({
  name,
  value: String(value),
})
