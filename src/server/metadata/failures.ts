// Classifies the stores' errors, in the same way for SQLite and PostgreSQL.
import { AppError } from '#shared/errors.ts'
import { storageFailure } from '../storage.ts'

interface StoreError {
  /** SQLite's result code; an extended code has the basic one in its low byte. */
  errcode?: number
  /** PostgreSQL's SQLSTATE, or Node's name of a failed system call. */
  code?: string
  message?: string
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
  if (code === tooManyConnections) return causedBy(new AppError('server_busy'), error)
  return isUnreachable(error as StoreError) ? causedBy(new AppError('metadata_unreachable'), error) : error
}

const tooManyConnections = '53300'
/** Of the network, of a PostgreSQL that stops, starts or was killed. */
const unreachableCodes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  '08001',
  '08003',
]
/** The driver's own failures have no code. */
const unreachableMessages = [
  'Connection terminated',
  'Client has encountered a connection error',
  'timeout exceeded when trying to connect',
]

const isUnreachable = ({ code, message = '' }: StoreError): boolean =>
  code === undefined
    ? unreachableMessages.some((start) => message.startsWith(start))
    : unreachableCodes.includes(code)

/** Whether the same work may succeed a moment later. */
export const isAway = ({ code }: AppError): boolean =>
  code === 'server_busy' || code === 'metadata_unreachable'

function causedBy(error: AppError, cause: unknown): AppError {
  error.cause = cause
  return error
}
