// Maps file system errors to errors for users.

import { storageFailure } from '#server/storage.ts'
import { AppError } from '#shared/errors.ts'
import { DamagedResult } from './format.ts'

export const writeFailure = (error: unknown): unknown => storageFailure(error) ?? error

export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

export const readFailure = (error: unknown): unknown =>
  isMissing(error) ? new AppError('result_expired') : (damage(error) ?? error)

export const damage = (error: unknown): AppError | null =>
  error instanceof DamagedResult ? new AppError('result_damaged') : null
