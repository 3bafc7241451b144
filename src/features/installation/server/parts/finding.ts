// What a look at a part gives, and the words for what went wrong while looking.

import type { Deps } from '#server/deps.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { translateFailure } from '#server/metadata/failures.ts'
import { storageFailure } from '#server/storage.ts'
import { AppError } from '#shared/errors.ts'
import type { Checked, CheckState } from '#features/installation/contract.ts'

export type Details = NonNullable<Checked['details']>

export interface Finding {
  state: CheckState
  /** For everybody: no path, no address, no version. */
  says: string
  /** What a caller of the part waits for; the whole look where absent. */
  ms?: number
  /** For holders of manage_authority. */
  details?: Details
}

export type CheckDeps = Deps & { jobs: Jobs }
export type Look = (deps: CheckDeps, signal: AbortSignal) => Promise<Finding>

/** Words of the one table where there are some; what is unknown goes to the log by the caller. */
export function spokenFailure(error: unknown): string | null {
  const known = translateFailure(error)
  if (known instanceof AppError && known.code !== 'internal') return known.message
  return storageFailure(error)?.message ?? null
}

export const detail = (name: string, value: string | number): Details[number] => ({
  name,
  value: String(value),
})
