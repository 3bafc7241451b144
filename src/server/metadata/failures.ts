// Classifies the stores' errors, in the same way for SQLite and PostgreSQL.
import { AppError } from '#shared/errors.ts'
import { storageFailure } from '../storage.ts'

interface StoreError {
  /** SQLite's result code; an extended code has the basic one in its low byte. */
  errcode?: number
  /** PostgreSQL's SQLSTATE, or Node's name of a failed system call. */
  code?: string
}

const sqlite = { busy: 5, corrupt: 11, notADatabase: 26 }
const uniqueCodes = [2067, 1555]

const resultCode = (error: unknown): number => ((error as StoreError)?.errcode ?? 0) & 0xff

/** Whether another row holds the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  const { errcode, code } = error as StoreError
  return uniqueCodes.includes(errcode ?? 0) || code === '23505'
}

export const isBusy = (error: unknown): boolean => resultCode(error) === sqlite.busy

export const isDamage = (error: unknown): boolean =>
  [sqlite.corrupt, sqlite.notADatabase].includes(resultCode(error))

/** An AppError when the store itself failed; any other error (a wrong statement, a constraint) unchanged. */
export function translateFailure(error: unknown): unknown {
  if (error instanceof AppError) return error
  const unstored = storageFailure(error)
  if (unstored) return unstored
  if (isDamage(error)) return causedBy(new AppError('metadata_damaged'), error)
  const { code } = error as StoreError
  if (resultCode(error) === sqlite.busy) return causedBy(new AppError('server_busy'), error)
  const lost = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', '57P01', '57P03', '08006', '53300']
  return code !== undefined && lost.includes(code) ? causedBy(new AppError('server_busy'), error) : error
}

function causedBy(error: AppError, cause: unknown): AppError {
  error.cause = cause
  return error
}
